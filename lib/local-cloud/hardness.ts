import type { Latency } from './dynamodb/in-memory/item-locks.ts';

/** How strict the cloud is: like AWS, or stricter, so that code that barely works on AWS fails here. */
export type Hardness = 'usual' | 'hard';

interface Measures {
  /** Share of each quota that the account has. */
  quotaShare: number;
  latencyFactor: number;
}

const measures: Readonly<Record<Hardness, Measures>> = {
  usual: { quotaShare: 1, latencyFactor: 1 },
  hard: { quotaShare: 0.5, latencyFactor: 4 },
};

export const hardnesses = Object.keys(measures) as Hardness[];

export function quotaShareOf(hardness: Hardness): number {
  return measures[hardness].quotaShare;
}

/** Requests of a transaction take 10 to 20 ms on AWS; a hard cloud has this latency even if none was requested. */
const awsLatency = { leastMs: 10, mostMs: 20 };

/** Undefined: requests take no time. */
export function latencyAt(hardness: Hardness, wanted: Latency | undefined): Latency | undefined {
  if (hardness === 'usual') return wanted;
  const { leastMs, mostMs, random } = wanted ?? { ...awsLatency, random: Math.random };
  const { latencyFactor } = measures[hardness];
  return { leastMs: leastMs * latencyFactor, mostMs: mostMs * latencyFactor, random };
}
