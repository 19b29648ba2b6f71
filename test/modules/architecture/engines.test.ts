import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { minVersion, satisfies } from 'semver';

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Package {
  engines?: { node?: string };
  /** Systems on which npm installs it; all unless given. */
  os?: string[];
}

/** Systems that the README names; WSL is Linux. */
const systems = ['linux', 'darwin'];

const { devDependencies, engines } = JSON.parse(read('package.json')) as {
  devDependencies: Record<string, string>;
  engines: { node: string };
};
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
const pinned = devDependencies.node!;
/** Every package for these systems that says which Node it runs on, ours included: `[path, range]`. */
const ranges = Object.entries(packages).flatMap(
  ([path, { engines: { node } = {}, os = systems }]): [string, string][] =>
    node === undefined || !os.some((name) => systems.includes(name)) ? [] : [[path, node]],
);
const oldestMajor = (range: string) => minVersion(range)!.major;

describe('Node', () => {
  test('in its pinned version runs every package of the lock file', () => {
    expect(ranges.length).toBeGreaterThan(100);
    expect(ranges.filter(([, range]) => !satisfies(pinned, range))).toEqual([]);
  });

  test('has the version that the README names, in npm, in the packages and in everything that runs here', () => {
    const readme = read('README.md');
    const most = Math.max(...ranges.map(([, range]) => oldestMajor(range)));
    expect(readme).toContain(`You need Node ${oldestMajor(engines.node)} or newer`);
    expect(readme).toContain(`everything else runs on Node ${pinned.split('.')[0]},`);
    expect(readme).toContain(`Some packages ask for at least Node ${most},`);
  });
});
