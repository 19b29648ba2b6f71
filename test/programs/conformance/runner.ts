import type { Check, Later } from './check.ts';
import { Broken, NotTestable } from './expectations.ts';
import { observedRules } from './observations.ts';
import type { Rule } from './rules.ts';
import type { World } from './world.ts';

export type Outcome = 'pass' | 'fail' | 'not testable';

/** The outcome of one check. */
export interface Finding {
  title: string;
  outcome: Outcome;
  /** Why it failed or could not be tested. */
  reason: string | null;
  seconds: number;
}

/**
 * The outcome of one rule: failed if one check failed, passed if one passed and none failed, otherwise not testable.
 */
export interface Result extends Rule {
  outcome: Outcome;
  reason: string | null;
  findings: Finding[];
}

export interface Plan {
  rules: readonly Rule[];
  checks: readonly Check[];
  /** Why a rule has no check, by its id. */
  untestable: Readonly<Record<string, string>>;
}

export interface Watch {
  /** Called before each check. */
  begins?: (done: number, total: number) => void;
  /** Ends the run after the current check. */
  signal?: AbortSignal;
  /** Removes secrets from a reason. */
  redact: (reason: string) => string;
}

/**
 * Runs all checks one after another, and last those that advance the clock: first all of them start, then the clock
 * advances from one question to the next. A run thus advances the clock only once, however many checks look at later
 * times.
 */
export async function run(world: World, { rules, checks, untestable }: Plan, watch: Watch): Promise<Result[]> {
  const findings = new Map<Check, Finding>();
  const later: { check: Check; next: Later }[] = [];
  const judge = async (check: Check, question: () => Promise<Later | void>) => {
    const begun = performance.now();
    const before = findings.get(check)?.seconds ?? 0;
    const found = await outcomeOf(question, watch.redact);
    const { next, ...ended } = found;
    // A check that waits for its time has no outcome yet; it keeps this one when the run is interrupted.
    const outcome = next ? { outcome: 'not testable' as const, reason: 'the run was interrupted' } : ended;
    findings.set(check, { title: check.title, ...outcome, seconds: before + (performance.now() - begun) / 1_000 });
    if (next) later.push({ check, next });
  };
  const ordered = [...checks].sort((one, other) => Number(winds(one)) - Number(winds(other)));
  for (const [index, check] of ordered.entries()) {
    if (watch.signal?.aborted) break;
    watch.begins?.(index, ordered.length);
    const missing = world.missing(check.needs);
    await judge(check, async () => {
      if (missing !== undefined) throw new NotTestable(missing);
      return check.run(world);
    });
  }
  while (later.length > 0 && !watch.signal?.aborted) {
    later.sort((one, other) => one.next.at - other.next.at);
    const { check, next } = later.shift()!;
    await judge(check, async () => {
      await world.operator.advance(new Date(next.at).toISOString());
      return next.look();
    });
  }
  return rules.map((rule) => resultOf(rule, checks, findings, world, untestable));
}

const winds = ({ needs }: Check) => needs.includes('clock');

async function outcomeOf(question: () => Promise<Later | void>, redact: Watch['redact']) {
  try {
    return { outcome: 'pass' as const, reason: null, next: (await question()) ?? undefined };
  } catch (error) {
    if (error instanceof NotTestable)
      return { outcome: 'not testable' as const, reason: redact(error.message), next: undefined };
    // A response may lack a field that a check reads: then the check fails.
    const reason = error instanceof Broken ? error.message : `${(error as Error).name}: ${(error as Error).message}`;
    return { outcome: 'fail' as const, reason: redact(reason), next: undefined };
  }
}

function resultOf(
  rule: Rule,
  checks: readonly Check[],
  findings: ReadonlyMap<Check, Finding>,
  world: World,
  untestable: Plan['untestable'],
): Result {
  const own = checks.filter((check) => check.rule === rule.id).flatMap((check) => findings.get(check) ?? []);
  const faults = observedRules.includes(rule.id) ? world.observations.of(rule.id) : [];
  const seen = faults.map((reason): Finding => ({
    title: 'every answer of the run',
    outcome: 'fail',
    reason,
    seconds: 0,
  }));
  const all = [...own, ...seen];
  const failed = all.find(({ outcome }) => outcome === 'fail');
  const passed = all.some(({ outcome }) => outcome === 'pass');
  const outcome = failed ? 'fail' : passed ? 'pass' : 'not testable';
  const reason = failed?.reason ?? (passed ? null : (untestable[rule.id] ?? all[0]?.reason ?? 'was not run'));
  return { ...rule, outcome, reason, findings: all };
}
