import type { AwsError } from './aws-error.ts';
import type { Clock } from './clock.ts';
import type { Disorder } from './disorder.ts';
import type { PolicyDocument } from './iam/policy.ts';
import type { Journal } from './journal.ts';
import type { Quotas } from './quotas.ts';

/** A request to the one AWS endpoint of the local cloud, routed by credential scope and `X-Amz-Target`. */
export interface AwsRequest {
  /** Signing name of the service: `dynamodb`, `s3`, `sqs`, `events`, `states`, `kms`, … */
  service: string;
  /** Operation from `X-Amz-Target` (after the dot); undefined for REST protocols such as S3. */
  operation: string | undefined;
  /** Sent by a service of the cloud with a role: unsigned, and JSON in every protocol. */
  isInternal?: true;
  /** The caller, whose permissions are checked; undefined: an administrator, who may do everything. */
  principal?: Principal | undefined;
  /** The calling function, and how to end its execution environment; undefined for every other client. */
  caller?: { functionName: string; kill: () => void } | undefined;
  method: string;
  /** As received, undecoded, with the query string. */
  url: URL;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: Buffer;
}

/** A permission that a call needs: an action on a resource. */
export interface Need {
  /** `dynamodb:PutItem` */
  action: string;
  /** ARN of the resource; `*` for an action without resources. */
  resource: string;
  /** Values of a condition key, in lower case, in the request; undefined where it has none. */
  context?: (key: string) => readonly string[] | undefined;
}

/** A caller whose calls are checked against policies. */
export interface Principal {
  /** @throws AwsError as the service words it, if policies do not allow one of the needs */
  require(needs: readonly Need[]): void;
  allows(need: Need): boolean;
}

/** Whom a service of the cloud acts as: a role, or itself for one of its resources. */
export type Identity = { roleArn: string; session: string } | { service: string; sourceArn: string };

/** Temporary credentials of a role. */
export interface SessionCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

/** IAM as other services see it. */
export interface Iam {
  principal(identity: Identity): Principal;
  /** @throws AwsError if the role does not exist, or does not trust the service */
  expectTrust(roleArn: string, service: string): void;
  /** Adds a policy to a resource. @throws Error naming an unsupported part of it */
  addToResource(arn: string, document: PolicyDocument): void;
  issueCredentials(roleArn: string, session: string, expiresAt: number): SessionCredentials;
}

export interface AwsResponse {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** The values of CloudFormation's `Ref` and `Fn::GetAtt` for a created resource. */
export interface CreatedResource {
  ref: string;
  attributes?: Record<string, unknown>;
  /** The value of a dynamic reference `{{resolve:secretsmanager:<ref>:SecretString:::}}`. */
  secret?: string;
}

export interface ResourceContext {
  logicalId: string;
}

/**
 * Creates resources of a CloudFormation type. Intrinsics in `properties` are resolved. A property that is neither
 * in `honors` nor in `ignores` prevents the start: nothing in the template that the local cloud does not know is skipped.
 */
export interface ResourceType {
  /** `all`: whoever implements the type receives every property. */
  honors: readonly string[] | 'all';
  /** Property → why its absence cannot be noticed locally. */
  ignores: Readonly<Record<string, string>>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- each type declares the shape of its own properties
  create(properties: Record<string, any>, context: ResourceContext): CreatedResource | Promise<CreatedResource>;
}

/** One emulated AWS service. */
export interface AwsService {
  /** Signing name; the endpoint dispatches on it. */
  readonly name: string;
  readonly resourceTypes: Readonly<Record<string, ResourceType>>;
  handle(request: AwsRequest): Promise<AwsResponse>;
  /** Formats an error in the service's protocol; absent if that is JSON. */
  refuse?(error: AwsError, request: AwsRequest): AwsResponse;
  /** After all resources exist: begin polling, arm schedules. */
  start?(): void | Promise<void>;
  stop?(): void | Promise<void>;
}

export interface InvocationResult {
  /** Parsed JSON result, or the error object `{errorType, errorMessage}` when `failed`. */
  payload: unknown;
  failed: boolean;
}

/** The cloud as the emulated services see it. Services call one another through it, by ARN, in process. */
export interface Cloud {
  readonly clock: Clock;
  readonly region: string;
  readonly accountId: string;
  /** `http://127.0.0.1:<port>`: the AWS endpoint, without a trailing slash. */
  readonly endpoint: string;
  /** Keeps state beyond the process; absent in a cloud without a journal. */
  readonly journal?: Journal | undefined;
  /** Absent if a service is tested alone; then permissions are not checked. */
  readonly iam?: Iam;
  /** Absent if a service is tested alone; then nothing is throttled. */
  readonly quotas?: Quotas;
  /** Absent in a cloud that delivers everything once and at once. */
  readonly disorder?: Disorder | undefined;
  /**
   * Invokes a function synchronously as the identity `as`; without it, as Lambda itself does for records of queues and
   * streams. Rejects with AwsError if the function does not exist, `as` may not invoke it, or it calls itself.
   * @param traces the tracing headers of what caused the call
   */
  invokeFunction(
    functionArn: string,
    payload: unknown,
    as?: Identity,
    traces?: readonly (string | undefined)[],
  ): Promise<InvocationResult>;
  /** Delivers an event to a queue, function, bus or state machine by ARN, as EventBridge, Scheduler and S3 do. Counts as work in flight. */
  deliver(targetArn: string, input: unknown, options?: DeliveryOptions): Promise<void>;
  /** Calls an operation of a service by name, as the identity `as` or as an administrator; rejects with AwsError. */
  call(service: string, operation: string, input: Record<string, unknown>, as?: Identity): Promise<unknown>;
  /** Writes one line to the local cloud's log (not for request data). */
  log(message: string): void;
  /** Calls `listener` after every mutating AWS call: wakes schedules that sleep while nothing is written. */
  onWrite?(listener: (request: AwsRequest) => void): void;
}

export interface DeliveryOptions {
  /** The identity that needs permission for the target and the dead-letter queue; absent if AWS requires none. */
  as?: Identity;
  messageGroupId?: string;
  /** Where the event goes when the target keeps failing. */
  deadLetterQueueArn?: string;
  maximumRetryAttempts?: number;
  /** Earliest attempt, in epoch milliseconds. */
  notBefore?: number;
}
