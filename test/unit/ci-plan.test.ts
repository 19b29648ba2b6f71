import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Plan, planOf } from '../support/runner/ci/plan.ts';
import { stepsOf } from '../support/runner/ci/steps.ts';
import { filesOf, type SuiteName, suiteNames } from '../support/runner/suites.ts';

const steps = stepsOf({ bare: '/bare', python: 'python3.13', seed: 7 });
const commits = Array.from({ length: 300 }, (_, number) => `commit ${number}`);
let files: Record<SuiteName, string[]>;
let plans: Plan[];

beforeAll(async () => {
  const found = await Promise.all(suiteNames.map(async (name) => [name, await filesOf(name)]));
  files = Object.fromEntries(found) as typeof files;
  plans = commits.map((commit) => planOf(steps, files, commit));
});

const names = (plan: Plan) => plan.steps.map(({ name }) => name);

describe('the plan of CI', () => {
  test('runs everything without cases', () => {
    const plan = planOf(steps, files, undefined);
    expect([names(plan), plan.left]).toEqual([steps.map(({ name }) => name), []]);
    expect(plan.lines).toContain(`npm run test:programs: ${files.programs.length} of ${files.programs.length} files`);
  });

  test('takes less than 13 minutes for a commit on an idle machine, and 15 if long steps meet', () => {
    const minutes = plans.map(({ seconds }) => seconds / 60);
    expect(minutes.reduce((sum, each) => sum + each, 0) / minutes.length).toBeLessThan(13);
    expect(Math.max(...minutes)).toBeLessThan(15);
  });

  test('is the same for the same commit, and names the files and what is left to others', () => {
    const plan = planOf(steps, files, 'a1b2c3');
    expect(planOf(steps, files, 'a1b2c3')).toEqual(plan);
    expect(plan.lines).toContain('  test/programs/commits/subjects.test.ts');
    expect([...names(plan), ...plan.left].sort()).toEqual(steps.map(({ name }) => name).sort());
  });

  test('leaves no step and no file to others forever', () => {
    const every = [
      ...steps.map(({ name }) => name),
      ...suiteNames.flatMap((name) => files[name].map((file) => `  ${file}`)),
    ];
    const run = new Set(plans.flatMap((plan) => [...names(plan), ...plan.lines]));
    expect(every.filter((item) => !run.has(item))).toEqual([]);
  });

  test('runs the commands of the README first, with what the README asks for, and installs tools after them', () => {
    const [start, test, install] = steps;
    expect([start!.command.at(-1), test!.env]).toEqual(['/bare', { PATH: '/bare' }]);
    expect([test!.after, install!.after]).toEqual([[start!.name], [test!.name]]);
    const before = steps.filter(({ needs = [], after = [] }) => ![...needs, ...after].length);
    expect(before).toEqual([start]);
  });

  test('leaves LocalStack out without its Python', () => {
    const without = stepsOf({ bare: '/bare', python: undefined, seed: 7 }).map(({ name }) => name);
    const all = steps.map(({ name }) => name);
    expect(all.filter((name) => !without.includes(name))).toEqual(['npm run test:localstack']);
  });
});
