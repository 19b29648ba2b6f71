import type { Fault, FunctionCall, Interference } from '@malote/local-cloud/interference.ts';
import { AwsError } from '@malote/local-cloud/service.ts';

/** Services that a partition may cut off for a while. */
const SERVICES = ['dynamodb', 's3', 'sqs', 'events', 'states', 'kms'] as const;

type FaultName =
  | 'error before'
  | 'error after'
  | 'disconnected before'
  | 'disconnected after'
  | 'slow'
  | 'hung before'
  | 'hung after'
  | 'killed before'
  | 'killed after';

/** How often each fault comes beside the others. What costs seconds of real time comes seldom. */
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

/** Writes get most of the faults: what is read can be read again. */
const READS = /^(Get|BatchGet|Query|List|Describe|Head|GET$|HEAD$)/;
const SHARE_OF_READS = 0.3;

const LONGEST_DELAY_MS = 30;

/** How hard a seed's storm blows. */
const chances = [0.05, 0.15, 0.3];

/** A service that does not answer between two virtual instants. */
interface Partition {
  service: string;
  from: number;
  to: number;
}

/** What a storm did, for the report. */
export interface Damage {
  /** `<fault> · <function> · <service> <operation>` → how often. */
  byPoint: ReadonlyMap<string, number>;
  faults: number;
  kills: number;
}

/** Decides from a seeded generator which calls of functions go wrong, and how. */
export class Storm {
  readonly #random: () => number;
  readonly #now: () => number;
  readonly #chance: number;
  readonly #partitions: Partition[] = [];
  readonly #byPoint = new Map<string, number>();
  #kills = 0;
  #isRaging = false;

  /** @param now virtual time */
  constructor(random: () => number, now: () => number) {
    this.#random = random;
    this.#now = now;
    this.#chance = this.#oneOf(chances);
  }

  readonly interference: Interference = (call) => {
    if (!this.#isRaging) return undefined;
    const name = this.#isCutOff(call.service) ? 'error before' : this.#drawn(call);
    if (!name) return undefined;
    const point = `${name} · ${call.functionName} · ${call.service} ${call.operation}`;
    this.#byPoint.set(point, (this.#byPoint.get(point) ?? 0) + 1);
    if (name.startsWith('killed')) this.#kills++;
    return this.#fault(name, call);
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
    this.#partitions.push({ service: this.#oneOf(SERVICES), from, to: from + milliseconds });
  }

  get damage(): Damage {
    const faults = [...this.#byPoint.values()].reduce((sum, count) => sum + count, 0);
    return { byPoint: this.#byPoint, faults, kills: this.#kills };
  }

  #isCutOff(service: string): boolean {
    const instant = this.#now();
    return this.#partitions.some((cut) => cut.service === service && cut.from <= instant && instant < cut.to);
  }

  #drawn({ operation }: FunctionCall): FaultName | undefined {
    const chance = READS.test(operation) ? this.#chance * SHARE_OF_READS : this.#chance;
    if (this.#random() >= chance) return undefined;
    const names = Object.keys(weights) as FaultName[];
    let left = this.#random() * names.reduce((sum, name) => sum + weights[name], 0);
    return names.find((name) => (left -= weights[name]) < 0);
  }

  #fault(name: FaultName, { service }: FunctionCall): Fault {
    const effect = name.endsWith('after');
    switch (name) {
      case 'slow':
        return { kind: 'slow', milliseconds: this.#random() * LONGEST_DELAY_MS };
      case 'error before':
        return { kind: 'error', effect, error: this.#oneOf(refusals(service)) };
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

  #oneOf<T>(members: readonly T[]): T {
    return members[Math.floor(this.#random() * members.length)]!;
  }
}

/** The service does not say whether it did what it was asked. */
const failure = new AwsError('InternalServerError', 'Internal server error', 500);

/** What each service answers when it does nothing. */
function refusals(service: string): AwsError[] {
  const unavailable = new AwsError('ServiceUnavailable', 'Service is unavailable', 503);
  const throttling: Record<string, AwsError> = {
    dynamodb: new AwsError('ProvisionedThroughputExceededException', 'Throughput exceeds the current capacity', 400),
    s3: new AwsError('SlowDown', 'Please reduce your request rate.', 503),
  };
  return [unavailable, throttling[service] ?? new AwsError('ThrottlingException', 'Rate exceeded', 400)];
}
