import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSEvent } from 'aws-lambda';
import holidays from '../../../data/holidays.json' with { type: 'json' };
import { openCarrierNumbers } from '../../../lib/adapters/data/mailings/carrier-numbers.ts';
import { openCarrierProfiles } from '../../../lib/adapters/data/mailings/carrier-profiles.ts';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { findMailings, mailingsInProduction, mailingsToPrint } from '../../../lib/adapters/data/mailings/mailings.ts';
import { openPrintBatches } from '../../../lib/adapters/data/mailings/print-batches.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../../lib/adapters/documents/preview-links.ts';
import { openPrintFiles } from '../../../lib/adapters/documents/print-files.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { openWorkQueue } from '../../../lib/adapters/net/work-queue.ts';
import { openDirectory } from '../../../lib/adapters/postal-codes/directory.ts';
import type { FormingResult } from '../../../lib/adapters/production/formed-batches.ts';
import { openOutbox } from '../../../lib/adapters/production/outbox.ts';
import { openPostalFiles } from '../../../lib/adapters/production/postal-files.ts';
import { loggedRun } from '../../../lib/adapters/queues/logged-run.ts';
import { brasiliaDate } from '../../../lib/core/domain/brasilia.ts';
import { holidayOn } from '../../../lib/core/domain/holidays.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import {
  type Deps,
  type FormedRun,
  formPrintBatches,
  type Run,
  scheduledRun,
} from '../../../lib/operations/production/form-print-batch.ts';
import { labelStocks } from '../../../lib/operations/production/label-stocks.ts';
import { removePostalFiles } from '../../../lib/operations/production/remove-postal-files.ts';

// Cold start.
const env = readEnvironment(
  'TABLE_NAME',
  'DOCUMENTS_BUCKET',
  'LINK_KEY',
  'VERIFICATION_FILES_BUCKET',
  'PRODUCTION_BUCKET',
  'POSTAL_FILES_BUCKET',
  'LAMBDA_TASK_ROOT',
  'PRINT_RUNS_QUEUE_URL',
  'PRINT_CUTOFF_MINUTES',
);
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const documents = openPrintFiles(env.DOCUMENTS_BUCKET, tools.now);
/** The rows that a manifest is rendered from are half a kilobyte each. */
const BATCH_LIMIT = 10_000;
const postalFiles = openPostalFiles(env.POSTAL_FILES_BUCKET);
const deps: Deps = {
  ...tools,
  batchLimit: BATCH_LIMIT,
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
  toPrint: () => mailingsToPrint(table),
  batches: openPrintBatches(table),
  files: { letter: documents, verification: openPrintFiles(env.VERIFICATION_FILES_BUCKET, tools.now) },
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
  outbox: openOutbox(env.PRODUCTION_BUCKET, {
    letter: env.DOCUMENTS_BUCKET,
    verification: env.VERIFICATION_FILES_BUCKET,
  }),
  runs: openWorkQueue(new SQSClient(awsClient()), env.PRINT_RUNS_QUEUE_URL),
  carrier: {
    profiles: openCarrierProfiles(table),
    numbers: openCarrierNumbers(table),
    postalFiles,
    directory: openDirectory(join(env.LAMBDA_TASK_ROOT, 'postal-codes')),
    people: (rows) => findMailings(table, rows),
  },
};
const serviceName = 'form-print-batch';
const logger = new Logger({ serviceName });
const metrics = new Metrics({ namespace: 'Malote', serviceName });

/** Time reserved for the current page and the files of a full batch, codes and the carrier's files included. */
const RESERVE_MS = 240_000;

/** `{}`: an operator requests a batch of all waiting mailings now. */
type Call = SQSEvent | { scheduled: true } | Record<string, never>;

/** Called by a schedule on working days, by its own queue to continue a run, and by an operator. */
export async function handler(call: Call, context: Context): Promise<FormingResult> {
  const { run, holiday } = whatToDo(call);
  const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
  const formed = await loggedRun(logger, messageOf(call), () => formPrintBatches(deps, run, hasTime));
  const batches = formed.batches.map(({ id, mailings }) => ({ id, mailings: mailings.length }));
  for (const { id, mailings } of batches) logger.info('batch formed', { batch_id: id, mailings });
  await tellOfCarrier(formed);
  return { ...formed, batches, ...(holiday !== undefined && { holiday }) };
}

/** What the operator must know or do about the carrier; nothing without a profile in use. */
async function tellOfCarrier({ held, unfit, without_numbers, without_codes }: FormedRun): Promise<void> {
  const version = await deps.carrier.profiles.current();
  if (!version) return;
  for (const [reason, count] of Object.entries(held)) logger.error('mailings are held', { reason, count });
  for (const { id, fields } of unfit) logger.error('a mailing does not fit the fields of the carrier', { id, fields });
  for (const { id, mailings } of without_codes)
    logger.error('windows of a batch have no codes', { batch_id: id, mailings });
  for (const { id, prefix } of without_numbers)
    logger.error('a batch waits for object numbers', { batch_id: id, prefix });
  metrics.addMetric(
    'MailingsHeld',
    MetricUnit.Count,
    Object.values(held).reduce((sum, count) => sum + count, 0),
  );
  metrics.addMetric('BatchesWithoutNumbers', MetricUnit.Count, without_numbers.length);
  const low = (await labelStocks({ ...deps.carrier, now: tools.now })).filter(({ is_low }) => is_low);
  for (const { prefix, free, days } of low) logger.error('few object numbers are left', { prefix, free, days });
  metrics.addMetric('LowLabelStocks', MetricUnit.Count, low.length);
  metrics.publishStoredMetrics();
  const removed = await removePostalFiles({
    now: tools.now,
    postalFiles,
    inProduction: () => mailingsInProduction(table),
  });
  for (const batch_id of removed) logger.info('postal files removed', { batch_id });
}

const messageOf = (call: Call): Record<string, string> =>
  'Records' in call ? { message_id: (call as SQSEvent).Records[0]!.messageId } : {};

function whatToDo(call: Call): { run: Run; holiday?: string | undefined } {
  const now = tools.now();
  if ('Records' in call) return { run: JSON.parse((call as SQSEvent).Records[0]!.body) as Run };
  if (!('scheduled' in call)) return { run: { cutoff: now, afterKill: false } };
  const holiday = holidayOn(brasiliaDate(now), holidays);
  return { run: scheduledRun(now, Number(env.PRINT_CUTOFF_MINUTES), holiday), holiday };
}
