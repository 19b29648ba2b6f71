import { AwsError } from './aws-error.ts';
import type { Clock } from './clock.ts';

/** A token bucket: its capacity, and its refill per second. */
export interface Quota {
  size: number;
  perSecond: number;
}

/** The default quotas of an account in sa-east-1. */
const quotas = {
  // https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html, "All other regions"
  'states:StartExecution': { size: 800, perSecond: 150 },
  'states:SendTaskSuccess': { size: 1_500, perSecond: 300 },
  'states:SendTaskFailure': { size: 1_500, perSecond: 300 },
  'states:SendTaskHeartbeat': { size: 1_500, perSecond: 300 },
  'states:StopExecution': { size: 500, perSecond: 25 },
  'states:DescribeExecution': { size: 250, perSecond: 10 },
  'states:ListExecutions': { size: 100, perSecond: 2 },
  'states:GetExecutionHistory': { size: 400, perSecond: 20 },
  'states:DescribeStateMachine': { size: 200, perSecond: 20 },
  'states:ListStateMachines': { size: 100, perSecond: 5 },
  /** Waits for a token instead of being rejected. */
  'states:StateTransition': { size: 800, perSecond: 800 },
  // https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html, "Each of the other supported Regions"
  'events:PutEvents': { size: 600, perSecond: 600 },
  /** "Invocations still occur but are delayed." */
  'events:Invocation': { size: 1_100, perSecond: 1_100 },
  // https://docs.aws.amazon.com/kms/latest/developerguide/requests-per-second.html: shared by all of them
  'kms:Cryptography': { size: 10_000, perSecond: 10_000 },
  /** For elliptic curves, the only asymmetric keys here. */
  'kms:Signatures': { size: 1_000, perSecond: 1_000 },
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
  'apigateway:Request': { size: 5_000, perSecond: 10_000 },
  // "1,000 execution environment instances every 10 seconds" of each function
  // (https://docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html)
  'lambda:ExecutionEnvironment': { size: 1_000, perSecond: 100 },
} as const satisfies Readonly<Record<string, Quota>>;

export type QuotaName = keyof typeof quotas;

/** Concurrent executions of all functions: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const MOST_CONCURRENT_EXECUTIONS = 1_000;

/** Operations that share a quota. */
const shared: Readonly<Record<string, QuotaName>> = {
  'kms:Decrypt': 'kms:Cryptography',
  'kms:Encrypt': 'kms:Cryptography',
  'kms:GenerateDataKey': 'kms:Cryptography',
  'kms:GenerateDataKeyWithoutPlaintext': 'kms:Cryptography',
  'kms:GenerateMac': 'kms:Cryptography',
  'kms:GenerateRandom': 'kms:Cryptography',
  'kms:VerifyMac': 'kms:Cryptography',
  'kms:Sign': 'kms:Signatures',
  'kms:Verify': 'kms:Signatures',
};

/** Messages of `ThrottlingException` that differ from the usual one, by service. */
const messages: Readonly<Record<string, string>> = {
  // https://docs.aws.amazon.com/kms/latest/developerguide/throttling.html
  kms: 'You have exceeded the rate at which you may call KMS. Reduce the frequency of your calls.',
};

/** A bucket whose tokens refill over time. */
export class TokenBucket {
  readonly #quota: Quota;
  readonly #elapsed: () => number;
  #tokens: number;
  #countedAt: number;

  /** @param elapsed counts milliseconds */
  constructor(quota: Quota, elapsed: () => number) {
    this.#quota = quota;
    this.#elapsed = elapsed;
    this.#tokens = quota.size;
    this.#countedAt = elapsed();
  }

  /** Takes a token, if there is one. */
  take(): boolean {
    this.#refill();
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }

  get isEmpty(): boolean {
    this.#refill();
    return this.#tokens <= 0;
  }

  get isFull(): boolean {
    this.#refill();
    return this.#tokens === this.#quota.size;
  }

  /** Takes tokens, including future ones. */
  spend(tokens: number): void {
    this.#refill();
    this.#tokens -= tokens;
  }

  /** Takes a token, or the next future one. @returns in how many milliseconds it is available, rounded up */
  reserve(): number {
    this.#refill();
    this.#tokens--;
    return Math.ceil((Math.max(0, -this.#tokens) / this.#quota.perSecond) * 1000);
  }

  #refill(): void {
    const now = this.#elapsed();
    const gained = ((now - this.#countedAt) / 1000) * this.#quota.perSecond;
    this.#tokens = Math.min(this.#quota.size, this.#tokens + gained);
    this.#countedAt = now;
  }
}

/** The account's quotas, or a share of them. */
export class Quotas {
  readonly mostConcurrentExecutions: number;
  readonly #clock: Clock;
  readonly #share: number;
  readonly #buckets = new Map<QuotaName, TokenBucket>();

  /** @param share of each quota that is granted, above 0 and at most 1 */
  constructor(clock: Clock, share: number) {
    this.#clock = clock;
    this.#share = share;
    this.mostConcurrentExecutions = Math.floor(MOST_CONCURRENT_EXECUTIONS * share);
  }

  /** Counts a call of an API. @throws AwsError ThrottlingException beyond its quota */
  countCall(service: string, operation: string): void {
    const call = `${service}:${operation}`;
    const name = shared[call] ?? call;
    if (!(name in quotas) || this.bucketOf(name as QuotaName).take()) return;
    // https://docs.aws.amazon.com/step-functions/latest/apireference/CommonErrors.html
    throw new AwsError('ThrottlingException', messages[service] ?? 'Rate exceeded');
  }

  /** The account's bucket for this quota. */
  bucketOf(name: QuotaName): TokenBucket {
    let bucket = this.#buckets.get(name);
    if (!bucket) this.#buckets.set(name, (bucket = this.newBucket(quotas[name])));
    return bucket;
  }

  /** A bucket of one resource, such as a stage or a function. */
  newBucket(quota: Quota | QuotaName): TokenBucket {
    const { size, perSecond } = typeof quota === 'string' ? quotas[quota] : quota;
    return new TokenBucket({ size: size * this.#share, perSecond: perSecond * this.#share }, () =>
      this.#clock.elapsed(),
    );
  }
}
