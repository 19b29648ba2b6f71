import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import prices from '../../../data/prices.json' with { type: 'json' };
import { openAccounts } from '../../../lib/adapters/data/accounts.ts';
import { openLedger } from '../../../lib/adapters/data/ledger.ts';
import { openLetters } from '../../../lib/adapters/data/letters.ts';
import { openTable } from '../../../lib/adapters/data/table.ts';
import { backOff } from '../../../lib/adapters/data/transactions.ts';
import { openLinkSigner } from '../../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../../lib/adapters/documents/preview-links.ts';
import { openWorkflowAnswers } from '../../../lib/adapters/workflows/mailing-workflow.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { chargeRequest, type Deps, takeCharges } from './take-charges.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'LINK_KEY');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: Deps = {
  ...tools,
  letters: openLetters(table, tools),
  accounts: openAccounts(table),
  ledger: openLedger(table, tools),
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
  prices,
  backOff,
  workflow: openWorkflowAnswers(),
  logger: new Logger({ serviceName: 'charge-scheduled-letters' }),
};

/** Called by the queue that keeps the charges of one account in line: one after another they never lose a race for its balance. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const failed = await takeCharges(deps, Records.map(chargeRequest));
  return { batchItemFailures: failed.map(({ message_id }) => ({ itemIdentifier: message_id })) };
}
