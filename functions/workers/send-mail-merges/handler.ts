import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import { Logger } from '@aws-lambda-powertools/logger';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSHandler, SQSRecord } from 'aws-lambda';
import prices from '../../../data/prices.json' with { type: 'json' };
import { openAccounts } from '../../../lib/adapters/data/accounts.ts';
import { openEvents } from '../../../lib/adapters/data/events.ts';
import { openLedger } from '../../../lib/adapters/data/ledger.ts';
import { openLetters } from '../../../lib/adapters/data/letters.ts';
import { openMailMerges } from '../../../lib/adapters/data/mail-merges.ts';
import { openTable } from '../../../lib/adapters/data/table.ts';
import { openLinkSigner } from '../../../lib/adapters/documents/link-signer.ts';
import { openMailMergeFiles } from '../../../lib/adapters/documents/mail-merge-files.ts';
import { openPreviewLinks } from '../../../lib/adapters/documents/preview-links.ts';
import { openPrintFiles } from '../../../lib/adapters/documents/print-files.ts';
import { judgeLetterForm, readMailMergeRows } from '../../../lib/adapters/http/mail-merge-file.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { openDirectory } from '../../../lib/adapters/postal-codes/directory.ts';
import { openMailMergeQueue, readMailMergeMessage } from '../../../lib/adapters/queues/mail-merge-queue.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { splitMailMerge, type WorkDeps, workOnSlice } from '../../../lib/operations/mail-merges/work-on-slice.ts';

/** Time reserved for the current rows and the end. */
const RESERVE_MS = 30_000;

// Cold start.
const env = readEnvironment(
  'TABLE_NAME',
  'UPLOADS_BUCKET',
  'DOCUMENTS_BUCKET',
  'LINK_KEY',
  'MAIL_MERGE_QUEUE_URL',
  'LAMBDA_TASK_ROOT',
);
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const events = openEvents(table, tools.now);
const logger = new Logger({ serviceName: 'send-mail-merges' });
const processor = new BatchProcessor(EventType.SQS, { logger });
const deps: WorkDeps = {
  ...tools,
  mailMerges: openMailMerges(table, tools),
  accounts: openAccounts(table),
  letters: openLetters(table, tools),
  ledger: openLedger(table, tools),
  files: openPrintFiles(env.DOCUMENTS_BUCKET, tools.now),
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
  mailMergeFiles: openMailMergeFiles(env.UPLOADS_BUCKET),
  queue: openMailMergeQueue(new SQSClient(awsClient()), env.MAIL_MERGE_QUEUE_URL),
  directory: openDirectory(join(env.LAMBDA_TASK_ROOT, 'postal-codes')),
  prices,
  readRows: readMailMergeRows,
  judgeOrder: judgeLetterForm,
};

// Every message.
export const handler: SQSHandler = (event, context) =>
  processPartialResponse(event, (record: SQSRecord) => handleRecord(record, context), processor, {
    context,
    throwOnFullBatchFailure: false,
  });

async function handleRecord({ body }: SQSRecord, context: Context): Promise<void> {
  const message = readMailMergeMessage(body);
  if ('started' in message) {
    const { account_id, object_id, event_id } = message.started;
    await splitMailMerge(deps, account_id, object_id);
    await events.removeFromOutbox(event_id);
    logger.info('mail merge split', { account_id, object_id });
    return;
  }
  const { account_id, mail_merge_id: object_id, first, last } = message.slice;
  await workOnSlice(deps, message.slice, () => context.getRemainingTimeInMillis() > RESERVE_MS);
  logger.info('slice worked on', { account_id, object_id, first, last });
}
