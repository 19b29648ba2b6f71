import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import measured from './seconds.json' with { type: 'json' };
import { inTurn } from './turns.ts';

const repository = resolve(import.meta.dirname, '../../..');

interface Project {
  displayName: string;
  testMatch: string[];
}

interface Suite {
  /** Of `jest.config.js`. */
  project: string;
  /** Parts of paths; without them, all files of the project. */
  only?: readonly string[];
  /** Parts of the paths of files that every commit runs: changes break these most often. */
  always: readonly string[];
  /** For one commit, on one processor, with what always runs. */
  seconds: number;
}

/** The suites whose files take turns in CI: they take longest, or repeat tests on another database. */
export const suites = {
  cloud: {
    project: 'cloud',
    always: ['test/cloud/infra/grants.', 'test/cloud/infra/template.', 'iam-enforcement.'],
    seconds: 140,
  },
  programs: {
    project: 'programs',
    // It takes a tenth of a second, and a subject cannot be corrected later.
    always: ['test/programs/commits/'],
    seconds: 240,
  },
  'dynamodb-local': {
    project: 'modules',
    only: [
      'test/modules/charging',
      'test/modules/data',
      'test/modules/http/idempotency',
      'test/modules/production',
      'test/modules/webhooks',
      'test/modules/workers',
    ],
    always: [],
    seconds: 40,
  },
} as const satisfies Record<string, Suite>;
export type SuiteName = keyof typeof suites;
export const suiteNames = Object.keys(suites) as SuiteName[];

/** Of one processor, on an idle machine, by `.ci/run --all`. */
export type Seconds = Partial<Record<string, number>>;

/** Test files of a suite, relative to the repository. */
export async function filesOf(name: SuiteName): Promise<string[]> {
  const { project, only }: Suite = suites[name];
  const config = (await import(pathToFileURL(join(repository, 'jest.config.js')).href)) as {
    default: { projects: Project[] };
  };
  const { testMatch } = config.default.projects.find(({ displayName }) => displayName === project)!;
  const patterns = testMatch.map((pattern) => pattern.replace('<rootDir>/', ''));
  return globSync(patterns, { cwd: repository })
    .filter((path) => only === undefined || only.some((part) => path.includes(part)))
    .sort();
}

/** The files that run for a commit, and how long they take one processor; without `cases` all of them. */
export function turnsOf(
  name: SuiteName,
  files: readonly string[],
  cases: string | undefined,
  seconds: Seconds = measured[name],
): { files: string[]; seconds: number } {
  const { always, seconds: budget }: Suite = suites[name];
  const known = files.flatMap((file) => seconds[file] ?? []).sort((one, other) => one - other);
  const usual = known[Math.floor(known.length / 2)] ?? 1;
  const turns = files.map((file) => ({ name: file, seconds: seconds[file] ?? usual }));
  const fixed = turns.filter((turn) => always.some((part) => turn.name.includes(part)));
  const others = turns.filter((turn) => !fixed.includes(turn));
  const left = budget - sumOf(fixed);
  const due = [...fixed, ...inTurn(others, left, cases && `${cases} ${name}`)];
  return { files: due.map((turn) => turn.name).sort(), seconds: sumOf(due) };
}

const sumOf = (turns: readonly { seconds: number }[]): number => turns.reduce((sum, { seconds }) => sum + seconds, 0);
