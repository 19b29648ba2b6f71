import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import type { SQSHandler, SQSRecord } from 'aws-lambda';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { withoutLinks } from '../../../lib/adapters/documents/preview-links.ts';
import { workOnRecords } from '../../../lib/adapters/queues/record-batch.ts';
import { openWaitResults } from '../../../lib/adapters/workflows/mailing-workflow.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import {
  type Deps,
  expireVerification,
  type ExpiryRequest,
} from '../../../lib/operations/verifications/expire-verification.ts';

const env = readEnvironment('TABLE_NAME');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: Deps = {
  ...tools,
  verifications: openVerifications(table, tools),
  links: withoutLinks,
};
const workflow = openWaitResults();
const logger = new Logger({ serviceName: 'expire-verifications' });

/** Called by the queue of verifications whose 60 days are over. */
export const handler: SQSHandler = (event, context) => workOnRecords(event, context, logger, expireRecord);

async function expireRecord(record: SQSRecord): Promise<void> {
  const request = JSON.parse(record.body) as ExpiryRequest;
  await workflow.answer(request.task_token, 'awaiting_code', await expireVerification(deps, request));
}
