/**
 * `npm run upgrade:test -- --from <commit>`: runs the service of an older commit, this one's, the older one's again and this
 * one's over the same data (docs/evolving-data.md).
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { freePort } from '@malote/local-cloud/free-port.ts';
import { localAssembly } from '../../../lib/programs/local-service/assembly.ts';
import { upgrade } from './upgrade.ts';

const repository = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

const say = (line: string) => void process.stdout.write(`${line}\n`);
const { values } = parseArgs({ options: { from: { type: 'string' } } });
if (values.from === undefined) throw new Error('--from needs a commit or a tag');
const directory = await mkdtemp(join(tmpdir(), 'malote-upgrade-'));
const older = join(directory, 'older');
try {
  const { stdout } = await run('git', ['rev-parse', '--short', `${values.from}^{commit}`], { cwd: repository });
  const from = { name: stdout.trim(), assembly: join(directory, 'older.out') };
  await run('git', ['worktree', 'add', '--detach', older, from.name], { cwd: repository });
  // Its dependencies are those of today, and so is the local cloud that runs its functions.
  await symlink(join(repository, 'node_modules'), join(older, 'node_modules'));
  await run(process.execPath, [join(older, 'lib/programs/local-service/synthesize.ts'), from.assembly], { cwd: older });
  const to = { name: 'this commit', assembly: await localAssembly(join(directory, 'this.out')) };
  const findings = await upgrade({
    releases: [from, to, from, to],
    data: join(directory, 'data'),
    port: await freePort(),
    print: (line) => say(`${(performance.now() / 1000).toFixed(1).padStart(5)} s  ${line}`),
  });
  for (const finding of findings) say(`  ${finding}`);
  say(findings.length === 0 ? 'Nothing was refused, lost, doubled or left standing.' : `${findings.length} findings`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} finally {
  await run('git', ['worktree', 'remove', '--force', older], { cwd: repository }).catch(() => undefined);
  await rm(directory, { recursive: true, force: true });
}
