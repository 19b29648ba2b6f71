import { randomBytes } from 'node:crypto';
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openAuthenticityNumbers } from '../../lib/adapters/data/mailings/authenticity-numbers.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openPageTries } from '../../lib/adapters/data/mailings/page-tries.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { pageHandler } from '../../lib/adapters/http/page-handler.ts';
import { basePathOf } from '../../lib/core/domain/hosted-page.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { findPageByNumber } from '../../lib/operations/verifications/find-page-by-number.ts';
import { pagePath, servicePage } from '../../lib/texts/confirmation-page/hosted-page.ts';
import { apology } from '../../lib/texts/confirmation-page/plain-page.ts';

const env = readEnvironment('TABLE_NAME', 'CONFIRMATION_PAGE_BASE', 'ORIGIN_SECRET');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps = {
  accounts: openAccounts(table),
  verifications: openVerifications(table, tools),
  letters: openLetters(table, tools),
  numbers: openAuthenticityNumbers(table),
  tries: openPageTries(table),
};
const basePath = basePathOf(env.CONFIRMATION_PAGE_BASE);

export const handler = pageHandler(
  { operation: 'confirmation-page-find', originSecret: env.ORIGIN_SECRET, apology },
  async (request) => {
    const page = await findPageByNumber(deps, { ...request, number: request.form.number });
    if ('state' in page) return servicePage(page.state, basePath, request.locale, page.account);
    if ('kind' in page)
      return servicePage(page, basePath, request.locale, page.kind === 'throttled' ? undefined : page.company);
    return { seeOther: pagePath({ ...page, basePath }), verificationId: page.found.mailing.id };
  },
);
