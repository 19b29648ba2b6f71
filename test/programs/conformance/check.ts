import type { Need, World } from './world.ts';

/** The part of a check that runs after time has passed. */
export interface Later {
  /** Instant of the service's clock, in epoch milliseconds. */
  at: number;
  look: () => Promise<Later | void>;
}

/** One question to a deployment, whose result a customer can see. */
export interface Check {
  rule: string;
  /** What must hold. */
  title: string;
  needs: readonly Need[];
  run: (world: World) => Promise<Later | void>;
}

type Run = Check['run'];

/** A check of a rule; its needs, if any, come before the question. */
export function check(rule: string, title: string, ...rest: [Run] | [readonly Need[], Run]): Check {
  const [wanted, run] = rest.length === 1 ? [[], rest[0]] : rest;
  return { rule, title, needs: wanted, run };
}
