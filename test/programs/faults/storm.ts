import { AwsError } from '@malote/local-cloud/aws-error.ts';
import type { Fault, FunctionCall, Interference } from '@malote/local-cloud/interference.ts';
import { seeded } from '../../support/seeded.ts';

/** Services that a partition may make unreachable for a while. */
const SERVICES = ['dynamodb', 's3', 'sqs', 'events', 'states', 'kms'] as const;

export type FaultName =
  | 'error before'
  | 'error after'
  | 'disconnected before'
  | 'disconnected after'
  | 'slow'
  | 'hung before'
  | 'hung after'
  | 'killed before'
  | 'killed after';

/** Relative frequency of each fault. Faults that cost seconds of real time are rare. */
const weights: Readonly<Record<FaultName, number>> = {
  'error before': 300,
  'error after': 200,
  'disconnected before': 150,
  'disconnected after': 250,
  slow: 60,
  'hung before': 2,
  'hung after': 3,
  'killed before': 20,
  'killed after': 40,
};

/** Name of the fault in reports when the whole service is unreachable. */
export const CUT_OFF = 'cut off';

export const faultNames = Object.keys(weights) as FaultName[];

/**
 * Probability of a fault relative to other writes. Transactions get most, since they change money and mailings and are
 * few. Reads can be repeated, and pollers read all the time.
 */
const likelihoods = [
  { operations: /^TransactWriteItems$/, times: 2.5 },
  { operations: /^(Get|BatchGet|Query|List|Describe|Head|Receive|Decrypt$|GET$|HEAD$)/, times: 0.1 },
];

const LONGEST_DELAY_MS = 30;

/** Fault probabilities; the seed picks one. */
const chances = [0.05, 0.15, 0.3];

/** A service that is unreachable between two virtual instants. */
interface Partition {
  service: string;
  from: number;
  to: number;
}

/** A call and its fault: `<function>/<service>/<operation>/<number of that call in the season>`. */
export type Strikes = ReadonlyMap<string, FaultName>;

/** What a storm did, for the report. */
export interface Damage {
  /** `<fault> · <function> · <service> <operation>` → how often; for an unreachable service the fault is `cut off`. */
  byPoint: ReadonlyMap<string, number>;
  strikes: Strikes;
  faults: number;
  kills: number;
}

/**
 * Decides which calls of functions fail, and how. Each decision depends only on the seed and the call, whatever other
 * calls there are, so that a season can be repeated with some of its faults.
 */
export class Storm {
  readonly #seed: number;
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #chance: number;
  readonly #only: Strikes | undefined;
  readonly #partitions: Partition[] = [];
  readonly #calls = new Map<string, number>();
  readonly #byPoint = new Map<string, number>();
  readonly #strikes = new Map<string, FaultName>();
  #kills = 0;
  #isRaging = false;

  /**
   * @param now virtual time
   * @param only the faults that occur, instead of those that the seed decides
   */
  constructor(seed: number, now: () => number, only?: Strikes) {
    this.#seed = seed;
    this.#random = seeded(seed);
    this.#now = now;
    this.#only = only;
    this.#chance = oneOf(chances, this.#random);
  }

  readonly interference: Interference = (call) => {
    if (!this.#isRaging) return undefined;
    const { functionName, service, operation } = call;
    const kind = `${functionName}/${service}/${operation}`;
    const count = (this.#calls.get(kind) ?? 0) + 1;
    this.#calls.set(kind, count);
    const key = `${kind}/${count}`;
    const random = seeded(this.#seed ^ hashOf(key));
    const isCutOff = !this.#only && this.#isCutOff(service);
    const name = this.#only ? this.#only.get(key) : isCutOff ? 'error before' : this.#drawn(call, random);
    if (!name) return undefined;
    this.#strikes.set(key, name);
    const point = `${isCutOff ? CUT_OFF : name} · ${functionName} · ${service} ${operation}`;
    this.#byPoint.set(point, (this.#byPoint.get(point) ?? 0) + 1);
    if (name.startsWith('killed')) this.#kills++;
    return faultOf(name, call, random);
  };

  rage(): void {
    this.#isRaging = true;
  }

  calm(): void {
    this.#isRaging = false;
  }

  /** Cuts one service off for as long, in virtual milliseconds. */
  cutOff(milliseconds: number): void {
    const from = this.#now();
    this.#partitions.push({ service: oneOf(SERVICES, this.#random), from, to: from + milliseconds });
  }

  get damage(): Damage {
    const faults = [...this.#byPoint.values()].reduce((sum, count) => sum + count, 0);
    return { byPoint: this.#byPoint, strikes: this.#strikes, faults, kills: this.#kills };
  }

  #isCutOff(service: string): boolean {
    const instant = this.#now();
    return this.#partitions.some((cut) => cut.service === service && cut.from <= instant && instant < cut.to);
  }

  #drawn({ operation }: FunctionCall, random: () => number): FaultName | undefined {
    const { times } = likelihoods.find(({ operations }) => operations.test(operation)) ?? { times: 1 };
    if (random() >= this.#chance * times) return undefined;
    let left = random() * faultNames.reduce((sum, name) => sum + weights[name], 0);
    return faultNames.find((name) => (left -= weights[name]) < 0);
  }
}

function faultOf(name: FaultName, { service }: FunctionCall, random: () => number): Fault {
  const effect = name.endsWith('after');
  switch (name) {
    case 'slow':
      return { kind: 'slow', milliseconds: random() * LONGEST_DELAY_MS };
    case 'error before':
      return { kind: 'error', effect, error: oneOf(refusals(service), random) };
    case 'error after':
      return { kind: 'error', effect, error: failure };
    case 'disconnected before':
    case 'disconnected after':
      return { kind: 'disconnected', effect };
    case 'hung before':
    case 'hung after':
      return { kind: 'hung', effect };
    case 'killed before':
    case 'killed after':
      return { kind: 'killed', effect };
  }
}

function oneOf<T>(members: readonly T[], random: () => number): T {
  return members[Math.floor(random() * members.length)]!;
}

/** FNV-1a of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const unit of text) hash = Math.imul(hash ^ unit.codePointAt(0)!, 0x01000193);
  return hash;
}

/** The service does not say whether it did what it was asked. */
const failure = new AwsError('InternalServerError', 'Internal server error', 500);

/** The response of each service that does nothing. */
function refusals(service: string): AwsError[] {
  const unavailable = new AwsError('ServiceUnavailable', 'Service is unavailable', 503);
  const throttling: Record<string, AwsError> = {
    dynamodb: new AwsError('ProvisionedThroughputExceededException', 'Throughput exceeds the current capacity', 400),
    s3: new AwsError('SlowDown', 'Please reduce your request rate.', 503),
  };
  return [unavailable, throttling[service] ?? new AwsError('ThrottlingException', 'Rate exceeded', 400)];
}
