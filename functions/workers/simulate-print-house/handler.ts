import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { mailingsToSimulate } from '../../../lib/adapters/data/mailings/mailings.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openCorrections } from '../../../lib/adapters/data/money/corrections.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../../lib/adapters/documents/preview-links.ts';
import { loggedRun } from '../../../lib/adapters/queues/logged-run.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { type Deps, simulatePrintHouse } from '../../../lib/operations/production/simulate-print-house.ts';

// Cold start.
const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'LINK_KEY');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: Deps = {
  ...tools,
  letters: openLetters(table, tools),
  verifications: openVerifications(table, tools),
  ledger: openLedger(table, tools),
  corrections: openCorrections(table, tools),
  toSimulate: () => mailingsToSimulate(table),
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
};
const logger = new Logger({ serviceName: 'simulate-print-house' });

/** Time reserved for the current page and the play money. */
const RESERVE_MS = 15_000;

/** Called by a schedule. */
export async function handler(_: unknown, context: Context): Promise<void> {
  const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
  const moved = await loggedRun(logger, {}, () => simulatePrintHouse(deps, hasTime));
  if (moved > 0) logger.info('mailings of sandboxes moved on', { mailings: moved });
}
