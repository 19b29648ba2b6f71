import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { KMSClient } from '@aws-sdk/client-kms';
import type { EventBridgeEvent, SQSHandler, SQSRecord } from 'aws-lambda';
import { openAccounts } from '../../../lib/adapters/data/accounts/accounts.ts';
import { openEvidence } from '../../../lib/adapters/data/mailings/evidence.ts';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openPrintBatches } from '../../../lib/adapters/data/mailings/print-batches.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { openEvidenceSigner } from '../../../lib/adapters/evidence/signer.ts';
import { timestampAuthority } from '../../../lib/adapters/evidence/timestamp-authority.ts';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { describeFailure } from '../../../lib/adapters/net/failure.ts';
import { openManifestLines } from '../../../lib/adapters/production/outbox.ts';
import { workOnRecords } from '../../../lib/adapters/queues/record-batch.ts';
import { openMailingWorkflow } from '../../../lib/adapters/workflows/mailing-workflow.ts';
import type { EventNotice } from '../../../lib/core/domain/events.ts';
import { evidenceEvents } from '../../../lib/core/domain/evidence-kinds.ts';
import { mailingKindOf } from '../../../lib/core/domain/mailing-fields.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { letterEvidence } from '../../../lib/operations/evidence/letter-evidence.ts';
import { stampEvidence } from '../../../lib/operations/evidence/stamp-evidence.ts';
import { verificationEvidence } from '../../../lib/operations/evidence/verification-evidence.ts';
import { type Deps, followMailing } from '../../../lib/operations/mailings/follow-lifecycle.ts';

const env = readEnvironment(
  'TABLE_NAME',
  'PRODUCTION_BUCKET',
  'LETTER_STATE_MACHINE_ARN',
  'VERIFICATION_STATE_MACHINE_ARN',
  'EVIDENCE_KEY_ID',
);
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const evidenceDeps = {
  ...tools,
  accounts: openAccounts(table),
  batches: openPrintBatches(table),
  manifestLines: openManifestLines(env.PRODUCTION_BUCKET),
  evidence: openEvidence(table, tools.now),
  timestamps: timestampAuthority(tools),
  signer: openEvidenceSigner(new KMSClient(awsClient()), env.EVIDENCE_KEY_ID),
};
const deps: Deps = {
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
  workflows: {
    letter: openMailingWorkflow(env.LETTER_STATE_MACHINE_ARN),
    verification: openMailingWorkflow(env.VERIFICATION_STATE_MACHINE_ARN),
  },
};
const logger = new Logger({ serviceName: 'follow-lifecycle' });

/** Called by the queue behind the bus rule for every change of a mailing. */
export const handler: SQSHandler = (event, context) => workOnRecords(event, context, logger, followRecord);

function freeze({ account_id, object_id }: EventNotice): Promise<unknown> {
  return mailingKindOf(object_id) === 'letter'
    ? stampEvidence({ ...evidenceDeps, subject: letterEvidence(deps.letters) }, account_id, object_id)
    : stampEvidence({ ...evidenceDeps, subject: verificationEvidence(deps.verifications) }, account_id, object_id);
}

async function followRecord(record: SQSRecord): Promise<void> {
  const { detail } = JSON.parse(record.body) as EventBridgeEvent<string, EventNotice>;
  try {
    await followMailing(deps, detail);
    // Frozen immediately, since events, files and the customer's data expire independently.
    if (evidenceEvents.includes(detail.type)) await freeze(detail);
  } catch (error) {
    // An alarm watches `waiting_ms`. The age that SQS reports excludes messages that were received three times
    // (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html).
    logger.warn('a mailing was not followed', {
      event_id: detail.event_id,
      object_id: detail.object_id,
      waiting_ms: Date.now() - Number(record.attributes.SentTimestamp),
      failure: describeFailure(error),
    });
    throw error;
  }
}
