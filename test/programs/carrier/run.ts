import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { judge, type Verdict } from './judge.ts';
import { makeBatch } from './make-batch.ts';
import { orders, PROFILE } from './orders.ts';

/**
 * `npm run carrier:judge -- 100000 7` makes that many mailings of all ways from seed 7, in batches, and has every code and
 * every file read. It stops at the first batch with a complaint, which stays in `.build/carrier`.
 */
const PER_BATCH = 100;
const [count = 1000, seed = 1] = process.argv.slice(2).map(Number);
const home = resolve(import.meta.dirname, '../../../.build/carrier');
const read: Verdict['read'] = {};
let judged = 0;

for (let batch = 0; judged < count; batch++) {
  const folder = join(home, `batch-${batch}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(home, { recursive: true });
  const profile = { ...PROFILE, generation: batch % 2 === 0 ? ('gpost' as const) : ('cif_web' as const) };
  const size = Math.min(PER_BATCH, count - judged);
  await makeBatch(folder, profile, orders(size, seed + batch, profile));
  const verdict = await judge(folder, seed + batch);
  judged += verdict.orders;
  for (const [what, times] of Object.entries(verdict.read)) read[what] = (read[what] ?? 0) + times;
  await writeFile(join(home, 'report.json'), JSON.stringify({ judged, seed, read }, null, 1));
  process.stdout.write(`${judged} of ${count} mailings, ${verdict.complaints.length} complaints\n`);
  if (verdict.complaints.length > 0) {
    process.stderr.write(`${verdict.complaints.slice(0, 20).join('\n')}\nthe batch is in ${folder}\n`);
    process.exitCode = 1;
    break;
  }
  await rm(folder, { recursive: true });
}
process.stdout.write(`${JSON.stringify(read, null, 1)}\n`);
