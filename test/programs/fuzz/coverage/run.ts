import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openCoverage } from './coverage.ts';
import { season } from './loop.ts';
import { targets } from './targets.ts';

/**
 * `npm run fuzz -- --minutes 10`: every parser of strangers' bytes, each for so many minutes, guided by the code that its
 * inputs reach. Findings are kept in `.build/fuzz`; `--keep` adds small inputs that reached new code to the corpus.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    target: { type: 'string', multiple: true, default: Object.keys(targets) },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    keep: { type: 'boolean', default: false },
  },
});

const repository = resolve(import.meta.dirname, '../../../..');
const corpora = join(import.meta.dirname, 'corpus');
/** Of a target, in the repository. */
const MOST_KEPT = 20;
const LONGEST_KEPT = 2_048;

const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('--minutes takes a number above 0');
const nameOf = (input: Buffer) => createHash('sha256').update(input).digest('hex').slice(0, 16);

function store(folder: string, input: Buffer): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, nameOf(input));
  writeFileSync(path, input);
  return path;
}

// Libraries that parse count as well.
const coverage = await openCoverage((url) => url.startsWith('file:') && !url.includes('/test/'));
let faults = 0;
for (const name of values.target) {
  const target = targets[name];
  if (!target) throw new Error(`there is no target ${name}; there are ${Object.keys(targets).join(', ')}`);
  const folder = join(corpora, name);
  const stored = existsSync(folder) ? readdirSync(folder) : [];
  const corpus = [...target.seeds, ...stored.map((each) => readFileSync(join(folder, each)))];
  const until = Date.now() + minutes * 60_000;
  const { tries, reached, kept, findings } = await season(target, coverage, {
    corpus,
    seed: Number(values.seed),
    until,
  });
  console.log(`${name}: ${tries} inputs, ${reached} stretches of code, ${kept.length} new, ${findings.length} faults`);
  for (const { input, what } of findings) {
    const path = store(join(repository, '.build/fuzz', name), input);
    console.log(`  ${path} (${input.length} bytes, seed ${values.seed})\n  ${what.replaceAll('\n', '\n  ')}`);
  }
  faults += findings.length;
  const small = kept.filter(({ length }) => length <= LONGEST_KEPT).slice(0, Math.max(0, MOST_KEPT - stored.length));
  if (values.keep) for (const input of small) store(folder, input);
}
coverage.close();
process.exitCode = faults > 0 ? 1 : 0;
