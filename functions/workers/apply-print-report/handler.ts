import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSEvent } from 'aws-lambda';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openPrintBatches } from '../../../lib/adapters/data/mailings/print-batches.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../../lib/adapters/documents/preview-links.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { openInbox } from '../../../lib/adapters/production/inbox.ts';
import { openReportQueue, reportFileIn } from '../../../lib/adapters/production/report-queue.ts';
import { loggedRun } from '../../../lib/adapters/queues/logged-run.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { applyReport, type Deps } from '../../../lib/operations/production/apply-print-report.ts';

// Cold start.
const env = readEnvironment(
  'TABLE_NAME',
  'DOCUMENTS_BUCKET',
  'LINK_KEY',
  'PRODUCTION_BUCKET',
  'PRINT_REPORTS_QUEUE_URL',
);
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
/** A few seconds of work. */
const PART_LINES = 500;
const deps: Deps = {
  ...tools,
  partLines: PART_LINES,
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
  batches: openPrintBatches(table),
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
  inbox: openInbox(env.PRODUCTION_BUCKET),
};

const logger = new Logger({ serviceName: 'apply-print-report' });
const reports = openReportQueue(new SQSClient(awsClient()), env.PRINT_REPORTS_QUEUE_URL);

/** Time reserved for the current part and the result. */
const RESERVE_MS = 60_000;

/**
 * Called by the queue of new files in the inbox, one at a time. A failure leaves the message for a retry; a report too
 * long for one call continues in the next.
 */
export async function handler(event: SQSEvent, context: Context): Promise<void> {
  for (const record of event.Records) {
    const file = reportFileIn(record.body);
    await loggedRun(logger, { message_id: record.messageId, key: file.key }, async () => {
      const isDone = await applyReport(deps, file, () => context.getRemainingTimeInMillis() > RESERVE_MS);
      if (!isDone) await reports.ask(file);
    });
  }
}
