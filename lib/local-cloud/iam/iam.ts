import { createHmac } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import { LOCAL_SECRET_ACCESS_KEY } from '../aws-signature.ts';
import { type DurableMap, durableMap } from '../journal.ts';
import type {
  Cloud,
  CreatedResource,
  Iam,
  Identity,
  Need,
  Principal,
  ResourceContext,
  ResourceType,
  SessionCredentials,
} from '../service.ts';
import { sha256 } from '../sha256.ts';
import { Permissions, type Subject } from './permissions.ts';
import { compilePolicy, type PolicyDocument, PolicySet } from './policy.ts';

interface Role {
  name: string;
  arn: string;
  /** Services that may assume the role. */
  trusts: readonly string[];
  policies: PolicySet;
}

interface RoleProperties {
  RoleName?: string;
  AssumeRolePolicyDocument: PolicyDocument;
  Policies?: { PolicyDocument: PolicyDocument }[];
}

interface UserProperties {
  UserName?: string;
  Policies?: { PolicyDocument: PolicyDocument }[];
}

interface PolicyProperties {
  PolicyDocument: PolicyDocument;
  Roles?: string[];
}

interface PermissionProperties {
  Action: string;
  FunctionName: string;
  Principal: string;
  SourceArn?: string;
  SourceAccount?: string;
}

/** A grant of a statement that no call has used. */
export interface IdleGrant {
  /** Name of the role or user. */
  holder: string;
  actions: string[];
  resources: string[];
}

/** The owner of an access key. */
interface Holder {
  principal: Principal;
  /** Whether the credentials expire, and so need a session token. */
  ends: boolean;
  /** The last verified session token of this key: a function sends the same one for half an hour. */
  proven?: string;
}

type RoleSession = Extract<Identity, { roleArn: string }>;

/** The signer of a request, with the session token. */
interface Signer {
  accessKeyId: string | undefined;
  sessionToken: string | undefined;
  service: string | undefined;
}

type Refusal = [code: string, message: string, status: number];

/** Errors for a session token, by service. */
const tokenRefusals: Readonly<Record<'s3' | 'others', { invalid: Refusal; expired: Refusal }>> = {
  // https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html#ErrorCodeList
  s3: {
    invalid: ['InvalidToken', 'The provided token is malformed or otherwise not valid.', 400],
    expired: ['ExpiredToken', 'The provided token has expired.', 400],
  },
  // https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/CommonErrors.html
  others: {
    invalid: ['UnrecognizedClientException', 'The security token included in the request is invalid.', 403],
    expired: ['ExpiredTokenException', 'The security token included in the request is expired', 403],
  },
};

/** Roles and policies of the template, which authorize every call except an administrator's. */
export class IamService implements Iam {
  readonly #cloud: Pick<Cloud, 'region' | 'accountId' | 'journal'>;
  readonly #permissions: Permissions;
  readonly #rolesByArn = new Map<string, Role>();
  readonly #usersByName = new Map<string, Subject>();
  /** By the id of their access key. */
  readonly #holders = new Map<string, Holder>();
  /** Sessions of roles, by the id of their access key: a link that one of them signed works in the next process, too. */
  readonly #kept: DurableMap<RoleSession>;
  readonly #left: ReadonlyMap<string, RoleSession>;
  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {
    'AWS::IAM::Role': {
      honors: ['RoleName', 'AssumeRolePolicyDocument', 'Policies'],
      ignores: {
        Description: 'text for people',
        ManagedPolicyArns: 'what the policies of AWS itself allow is not known here: they allow nothing',
        Tags: 'text for people',
      },
      create: (properties: RoleProperties, context) => this.#createRole(properties, context),
    },
    'AWS::IAM::User': {
      honors: ['UserName', 'Policies'],
      ignores: { Tags: 'text for people' },
      create: (properties: UserProperties, context) => this.#createUser(properties, context),
    },
    'AWS::IAM::AccessKey': {
      honors: ['UserName'],
      ignores: { Serial: 'a new number makes a new key, and nothing is updated here' },
      create: ({ UserName }: { UserName: string }) => this.#createAccessKey(UserName),
    },
    'AWS::IAM::Policy': this.#policyType(),
    'AWS::IAM::ManagedPolicy': this.#policyType(),
    'AWS::Lambda::Permission': {
      honors: ['Action', 'FunctionName', 'Principal', 'SourceArn', 'SourceAccount'],
      ignores: {},
      create: (properties: PermissionProperties, context) => this.#permitInvocation(properties, context),
    },
    'AWS::S3::BucketPolicy': {
      honors: ['Bucket', 'PolicyDocument'],
      ignores: {},
      create: (properties: { Bucket: string; PolicyDocument: PolicyDocument }, { logicalId }) => {
        this.addToResource(`arn:aws:s3:::${properties.Bucket}`, properties.PolicyDocument);
        return { ref: logicalId };
      },
    },
    'AWS::SQS::QueuePolicy': {
      honors: ['Queues', 'PolicyDocument'],
      ignores: {},
      create: (properties: { Queues: string[]; PolicyDocument: PolicyDocument }, { logicalId }) => {
        for (const url of properties.Queues)
          this.addToResource(this.#arn('sqs', url.slice(url.lastIndexOf('/') + 1)), properties.PolicyDocument);
        return { ref: logicalId };
      },
    },
  };

  constructor(cloud: Pick<Cloud, 'region' | 'accountId' | 'journal'>) {
    this.#cloud = cloud;
    this.#kept = durableMap(cloud.journal, 'iam');
    this.#left = this.#kept.restore();
    this.#permissions = new Permissions(cloud.accountId);
  }

  addToResource(arn: string, document: PolicyDocument): void {
    this.#permissions.addToResource(arn, compilePolicy(document));
  }

  /** Grants of the template's roles and users that no call has used yet. */
  idleGrants(): IdleGrant[] {
    const holders: [name: string, policies: PolicySet][] = [
      ...[...this.#rolesByArn.values()].map(({ name, policies }): [string, PolicySet] => [name, policies]),
      ...[...this.#usersByName].map(([name, { policies }]): [string, PolicySet] => [name, policies]),
    ];
    return holders.flatMap(([holder, { statements }]) =>
      statements
        .filter(({ effect, idle }) => effect === 'Allow' && idle.actions.size + idle.resources.size > 0)
        .map(({ idle }) => ({ holder, actions: [...idle.actions], resources: [...idle.resources] })),
    );
  }

  expectTrust(roleArn: string, service: string): void {
    if (this.#rolesByArn.get(roleArn)?.trusts.includes(service)) return;
    throw new AwsError('InvalidParameterValueException', `The role ${roleArn} cannot be assumed by ${service}.`);
  }

  principal(identity: Identity): Principal {
    return this.#principalOf(
      'roleArn' in identity ? this.#session(identity.roleArn, identity.session) : this.#service(identity),
    );
  }

  #principalOf(subject: Subject): Principal {
    return {
      require: (needs) => {
        for (const need of needs) this.#permissions.require(subject, need);
      },
      allows: (need: Need) => this.#permissions.allows(subject, need),
    };
  }

  /**
   * The owner of an access key; undefined: not from the template, so an administrator.
   * @throws AwsError as `service` words it, for a session token that is missing, expired or of another key
   */
  holderOf({ accessKeyId = '', sessionToken, service }: Signer, now: number): Principal | undefined {
    const holder = this.#holders.get(accessKeyId) ?? this.#holderOfEarlier(accessKeyId);
    if (!holder?.ends) return holder?.principal;
    const { invalid, expired } = service === 's3' ? tokenRefusals.s3 : tokenRefusals.others;
    const expiresAt = expiryIn(sessionToken);
    if (sessionToken === undefined || sessionToken !== holder.proven) {
      if (sessionToken !== sessionTokenOf(accessKeyId, expiresAt)) throw new AwsError(...invalid);
      holder.proven = sessionToken;
    }
    if (now >= expiresAt) throw new AwsError(...expired);
    return holder.principal;
  }

  /** Credentials for a function with the role. */
  issueCredentials(roleArn: string, session: string, expiresAt: number): SessionCredentials {
    // "ASIA" means temporary: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
    const accessKeyId = `ASIA${digestOf(`${roleArn}/${session}`)}`;
    if (!this.#holders.has(accessKeyId)) this.#kept.put(accessKeyId, { roleArn, session });
    this.#hold(accessKeyId, { roleArn, session });
    const sessionToken = sessionTokenOf(accessKeyId, expiresAt);
    return { accessKeyId, secretAccessKey: LOCAL_SECRET_ACCESS_KEY, sessionToken, expiresAt };
  }

  #hold(accessKeyId: string, session: RoleSession): Holder {
    const holder = { principal: this.principal(session), ends: true };
    this.#holders.set(accessKeyId, holder);
    return holder;
  }

  /** The owner of a session that an earlier process opened. */
  #holderOfEarlier(accessKeyId: string): Holder | undefined {
    const session = this.#left.get(accessKeyId);
    return session && this.#hold(accessKeyId, session);
  }

  #session(roleArn: string, session: string): Subject {
    const role = this.#rolesByArn.get(roleArn);
    const name = role?.name ?? roleArn.split('/').at(-1)!;
    return {
      name: `arn:aws:sts::${this.#cloud.accountId}:assumed-role/${name}/${session}`,
      principal: roleArn,
      kind: 'role',
      policies: role?.policies ?? new PolicySet(),
      context: { 'aws:principalarn': [roleArn] },
    };
  }

  #service({ service, sourceArn }: Extract<Identity, { service: string }>): Subject {
    return {
      name: service,
      principal: service,
      kind: 'service',
      policies: new PolicySet(),
      context: { 'aws:sourcearn': [sourceArn], 'aws:sourceaccount': [this.#cloud.accountId] },
    };
  }

  #createRole(properties: RoleProperties, { logicalId }: ResourceContext): CreatedResource {
    const { RoleName: name = logicalId, AssumeRolePolicyDocument, Policies = [] } = properties;
    const arn = `arn:aws:iam::${this.#cloud.accountId}:role/${name}`;
    const policies = new PolicySet();
    for (const { PolicyDocument: document } of Policies) policies.add(compilePolicy(document));
    const trusts = [AssumeRolePolicyDocument.Statement].flat().flatMap(({ Effect, Principal: principal }) => {
      const services = typeof principal === 'object' ? principal.Service : undefined;
      return Effect === 'Allow' && services !== undefined ? [services].flat() : [];
    });
    this.#rolesByArn.set(arn, { name, arn, trusts, policies });
    return { ref: name, attributes: { Arn: arn } };
  }

  #createUser({ UserName: name, Policies = [] }: UserProperties, { logicalId }: ResourceContext): CreatedResource {
    const userName = name ?? logicalId;
    const arn = `arn:aws:iam::${this.#cloud.accountId}:user/${userName}`;
    const policies = new PolicySet();
    for (const { PolicyDocument: document } of Policies) policies.add(compilePolicy(document));
    const context = { 'aws:principalarn': [arn] };
    this.#usersByName.set(userName, { name: arn, principal: arn, kind: 'user', policies, context });
    return { ref: userName, attributes: { Arn: arn } };
  }

  /** Creates a key that never expires. */
  #createAccessKey(userName: string): CreatedResource {
    const user = this.#usersByName.get(userName);
    if (!user) throw new Error(`there is no user ${userName}`);
    // "AKIA" means permanent: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
    const accessKeyId = `AKIA${digestOf(user.name)}`;
    this.#holders.set(accessKeyId, { principal: this.#principalOf(user), ends: false });
    return { ref: accessKeyId, attributes: { SecretAccessKey: LOCAL_SECRET_ACCESS_KEY } };
  }

  #policyType(): ResourceType {
    return {
      honors: ['PolicyDocument', 'Roles'],
      ignores: { Description: 'text for people', PolicyName: 'text for people' },
      create: ({ PolicyDocument: document, Roles = [] }: PolicyProperties, { logicalId }) => {
        const statements = compilePolicy(document);
        for (const name of Roles) {
          const role = [...this.#rolesByArn.values()].find((one) => one.name === name);
          if (!role) throw new Error(`there is no role ${name}`);
          role.policies.add(statements);
        }
        return { ref: logicalId };
      },
    };
  }

  /** https://docs.aws.amazon.com/lambda/latest/dg/permissions-function-services.html */
  #permitInvocation(properties: PermissionProperties, { logicalId }: ResourceContext): CreatedResource {
    const { Action, FunctionName, Principal: principal, SourceArn, SourceAccount } = properties;
    const arn = FunctionName.startsWith('arn:') ? FunctionName : this.#arn('lambda', `function:${FunctionName}`);
    this.addToResource(arn, {
      Statement: {
        Effect: 'Allow',
        Action,
        Resource: arn,
        Principal: principal.endsWith('.amazonaws.com') ? { Service: principal } : { AWS: principal },
        Condition: {
          ...(SourceArn !== undefined && { ArnLike: { 'aws:SourceArn': SourceArn } }),
          ...(SourceAccount !== undefined && { StringEquals: { 'aws:SourceAccount': SourceAccount } }),
        },
      },
    });
    return { ref: logicalId };
  }

  #arn(service: string, resource: string): string {
    return `arn:aws:${service}:${this.#cloud.region}:${this.#cloud.accountId}:${resource}`;
  }
}

/** The part of an id after the four letters of its type. */
function digestOf(text: string): string {
  return sha256(text).toString('hex').toUpperCase().slice(0, 16);
}

/** `<expiry in epoch milliseconds>.<proof>`: tokens need not be stored. */
function sessionTokenOf(accessKeyId: string, expiresAt: number): string {
  const proof = createHmac('sha256', LOCAL_SECRET_ACCESS_KEY).update(`${accessKeyId}/${expiresAt}`).digest('base64url');
  return `${expiresAt}.${proof}`;
}

/** The expiry in a session token, in epoch milliseconds. */
function expiryIn(sessionToken: string | undefined): number {
  return Number(sessionToken?.split('.', 1)[0]);
}
