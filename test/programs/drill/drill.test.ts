import { expect, test } from '@jest/globals';
import { temporaryDirectory } from '@malote/local-cloud/test/support/assembly.ts';
import { assembly } from '../../support/own-service.ts';
import { rehearse } from './drill.ts';

/** Two services, a synthesis, and two months of the clock: half a minute on an idle machine. */
const DRILL_MS = 300_000;

test(
  'a lost table is restored to a second, and mail and money continue with it',
  async () => {
    const steps: string[] = [];
    await rehearse({ assembly, directory: temporaryDirectory(), print: (line) => steps.push(line) });
    expect(steps.at(-3)).toBe('The audit finds no difference.');
    expect(steps.at(-2)).toMatch(/^RPO: no write/);
    expect(steps.at(-1)).toMatch(/^RTO: \d+\.\d s here: .*, \d+ executions/);
  },
  DRILL_MS,
);
