import { randomBytes } from 'node:crypto';
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openPageTries } from '../../lib/adapters/data/mailings/page-tries.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { pageHandler } from '../../lib/adapters/http/page-handler.ts';
import { pageStateOf } from '../../lib/core/domain/confirmation-page.ts';
import { basePathOf, wrongCodeIn } from '../../lib/core/domain/hosted-page.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { findPage } from '../../lib/operations/verifications/find-page.ts';
import { hostedPage, servicePage } from '../../lib/texts/confirmation-page/hosted-page.ts';
import { apology } from '../../lib/texts/confirmation-page/plain-page.ts';

const env = readEnvironment('TABLE_NAME', 'CONFIRMATION_PAGE_BASE', 'ORIGIN_SECRET');
const table = openTable(env.TABLE_NAME);
const deps = {
  accounts: openAccounts(table),
  verifications: openVerifications(table, { now: () => Date.now(), randomBytes }),
  tries: openPageTries(table),
};
const basePath = basePathOf(env.CONFIRMATION_PAGE_BASE);

/** Opening the page changes nothing: scanners and previews open QR codes as well. */
export const handler = pageHandler(
  { operation: 'confirmation-page-show', originSecret: env.ORIGIN_SECRET, apology },
  async (request) => {
    const page = await findPage(deps, request);
    if ('kind' in page) return servicePage(page, basePath, request.locale);
    const { mailing: verification } = page.found;
    const state = pageStateOf(verification, request.now, wrongCodeIn(request.query), request.browserSha256);
    return { ...hostedPage(state, { ...page, basePath }, request.locale), verificationId: verification.id };
  },
);
