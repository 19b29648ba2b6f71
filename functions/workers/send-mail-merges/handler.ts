import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import prices from '../../../data/prices.json' with { type: 'json' };
import { openAccounts } from '../../../lib/adapters/data/accounts/accounts.ts';
import { openRequestCounts } from '../../../lib/adapters/data/accounts/request-counts.ts';
import { openLetterBatches } from '../../../lib/adapters/data/mailings/letter-batches.ts';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openMailMerges } from '../../../lib/adapters/data/mailings/mail-merges.ts';
import { openUploads } from '../../../lib/adapters/data/mailings/uploads.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { openLetterBatchFiles } from '../../../lib/adapters/documents/letter-batch-files.ts';
import { openLinkSigner } from '../../../lib/adapters/documents/link-signer.ts';
import { openMailMergeFiles } from '../../../lib/adapters/documents/mail-merge-files.ts';
import { openPreviewLinks } from '../../../lib/adapters/documents/preview-links.ts';
import { openPrintFiles } from '../../../lib/adapters/documents/print-files.ts';
import { rowsOfSheet } from '../../../lib/adapters/documents/sheet-rows.ts';
import { openUploadFiles } from '../../../lib/adapters/documents/upload-files.ts';
import { judgeLetterForm, judgeLetterOrder, readMailMergeRows } from '../../../lib/adapters/http/mail-merge-file.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { describeFailure } from '../../../lib/adapters/net/failure.ts';
import { openDirectory } from '../../../lib/adapters/postal-codes/directory.ts';
import { loggedRun } from '../../../lib/adapters/queues/logged-run.ts';
import { openMailMergeQueue, readMailMergeMessage } from '../../../lib/adapters/queues/mail-merge-queue.ts';
import { workOnRecords } from '../../../lib/adapters/queues/record-batch.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { reconcileMailMerges } from '../../../lib/operations/mail-merges/reconcile-mail-merges.ts';
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
  'CONFIRMATION_PAGE_BASE',
);
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const events = openEvents(table, tools.now);
const serviceName = 'send-mail-merges';
const logger = new Logger({ serviceName });
const metrics = new Metrics({ namespace: 'Malote', serviceName });
const deps: WorkDeps = {
  ...tools,
  mailMerges: openMailMerges(table, tools),
  letterBatches: openLetterBatches(table, tools),
  batchFiles: openLetterBatchFiles(env.UPLOADS_BUCKET),
  uploads: openUploads(table),
  uploadFiles: openUploadFiles(env.UPLOADS_BUCKET),
  accounts: openAccounts(table),
  requestCounts: openRequestCounts(table),
  letters: openLetters(table, tools),
  ledger: openLedger(table, tools),
  files: openPrintFiles(env.DOCUMENTS_BUCKET, tools.now),
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
  mailMergeFiles: openMailMergeFiles(env.UPLOADS_BUCKET),
  queue: openMailMergeQueue(new SQSClient(awsClient()), env.MAIL_MERGE_QUEUE_URL),
  directory: openDirectory(join(env.LAMBDA_TASK_ROOT, 'postal-codes')),
  prices,
  confirmationPageBase: env.CONFIRMATION_PAGE_BASE,
  readRows: readMailMergeRows,
  judgeOrder: judgeLetterForm,
  judgeJson: judgeLetterOrder,
  readSheet: rowsOfSheet,
};

/** Called by its queue for every message, and each minute by a schedule for the mail merges that stand still. */
export async function handler(
  event: SQSEvent | Record<string, never>,
  context: Context,
): Promise<SQSBatchResponse | undefined> {
  if ('Records' in event)
    return workOnRecords(event as SQSEvent, context, logger, (record) => handleRecord(record, context));
  await loggedRun(logger, {}, reconcile);
  return undefined;
}

async function reconcile(): Promise<void> {
  const found = await reconcileMailMerges({
    ...deps,
    report: (error, { account_id, id: object_id }) =>
      logger.error('mail merge not looked at', { account_id, object_id, failure: describeFailure(error) }),
  });
  const longest = found.reduce((seconds, { since }) => Math.max(seconds, (tools.now() - since) / 1000), 0);
  metrics.addMetric('MailMergeStandsStillSeconds', MetricUnit.Seconds, longest);
  metrics.publishStoredMetrics();
  for (const { account_id, id: object_id, since } of found)
    logger.error('a mail merge stands still', { account_id, object_id, since: new Date(since).toISOString() });
}

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
