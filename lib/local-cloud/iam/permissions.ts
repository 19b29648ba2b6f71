import { AwsError } from '../aws-error.ts';
import type { Need } from '../service.ts';
import type { RequestContext } from './conditions.ts';
import { PolicySet, recordUse, type Statement } from './policy.ts';

/** A caller that policies apply to. */
export interface Subject {
  /** Name in messages, e.g. `arn:aws:sts::000000000000:assumed-role/<role>/<session>`. */
  readonly name: string;
  /** The ARN of a role or user, or the name of a service of AWS. */
  readonly principal: string;
  readonly kind: 'role' | 'user' | 'service';
  /** Its own policies; none for a service. */
  readonly policies: PolicySet;
  /** Values of the global condition keys of its requests. */
  readonly context: Readonly<Record<string, readonly string[]>>;
}

/** Access-denied errors that differ from DynamoDB's format, by service. */
const refusals: Readonly<Record<string, { code: string; status: number; quote: string }>> = {
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/troubleshoot-403-errors.html
  s3: { code: 'AccessDenied', status: 403, quote: '"' },
  // https://docs.aws.amazon.com/lambda/latest/api/CommonErrors.html
  lambda: { code: 'AccessDeniedException', status: 403, quote: '' },
};

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html#Programming.Errors.MessagesAndCodes */
const usualRefusal = { code: 'AccessDeniedException', status: 400, quote: '' };

/**
 * The endpoint represents a TLS endpoint, so every call counts as encrypted
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_condition-keys.html).
 */
const encryptedConnection: Readonly<Record<string, readonly string[]>> = {
  'aws:securetransport': ['true'],
  's3:tlsversion': ['1.3'],
};

/**
 * Evaluates policies within one account: a denial always wins; otherwise one permission is enough, from the subject's
 * policies or the resource's
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html).
 */
export class Permissions {
  readonly #accountRoot: string;
  readonly #resourcePolicies = new Map<string, PolicySet>();

  constructor(accountId: string) {
    this.#accountRoot = `arn:aws:iam::${accountId}:root`;
  }

  /** Adds a policy to a resource, by the ARN of a bucket, queue, key or function. */
  addToResource(arn: string, statements: readonly Statement[]): void {
    const policies = this.#resourcePolicies.get(arn) ?? new PolicySet();
    policies.add(statements);
    this.#resourcePolicies.set(arn, policies);
  }

  /** @throws AwsError as the service of the need words it */
  require(subject: Subject, need: Need): void {
    const reason = this.#objection(subject, need);
    if (reason === undefined) return;
    const { action, resource } = need;
    const { code, status, quote } = refusals[action.split(':')[0]!] ?? usualRefusal;
    const message = `User: ${subject.name} is not authorized to perform: ${action} on resource: ${quote}${resource}${quote} ${reason}`;
    throw new AwsError(code, message, status);
  }

  allows(subject: Subject, need: Need): boolean {
    return this.#objection(subject, need) === undefined;
  }

  /**
   * Why the need is denied, as AWS words it:
   * https://docs.aws.amazon.com/IAM/latest/UserGuide/troubleshoot_access-denied.html
   */
  #objection(subject: Subject, { action, resource, context: ofRequest }: Need): string | undefined {
    const context: RequestContext = (key) => encryptedConnection[key] ?? subject.context[key] ?? ofRequest?.(key);
    let isAllowedByOwn = false;
    for (const statement of subject.policies.about(action, resource, context)) {
      if (statement.effect === 'Deny') return 'with an explicit deny in an identity-based policy';
      recordUse(statement, action, resource);
      isAllowedByOwn = true;
    }
    let isAllowedByResource = false;
    let trustsAccount = false;
    for (const statement of this.#resourcePolicies.get(ownerOf(resource))?.about(action, resource, context) ?? []) {
      const { isNamed, isOfAccount } = this.#concerns(statement, subject);
      if (!isNamed && !isOfAccount) continue;
      if (statement.effect === 'Deny') return 'with an explicit deny in a resource-based policy';
      if (isNamed) isAllowedByResource = true;
      else trustsAccount = true;
    }
    if (isAllowedByResource) return undefined;
    // "Unless the key policy explicitly allows it, you cannot use IAM policies to allow access to a KMS key"
    // (https://docs.aws.amazon.com/kms/latest/developerguide/key-policies.html).
    if (resource.startsWith('arn:aws:kms:') && isAllowedByOwn && !trustsAccount)
      return `because no resource-based policy allows the ${action} action`;
    if (isAllowedByOwn) return undefined;
    const kind = subject.kind === 'service' ? 'resource' : 'identity';
    return `because no ${kind}-based policy allows the ${action} action`;
  }

  /**
   * A statement that names the account delegates the decision to the account's own policies
   * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_principal.html#principal-accounts).
   */
  #concerns({ principals }: Statement, { kind, principal }: Subject): { isNamed: boolean; isOfAccount: boolean } {
    const { everyone, arns, services } = principals;
    if (kind === 'service') return { isNamed: everyone || services.includes(principal), isOfAccount: false };
    return { isNamed: everyone || arns.includes(principal), isOfAccount: arns.includes(this.#accountRoot) };
  }
}

/** Objects have no policy of their own; the bucket's policy applies. */
function ownerOf(resource: string): string {
  return resource.startsWith('arn:aws:s3:::') ? resource.split('/', 1)[0]! : resource;
}
