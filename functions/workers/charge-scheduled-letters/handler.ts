import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import prices from '../../../data/prices.json' with { type: 'json' };
import { openAccounts } from '../../../lib/adapters/data/accounts/accounts.ts';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { backOff } from '../../../lib/adapters/data/table/transactions.ts';
import { openLinkSigner } from '../../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../../lib/adapters/documents/preview-links.ts';
import { describeFailure } from '../../../lib/adapters/net/failure.ts';
import { readChargeRequest } from '../../../lib/adapters/queues/charge-queue.ts';
import { openWaitResults } from '../../../lib/adapters/workflows/mailing-workflow.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { type Deps, takeCharges } from '../../../lib/operations/letters/take-charges.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'LINK_KEY');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const logger = new Logger({ serviceName: 'charge-scheduled-letters' });
const deps: Deps = {
  ...tools,
  letters: openLetters(table, tools),
  accounts: openAccounts(table),
  ledger: openLedger(table, tools),
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
  prices,
  backOff,
  workflow: openWaitResults(),
  report: (judged) => logger.info('letters judged', { ...judged }),
  warn: (message, fault) => logger.error(message, { failure: describeFailure(fault) }),
};

/**
 * Called by the queue that serializes the charges of one account: sequential charges never lose a race for its balance.
 */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const failed = await takeCharges(deps, Records.map(readChargeRequest));
  for (const { message_id, times_received, account_id, letter_id: object_id } of failed)
    logger.error('a message failed', { message_id, times_received, account_id, object_id });
  return { batchItemFailures: failed.map(({ message_id }) => ({ itemIdentifier: message_id })) };
}
