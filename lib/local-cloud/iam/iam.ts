import { createHash } from 'node:crypto';
import { LOCAL_SECRET_ACCESS_KEY } from '../aws-signature.ts';
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
import { AwsError } from '../service.ts';
import { Permissions, type Subject } from './permissions.ts';
import { compilePolicy, type PolicyDocument, PolicySet } from './policy.ts';

interface Role {
  name: string;
  arn: string;
  /** Services that may act with it. */
  trusts: readonly string[];
  policies: PolicySet;
}

interface RoleProperties {
  RoleName?: string;
  AssumeRolePolicyDocument: PolicyDocument;
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

/** Roles and policies of the template, which judge every call that is not an administrator's. */
export class IamService implements Iam {
  readonly #cloud: Pick<Cloud, 'region' | 'accountId'>;
  readonly #permissions: Permissions;
  readonly #rolesByArn = new Map<string, Role>();
  readonly #principalsByKey = new Map<string, Principal>();
  readonly resourceTypes: Readonly<Record<string, ResourceType>> = {
    'AWS::IAM::Role': {
      honours: ['RoleName', 'AssumeRolePolicyDocument', 'Policies'],
      ignores: {
        Description: 'text for people',
        ManagedPolicyArns: 'what the policies of AWS itself allow is not known here: they allow nothing',
        Tags: 'text for people',
      },
      create: (properties: RoleProperties, context) => this.#createRole(properties, context),
    },
    'AWS::IAM::Policy': this.#policyType(),
    'AWS::IAM::ManagedPolicy': this.#policyType(),
    'AWS::Lambda::Permission': {
      honours: ['Action', 'FunctionName', 'Principal', 'SourceArn', 'SourceAccount'],
      ignores: {},
      create: (properties: PermissionProperties, context) => this.#permitInvocation(properties, context),
    },
    'AWS::S3::BucketPolicy': {
      honours: ['Bucket', 'PolicyDocument'],
      ignores: {},
      create: (properties: { Bucket: string; PolicyDocument: PolicyDocument }, { logicalId }) => {
        this.addToResource(`arn:aws:s3:::${properties.Bucket}`, properties.PolicyDocument);
        return { ref: logicalId };
      },
    },
    'AWS::SQS::QueuePolicy': {
      honours: ['Queues', 'PolicyDocument'],
      ignores: {},
      create: (properties: { Queues: string[]; PolicyDocument: PolicyDocument }, { logicalId }) => {
        for (const url of properties.Queues)
          this.addToResource(this.#arn('sqs', url.slice(url.lastIndexOf('/') + 1)), properties.PolicyDocument);
        return { ref: logicalId };
      },
    },
  };

  constructor(cloud: Pick<Cloud, 'region' | 'accountId'>) {
    this.#cloud = cloud;
    this.#permissions = new Permissions(cloud.accountId);
  }

  addToResource(arn: string, document: PolicyDocument): void {
    this.#permissions.addToResource(arn, compilePolicy(document));
  }

  expectTrust(roleArn: string, service: string): void {
    if (this.#rolesByArn.get(roleArn)?.trusts.includes(service)) return;
    throw new AwsError('InvalidParameterValueException', `The role ${roleArn} cannot be assumed by ${service}.`);
  }

  principal(identity: Identity): Principal {
    const subject = 'roleArn' in identity ? this.#session(identity.roleArn, identity.session) : this.#service(identity);
    return {
      require: (needs) => {
        for (const need of needs) this.#permissions.require(subject, need);
      },
      allows: (need: Need) => this.#permissions.allows(subject, need),
    };
  }

  /** Whose access key it is; undefined: nobody's of the template, so an administrator's. */
  holderOf(accessKeyId: string): Principal | undefined {
    return this.#principalsByKey.get(accessKeyId);
  }

  /** Credentials as a function with the role has them. */
  issueCredentials(roleArn: string, session: string): SessionCredentials {
    // "ASIA" stands for temporary ones: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
    const digest = createHash('sha256').update(`${roleArn}/${session}`).digest('hex').toUpperCase();
    const accessKeyId = `ASIA${digest.slice(0, 16)}`;
    this.#principalsByKey.set(accessKeyId, this.principal({ roleArn, session }));
    return { accessKeyId, secretAccessKey: LOCAL_SECRET_ACCESS_KEY };
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

  #policyType(): ResourceType {
    return {
      honours: ['PolicyDocument', 'Roles'],
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
