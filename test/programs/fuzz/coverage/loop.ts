import type { Coverage } from './coverage.ts';
import { chanceOf, mutated } from './mutations.ts';
import type { Target } from './targets.ts';

/** An input that the parser may not answer so. */
export interface Finding {
  input: Buffer;
  what: string;
}

export interface Season {
  tries: number;
  /** Stretches of code that were reached. */
  reached: number;
  /** Inputs that reached something new, the first ones first. */
  kept: Buffer[];
  findings: Finding[];
}

/** Asking V8 takes milliseconds, and nearly every input reaches nothing new. */
const TRIES_AT_ONCE = 25;
/** A parser of small inputs that takes this long on an idle machine would stop a function. */
const LONGEST_MS = 2_000;

/** What happens to a target with an input: undefined if it is as it should be. */
export async function tried(target: Target, input: Buffer): Promise<string | undefined> {
  const began = process.cpuUsage();
  try {
    await target.run(input);
  } catch (error) {
    if (!target.refuses?.(error)) return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
  const { user, system } = process.cpuUsage(began);
  const milliseconds = (user + system) / 1_000;
  return milliseconds > LONGEST_MS * (target.slowness ?? 1) ? `took ${milliseconds} ms of processor time` : undefined;
}

/** Tries inputs until an instant, and goes on from those that reach new code. */
export async function season(
  target: Target,
  coverage: Coverage,
  { corpus, seed, until }: { corpus: readonly Buffer[]; seed: number; until: number },
): Promise<Season> {
  const chance = chanceOf(seed);
  const known = new Set<string>();
  const kept: Buffer[] = [];
  const findings = new Map<string, Finding>();
  let tries = 0;

  const attempt = async (input: Buffer) => {
    tries += 1;
    const what = await tried(target, input);
    // One for each place of the code.
    const place = what
      ?.split('\n')
      .slice(0, 3)
      .join('\n')
      .replace(/\d+ ms/, '');
    if (what !== undefined && !findings.has(place!)) findings.set(place!, { input, what });
  };
  const isNew = async () => {
    const fresh = (await coverage.take()).filter((each) => !known.has(each));
    fresh.forEach((each) => known.add(each));
    return fresh.length > 0;
  };

  for (const input of corpus) {
    await attempt(input);
    await isNew();
  }
  const pool = [...corpus];
  const batchOf = target.slowness ? 1 : TRIES_AT_ONCE;
  while (Date.now() < until) {
    const batch = Array.from({ length: batchOf }, () => mutated(pool, chance, target));
    const before = new Set(known);
    for (const input of batch) await attempt(input);
    if (!(await isNew())) continue;
    // Which of them was it?
    known.clear();
    before.forEach((each) => known.add(each));
    for (const input of batch) {
      await tried(target, input);
      if (!(await isNew())) continue;
      pool.push(input);
      kept.push(input);
    }
  }
  return { tries, reached: known.size, kept, findings: [...findings.values()] };
}
