/**
 * Puts the official directory of postal codes (e-DNE Básico) in use; `data/postal-codes/README.md` says where to get it.
 * Usage: npm run postal-codes:import -- <eDNE_Basico.zip | zip within it | folder> [--accept-doubts]
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { remarkTexts } from '../lib/adapters/postal-codes/edne/assemble.ts';
import type { ImportReport } from '../lib/adapters/postal-codes/edne/import.ts';
import { importEdne } from '../lib/adapters/postal-codes/edne/import.ts';
import { ImportRefusal } from '../lib/adapters/postal-codes/edne/refusal.ts';

const FOLDER = join(import.meta.dirname, '../data/postal-codes');
const USAGE = 'Usage: npm run postal-codes:import -- <eDNE_Basico.zip | zip within it | folder> [--accept-doubts]';

const { values, positionals } = parseArgs({
  options: { 'accept-doubts': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [path, ...rest] = positionals;
if (path === undefined || rest.length > 0) {
  console.error(USAGE);
  process.exit(2);
}

try {
  const onFile = (file: string, rows: number) => console.log(`${String(rows).padStart(9)} rows  ${file}`);
  print(await importEdne(path, FOLDER, { onFile, acceptDoubts: values['accept-doubts'] }));
} catch (error) {
  if (!(error instanceof ImportRefusal)) throw error;
  console.error(`Refused: ${error.message}\nThe release in use stays as it was.`);
  process.exitCode = 1;
}

function print({ source, codes, codesBefore, unused, remarks }: ImportReport): void {
  for (const file of unused) console.log(`   not used  ${file}`);
  for (const [kind, text] of Object.entries(remarkTexts)) {
    const { count, examples } = remarks[kind as keyof typeof remarkTexts];
    if (count > 0) console.log(`${String(count).padStart(9)} codes ${text}, e.g. ${examples.join(', ')}`);
  }
  console.log(`${source} is in use: ${codes} codes${codesBefore === undefined ? '' : `, ${codesBefore} before`}.`);
}
