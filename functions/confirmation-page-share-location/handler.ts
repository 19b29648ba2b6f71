import { randomBytes } from 'node:crypto';
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openPageTries } from '../../lib/adapters/data/mailings/page-tries.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { withoutLinks } from '../../lib/adapters/documents/preview-links.ts';
import { pageHandler } from '../../lib/adapters/http/page-handler.ts';
import { basePathOf } from '../../lib/core/domain/hosted-page.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { type Deps, shareLocation } from '../../lib/operations/verifications/share-location.ts';
import { pagePath, servicePage } from '../../lib/texts/confirmation-page/hosted-page.ts';
import { apology } from '../../lib/texts/confirmation-page/plain-page.ts';

const env = readEnvironment('TABLE_NAME', 'CONFIRMATION_PAGE_BASE', 'ORIGIN_SECRET');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: Deps = {
  ...tools,
  accounts: openAccounts(table),
  verifications: openVerifications(table, tools),
  tries: openPageTries(table),
  links: withoutLinks,
};
const basePath = basePathOf(env.CONFIRMATION_PAGE_BASE);

export const handler = pageHandler(
  { operation: 'confirmation-page-share-location', originSecret: env.ORIGIN_SECRET, apology },
  async (request) => {
    const { form, locale } = request;
    const page = await shareLocation(deps, { ...request, consents: form.consent === 'yes', location: form });
    if ('kind' in page) return servicePage(page, basePath, locale);
    return { seeOther: pagePath({ ...page, basePath }), verificationId: page.found.mailing.id };
  },
);
