import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const root = resolve(import.meta.dirname, '../../..');

/** Some subjects before this commit are longer. */
const HELD_SINCE = 'c0c2ff6e23b1a6c5056b45e9e2cff26c3053f8de';
const LONGEST_SUBJECT = 72;

const git = (...words: string[]) => spawnSync('git', words, { cwd: root, encoding: 'utf8' });

/** A shallow clone may contain only later commits: then all of them are checked. */
function subjects(): string[] {
  const reachesBack = git('merge-base', '--is-ancestor', HELD_SINCE, 'HEAD').status === 0;
  const { error, status, stdout, stderr } = git('log', '--format=%s', reachesBack ? `${HELD_SINCE}..HEAD` : 'HEAD');
  if (status !== 0) throw error ?? new Error(stderr);
  return stdout.split('\n').filter(Boolean);
}

const hasHistory = existsSync(join(root, '.git'));
const judge = hasHistory ? test : test.skip;

judge(
  `each commit subject has at most 72 characters${hasHistory ? '' : ' (skipped: this copy has no git history)'}`,
  () => {
    expect(subjects().filter((subject) => [...subject].length > LONGEST_SUBJECT)).toEqual([]);
  },
);
