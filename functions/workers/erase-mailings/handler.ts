import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { SQSHandler, SQSRecord } from 'aws-lambda';
import { openAuthenticityNumbers } from '../../../lib/adapters/data/mailings/authenticity-numbers.ts';
import { openEvidence } from '../../../lib/adapters/data/mailings/evidence.ts';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openMailingTraces } from '../../../lib/adapters/data/mailings/mailing-traces.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../../lib/adapters/documents/preview-links.ts';
import { openPrintFiles } from '../../../lib/adapters/documents/print-files.ts';
import { openUploadFiles } from '../../../lib/adapters/documents/upload-files.ts';
import { readErasureOrder } from '../../../lib/adapters/queues/erasure-queue.ts';
import { workOnRecords } from '../../../lib/adapters/queues/record-batch.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { eraseMailing, type EraseMailingDeps, refusalForGood } from '../../../lib/operations/mailings/erase-mailing.ts';

// Cold start.
const env = readEnvironment(
  'TABLE_NAME',
  'DOCUMENTS_BUCKET',
  'VERIFICATION_FILES_BUCKET',
  'UPLOADS_BUCKET',
  'LINK_KEY',
);
const table = openTable(env.TABLE_NAME);
const now = () => Date.now();
const tools = { now, randomBytes };
const logger = new Logger({ serviceName: 'erase-mailings' });
const metrics = new Metrics({ namespace: 'Malote', serviceName: 'erase-mailings' });
const events = openEvents(table, now);
const deps: EraseMailingDeps = {
  now,
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
  traces: openMailingTraces(table, now),
  authenticityNumbers: openAuthenticityNumbers(table),
  evidence: openEvidence(table, now),
  buckets: [openPrintFiles(env.DOCUMENTS_BUCKET, now), openPrintFiles(env.VERIFICATION_FILES_BUCKET, now)],
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, now, openLinkSigner(env.LINK_KEY)),
  uploadFiles: openUploadFiles(env.UPLOADS_BUCKET),
};

// Every batch of messages.
export const handler: SQSHandler = (event, context) => workOnRecords(event, context, logger, handleRecord);

async function handleRecord({ body }: SQSRecord): Promise<void> {
  const { account_id, object_id, event_id } = readErasureOrder(body);
  try {
    await eraseMailing(deps, account_id, object_id);
    logger.info('mailing erased', { account_id, object_id });
  } catch (error) {
    const refusal = refusalForGood(error);
    if (!refusal) throw error;
    logger.error('an erasure is refused for good', { account_id, object_id, event_id, ...refusal });
    metrics.addMetric('ErasuresRefused', MetricUnit.Count, 1);
    metrics.publishStoredMetrics();
  }
  // Otherwise the outbox orders it every hour for 30 days.
  await events.removeFromOutbox(event_id);
}
