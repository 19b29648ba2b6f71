import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { OPENAPI_FILE } from '../../../lib/programs/openapi/files.ts';
import { run } from '../aws/processes.ts';
import { additions, breaks } from './changes.ts';
import { comparable, type Description } from './comparable.ts';

/**
 * `npm run test:description`: oasdiff compares the description with the one that customers have, kept beside this file.
 * What would break their programs fails (rule REQ-18). `--agree` keeps today's description instead, once a release has
 * said in its changelog what it breaks.
 */
const { values } = parseArgs({ options: { agree: { type: 'boolean', default: false } } });

const OASDIFF = 'github.com/oasdiff/oasdiff@v1.38.0';
const repository = resolve(import.meta.dirname, '../../..');
const folder = join(repository, '.build/description');
const kept = join(import.meta.dirname, 'agreed.json.gz');
const today = join(repository, OPENAPI_FILE);

interface Finding {
  id: string;
  text: string;
  operation: string;
  path: string;
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Levels of oasdiff: a warning may break a program that checks more than it reads, an error breaks any. */
const ERROR = 3;

async function breakingChanges(before: Description, after: Description): Promise<Finding[]> {
  const [base, revision] = [join(folder, 'before.json'), join(folder, 'after.json')];
  writeFileSync(base, JSON.stringify(comparable(before)));
  writeFileSync(revision, JSON.stringify(comparable(after)));
  const found = join(folder, 'found.json');
  // Its own exit codes say nothing of changes unless `--fail-on` is given.
  await run('sh', [
    '-c',
    `"${join(folder, 'oasdiff')}" breaking "$0" "$1" --flatten-allof -f json > "$2"`,
    base,
    revision,
    found,
  ]);
  const changes = JSON.parse(readFileSync(found, 'utf8')) as (Finding & { level: number })[] | null;
  return (changes ?? []).filter(({ level }) => level === ERROR);
}

const read = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString('utf8')) as Description;

/** @returns faults of the guard itself: a break that it does not see, or an addition that it takes for one */
async function faultsOfGuard(): Promise<string[]> {
  const faults: string[] = [];
  for (const [what, change] of Object.entries({ ...breaks, ...additions })) {
    const before = read(readFileSync(today));
    const after = structuredClone(before);
    change(after);
    const isSeen = (await breakingChanges(before, after)).length > 0;
    if (isSeen !== what in breaks) faults.push(`${what}: ${isSeen ? 'is taken for a break' : 'is not seen'}`);
  }
  return faults;
}

mkdirSync(folder, { recursive: true });
if (values.agree) {
  writeFileSync(kept, gzipSync(readFileSync(today), { level: 9 }));
  print('Customers now have today’s description.');
} else {
  await run('env', [`GOBIN=${folder}`, 'go', 'install', OASDIFF]);
  const faults = await faultsOfGuard();
  const found = await breakingChanges(read(gunzipSync(readFileSync(kept))), read(readFileSync(today)));
  for (const fault of faults) print(`The guard: ${fault}`);
  for (const { operation, path, text, id } of found) print(`${operation} ${path}: ${text} (${id})`);
  const checks = Object.keys(breaks).length + Object.keys(additions).length;
  print(`${checks - faults.length} of ${checks} seeded changes judged rightly; ${found.length} breaking changes.`);
  process.exitCode = faults.length + found.length > 0 ? 1 : 0;
}
