import { randomBytes } from 'node:crypto';
import type { EventBridgeEvent, SQSEvent } from 'aws-lambda';
import { openLetters } from '../../../lib/data/letters.ts';
import { openPrintBatches } from '../../../lib/data/print-batches.ts';
import { openTable } from '../../../lib/data/table.ts';
import { openVerifications } from '../../../lib/data/verifications.ts';
import { openPrintFiles } from '../../../lib/documents/print-files.ts';
import { readEnvironment } from '../../../lib/environment.ts';
import { openExchange } from '../../../lib/production/exchange.ts';
import { renderResults } from '../../../lib/production/print-report.ts';
import { applyReport, type Deps } from './apply-print-report.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'PRODUCTION_BUCKET');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const exchange = openExchange(env.PRODUCTION_BUCKET);
const deps: Deps = {
  ...tools,
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
  batches: openPrintBatches(table),
  previews: openPrintFiles(env.DOCUMENTS_BUCKET, tools.now),
};

type ObjectCreated = EventBridgeEvent<'Object Created', { object: { key: string } }>;

/** Called by the queue of files that appeared in the inbox, one a time. A failure leaves the message for another try. */
export async function handler(event: SQSEvent): Promise<void> {
  for (const record of event.Records) {
    const { detail } = JSON.parse(record.body) as ObjectCreated;
    const results = await applyReport(deps, await exchange.readReport(detail.object.key));
    await exchange.writeResult(detail.object.key, renderResults(results));
  }
}
