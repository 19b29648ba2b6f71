import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { localAssembly } from '../../../lib/programs/local-service/assembly.ts';
import { violationsOf } from './oracle.ts';
import { type Ended, replaySeason, type Step } from './replay.ts';

const SEED = 3;

let directory: string;
let options: Parameters<typeof replaySeason>[1];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'malote-replay-'));
  options = { assembly: await localAssembly(directory), orders: 1, storms: 1, log: () => undefined };
});
afterAll(() => rm(directory, { recursive: true }));

function lived(ended: Ended): Extract<Ended, { kind: 'lived' }> {
  if (ended.kind !== 'lived') throw new Error('the season was stopped');
  return ended;
}

test('a season repeats bit for bit in another process at the same time, faults included', async () => {
  const [one, again] = (await Promise.all([replaySeason(SEED, options), replaySeason(SEED, options)])).map(lived);
  expect(one!.aftermath.damage.faults).toBeGreaterThan(10);
  expect(violationsOf(one!.aftermath)).toEqual([]);
  expect(again).toEqual(one);
});

test('a season that stops at a step shows the table as it was then', async () => {
  const steps: Step[] = [];
  const until = 'DynamoDB_20120810.TransactWriteItems';
  const ended = await replaySeason(SEED, { ...options, until, onStep: (step) => steps.push(step) });
  expect(steps.filter(({ step }) => step.includes(until))).toEqual([steps.at(-1)]);
  const kinds = ended.kind === 'stopped' ? ended.items.map(({ kind }) => (kind as { S?: string } | undefined)?.S) : [];
  // The account of every local service; nobody has ordered anything.
  expect(kinds).toContain('account');
  expect(kinds).not.toContain('letter');
});
