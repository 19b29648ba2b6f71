import { randomBytes } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { openLetters } from '../../../lib/data/letters.ts';
import { mailingsToPrint } from '../../../lib/data/mailings.ts';
import { openPrintBatches } from '../../../lib/data/print-batches.ts';
import { openTable } from '../../../lib/data/table.ts';
import { openVerifications } from '../../../lib/data/verifications.ts';
import { openPrintFiles } from '../../../lib/documents/print-files.ts';
import { readEnvironment } from '../../../lib/environment.ts';
import { openExchange } from '../../../lib/production/exchange.ts';
import { formPrintBatches, type Deps, type FormedBatch } from './form-print-batch.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'VERIFICATION_FILES_BUCKET', 'PRODUCTION_BUCKET');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const documents = openPrintFiles(env.DOCUMENTS_BUCKET, tools.now);
const deps: Deps = {
  ...tools,
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
  toPrint: (perShard) => mailingsToPrint(table, perShard),
  batches: openPrintBatches(table),
  files: { letter: documents, verification: openPrintFiles(env.VERIFICATION_FILES_BUCKET, tools.now) },
  previews: documents,
  exchange: openExchange(env.PRODUCTION_BUCKET),
};

/** Time kept for the manifest of a full batch. */
const RESERVE_MS = 120_000;

/** Called by a schedule on working days, and by an operator who does not want to wait for it. */
export async function handler(_event: unknown, context: Context): Promise<{ batches: FormedBatch[] }> {
  return { batches: await formPrintBatches(deps, () => context.getRemainingTimeInMillis() > RESERVE_MS) };
}
