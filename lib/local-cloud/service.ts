import type { Clock } from './clock.ts';

/** A request to the one AWS endpoint of the local cloud, told apart by credential scope and `X-Amz-Target`. */
export interface AwsRequest {
  /** Signing name of the service: `dynamodb`, `s3`, `sqs`, `events`, `states`, `kms`, … */
  service: string;
  /** Operation from `X-Amz-Target` (what follows the dot); undefined for REST protocols such as S3. */
  operation: string | undefined;
  /** Sent by a service of the cloud with a role: unsigned, and JSON in every protocol. */
  isInternal?: true;
  /** The function that asks, and what ends its execution environment; undefined for every other client. */
  caller?: { functionName: string; kill: () => void } | undefined;
  method: string;
  /** As received, undecoded, with the query string. */
  url: URL;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: Buffer;
}

export interface AwsResponse {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

/** An error an AWS service answers: `code` is its name in the wire format, `status` the HTTP status. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Record<string, unknown>;

  constructor(code: string, message: string, status = 400, fields: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.fields = fields;
  }
}

/** What CloudFormation's `Ref` and `Fn::GetAtt` give for a created resource. */
export interface CreatedResource {
  ref: string;
  attributes?: Record<string, unknown>;
  /** What a dynamic reference `{{resolve:secretsmanager:<ref>:SecretString:::}}` gives. */
  secret?: string;
}

export interface ResourceContext {
  logicalId: string;
}

/**
 * How a CloudFormation resource type comes to life. Intrinsics in `properties` are resolved. A property that is neither
 * in `honours` nor in `ignores` stops the start: what the template uses and the local cloud does not know is never skipped.
 */
export interface ResourceType {
  honours: readonly string[];
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
  /** An error as the protocol of the service writes it; absent where that is JSON. */
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

/** What the emulated services know of the cloud around them. Services call one another through it, by ARN, in process. */
export interface Cloud {
  readonly clock: Clock;
  readonly region: string;
  readonly accountId: string;
  /** `http://127.0.0.1:<port>`: the AWS endpoint, without a trailing slash. */
  readonly endpoint: string;
  /** Invokes a function synchronously. Rejects with AwsError when there is no such function. */
  invokeFunction(functionArn: string, payload: unknown): Promise<InvocationResult>;
  /** Delivers an event to a queue, function, bus or state machine by ARN, as EventBridge, Scheduler and S3 do. Counts as work in flight. */
  deliver(targetArn: string, input: unknown, options?: DeliveryOptions): Promise<void>;
  /** Calls an operation of a service by name; rejects with AwsError. */
  call(service: string, operation: string, input: Record<string, unknown>): Promise<unknown>;
  /** Writes one line to the local cloud's log (not for request data). */
  log(message: string): void;
  /** Virtual instant (epoch milliseconds) of the last mutating AWS call anywhere; undefined while nothing was written. */
  readonly lastWriteAt?: number;
  /** Calls `listener` after every mutating AWS call, once `lastWriteAt` shows it: wakes schedules that sleep while nothing is written. */
  onWrite?(listener: (request: AwsRequest) => void): void;
}

export interface DeliveryOptions {
  messageGroupId?: string;
  /** Where the event goes when the target keeps failing. */
  deadLetterQueueArn?: string;
  maximumRetryAttempts?: number;
}
