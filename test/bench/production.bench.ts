/**
 * Print production: 10,000 letters are put into a batch, and 10,000 lines of a report are applied, each by its own
 * process over DynamoDB Local, with S3 in memory. The time is that of the database on one machine: on AWS a call takes
 * a few milliseconds and eight run concurrently. Memory and calls are the same as on AWS.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startDynamoDbLocal } from '@malote/local-cloud/dynamodb/dynamodb-local.ts';
import { openPrintBatches } from '../../lib/adapters/data/mailings/print-batches.ts';
import { openTable, type Table } from '../../lib/adapters/data/table/table.ts';
import { concurrently } from '../../lib/operations/concurrently.ts';
import { printHouse } from '../modules/production/support/print-house.ts';
import { createTable } from '../support/create-table.ts';
import type { BenchRow } from './support/benches.ts';
import { PRINT_FILE } from './support/production-seed.ts';

export const name = 'production';

const LETTERS = 10_000;
const ACCOUNTS = 100;
const ACCOUNTS_AT_ONCE = 16;

interface Measured {
  seconds: number;
  megabytes: number;
  calls: number;
  manifests: number[];
  applied: number;
}

export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-bench-'));
  const database = await startDynamoDbLocal();
  const { endpoint } = database;
  const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };
  const client = new DynamoDBClient({ endpoint, region: 'sa-east-1', credentials });
  try {
    await createTable(client, 'malote');
    const table = openTable('malote', client);
    const house = printHouse(() => table);
    const accounts = await seed(house);

    const formed = await measured(endpoint);
    const report = join(folder, 'report.jsonl');
    await writeFile(report, await reportOn(table));
    const applied = await measured(endpoint, report);

    const differences = (await concurrently(accounts, ACCOUNTS_AT_ONCE, (account) => house.audit(account))).flat();
    expectAll('joined a batch', sum(formed.manifests));
    expectAll('were posted', applied.applied);
    if (differences.length > 0) throw new Error(`the audit found ${differences.length} differences`);
    return [
      ...rowsOf('letter put into a batch', 'form-print-batch', formed),
      ...rowsOf('line of a report applied (printed and posted)', 'apply-print-report', applied),
      { metric: 'differences the audit found afterwards', value: differences.length, unit: '', aim: '0' },
    ];
  } finally {
    client.destroy();
    await database.stop();
    await rm(folder, { recursive: true });
  }
}

async function seed(house: ReturnType<typeof printHouse>): Promise<string[]> {
  return concurrently(Array.from({ length: ACCOUNTS }), ACCOUNTS_AT_ONCE, async () => {
    const account = await house.openAccount();
    for (let made = 0; made < LETTERS / ACCOUNTS; made++) await house.letter(account, { print_file: PRINT_FILE });
    return account;
  });
}

/** Reports every letter of every batch as posted. */
async function reportOn(table: Table): Promise<string> {
  const batches = openPrintBatches(table);
  const formed = await batches.inState('formed', 100, 'oldest');
  const mailings = (await Promise.all(formed.map(({ id }) => batches.mailings(id)))).flat();
  const at = new Date().toISOString();
  return mailings.map(({ id }) => `${JSON.stringify({ id, status: 'posted', at })}\n`).join('');
}

async function measured(...line: string[]): Promise<Measured> {
  const script = join(import.meta.dirname, 'support/production-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...line]);
  return JSON.parse(stdout) as Measured;
}

function rowsOf(what: string, functionName: string, { seconds, megabytes, calls }: Measured): BenchRow[] {
  return [
    { metric: `${LETTERS}: ${functionName}`, value: seconds, unit: 's', aim: '≤ 900' },
    { metric: `memory of the process of ${functionName}`, value: megabytes, unit: 'MB', aim: '≤ 1024' },
    { metric: `AWS calls for each ${what}`, value: calls / LETTERS, unit: '' },
  ];
}

function expectAll(what: string, count: number): void {
  if (count !== LETTERS) throw new Error(`${count} of ${LETTERS} letters ${what}`);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
