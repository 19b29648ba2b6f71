import { createHash } from 'node:crypto';

/**
 * Cases of which there are many of one kind: all of them, or, where `CASES` is set, so many as it chooses. `.ci/run` sets it
 * to the commit, so that every commit tries others, and a commit that fails the same ones again.
 */
export function someOf<Case>(cases: readonly Case[], count: number): Case[] {
  const { CASES } = process.env;
  if (CASES === undefined) return [...cases];
  const ranks = cases.map((_, index) => createHash('sha256').update(`${CASES} ${index}`).digest('hex'));
  const chosen = new Set([...ranks].sort().slice(0, count));
  return cases.filter((_, index) => chosen.has(ranks[index]!));
}
