import { describe, expect, test } from '@jest/globals';
import { type Attempt, attemptStep } from '../support/runner/ci/attempts.ts';
import { Outputs } from '../support/runner/ci/output.ts';
import { runSteps, secondsOf } from '../support/runner/ci/schedule.ts';
import type { Step } from '../support/runner/ci/steps.ts';

const step = (name: string, more: Partial<Step> = {}): Step => ({
  name,
  command: [name],
  processors: 1,
  seconds: 10,
  limitMinutes: 20,
  ...more,
});

/** Runs steps by hand: what has started, and how a step ends. */
function controlled(steps: readonly Step[]) {
  const started: string[] = [];
  const ends = new Map<string, (passed: boolean) => void>();
  const results = runSteps(steps, ({ name }) => {
    started.push(name);
    return new Promise((resolve) => ends.set(name, resolve));
  });
  const end = async (name: string, passed = true) => {
    ends.get(name)!(passed);
    await new Promise(setImmediate);
  };
  return { started, end, results };
}

describe('steps', () => {
  test('run two at once, in their order, and one that keeps both processors busy alone', async () => {
    const { started, end, results } = controlled([step('a'), step('b'), step('both', { processors: 2 }), step('c')]);
    expect(started).toEqual(['a', 'b']);
    await end('b');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(started).toEqual(['a', 'b', 'c']);
    await end('c');
    expect(started).toEqual(['a', 'b', 'c', 'both']);
    await end('both');
    expect([...(await results)].map(([, result]) => result)).toEqual(['passed', 'passed', 'passed', 'passed']);
  });

  test('that wait for the network run beside any others', async () => {
    const steps = [step('both', { processors: 2 }), step('download', { processors: 0 })];
    const { started, end, results } = controlled(steps);
    expect(started).toEqual(['both', 'download']);
    await end('both');
    await end('download');
    expect((await results).size).toBe(2);
  });

  test('wait for those before them, whatever their result', async () => {
    const { started, end, results } = controlled([step('first'), step('then', { after: ['first'] })]);
    expect(started).toEqual(['first']);
    await end('first', false);
    expect(started).toEqual(['first', 'then']);
    await end('then');
    expect(await results).toEqual(
      new Map([
        ['first', 'failed'],
        ['then', 'passed'],
      ]),
    );
  });

  test('do not run without what they need, and neither do those that need them', async () => {
    const steps = [
      step('last', { needs: ['middle'] }),
      step('middle', { needs: ['tools'] }),
      step('other'),
      step('tools'),
    ];
    const { started, end, results } = controlled(steps);
    await end('tools', false);
    await end('other');
    expect(started).toEqual(['other', 'tools']);
    expect(Object.fromEntries(await results)).toEqual({
      last: 'not run',
      middle: 'not run',
      other: 'passed',
      tools: 'failed',
    });
  });

  test('run although a step before them is left to other commits', async () => {
    const { started, end } = controlled([step('then', { after: ['left'], needs: ['left too'] })]);
    expect(started).toEqual(['then']);
    await end('then');
  });

  test('take as long as their longest row', () => {
    const steps = [
      step('long', { seconds: 100 }),
      step('short'),
      step('short too', { seconds: 20 }),
      step('both', { processors: 2, seconds: 30 }),
      step('after', { after: ['both'], seconds: 5 }),
    ];
    expect(secondsOf(steps)).toBe(135);
    expect(secondsOf([])).toBe(0);
  });
});

describe('an attempt', () => {
  const passing: Attempt = { succeeded: true, stopped: false, passed: 10, failed: 0, failedFiles: [] };
  const failing = (...failedFiles: string[]): Attempt => ({
    ...passing,
    succeeded: false,
    passed: 8,
    failed: 2,
    failedFiles,
  });
  const stopped: Attempt = { ...failing(), passed: 0, failed: 0, stopped: true };
  const jest = step('npm test', { isJest: true });
  const download = step('npm run download', { downloads: true });

  /** The outcome of the attempts, and what was attempted. */
  async function outcomeOf(each: Step, ...attempts: Attempt[]) {
    const tried: [string, string | undefined][] = [];
    const outcome = await attemptStep(each, async ({ env }, title) => {
      tried.push([title, env?.TEST_FILES]);
      return attempts[tried.length - 1]!;
    });
    return { outcome, tried };
  }

  test('that passes is not repeated', async () => {
    const { outcome, tried } = await outcomeOf(jest, passing);
    expect(outcome).toEqual({ succeeded: true, passed: 10, failed: 0, unsteady: [] });
    expect(tried).toEqual([['npm test', undefined]]);
  });

  test('with one or two failed files runs these again, alone, and calls them unsteady if they pass', async () => {
    const { outcome, tried } = await outcomeOf(jest, failing('a', 'b'), { ...passing, passed: 4 });
    expect(outcome).toEqual({ succeeded: true, passed: 10, failed: 0, unsteady: ['a', 'b'] });
    expect(tried).toEqual([
      ['npm test', undefined],
      ['again, alone: a b', 'a b'],
    ]);
  });

  test('fails if these fail again, with the counts of the whole run', async () => {
    const { outcome } = await outcomeOf(jest, failing('a'), { ...failing('a'), passed: 1, failed: 1 });
    expect(outcome).toEqual({ succeeded: false, passed: 8, failed: 2, unsteady: [] });
  });

  test.each([
    ['three failed files', jest, failing('a', 'b', 'c'), { passed: 8, failed: 2 }],
    ['no failed file', jest, failing(), { passed: 8, failed: 2 }],
    ['another program', step('npm run check'), { ...failing('a'), passed: 0, failed: 0 }, { passed: 0, failed: 1 }],
    ['a stop, without downloads', jest, stopped, { passed: 0, failed: 1 }],
  ])('with %s fails at once', async (_, each, attempt, counts) => {
    const { outcome, tried } = await outcomeOf(each, attempt);
    expect(outcome).toEqual({ succeeded: false, ...counts, unsteady: [] });
    expect(tried).toHaveLength(1);
  });

  test('that downloads and is stopped runs once more', async () => {
    const once = await outcomeOf(download, stopped, passing);
    expect(once.outcome).toEqual({
      succeeded: true,
      passed: 10,
      failed: 0,
      unsteady: ['npm run download (stopped after 20 minutes)'],
    });
    const twice = await outcomeOf(download, stopped, stopped);
    expect(twice.outcome).toMatchObject({ succeeded: false, failed: 1 });
    expect(twice.tried).toHaveLength(2);
  });
});

test('the output of parallel steps follows one another, and tells at once what starts', () => {
  let written = '';
  const outputs = new Outputs((text) => (written += text));
  const first = outputs.open('first');
  const second = outputs.open('second');
  second.write('of the second\n');
  first.write('of the first\n');
  expect(written).toBe('\n== first\n\n(in parallel: second)\nof the first\n');
  second.end();
  expect(written).not.toContain('of the second');
  first.end();
  const third = outputs.open('third');
  third.write('of the third\n');
  expect(written.slice(written.indexOf('of the first'))).toBe(
    'of the first\n\n== second\nof the second\n\n== third\nof the third\n',
  );
});
