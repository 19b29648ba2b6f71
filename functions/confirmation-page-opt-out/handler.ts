import { openMailCounts } from '../../lib/adapters/data/accounts/mail-counts.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { pageHandler } from '../../lib/adapters/http/page-handler.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { optOutPage } from '../../lib/texts/confirmation-page/opt-out-page.ts';
import { apology } from '../../lib/texts/confirmation-page/plain-page.ts';

const env = readEnvironment('TABLE_NAME', 'ORIGIN_SECRET');
const counts = openMailCounts(openTable(env.TABLE_NAME));

/** Ends invitations only by the form: mail filters and previews open each link of a mail. */
export const handler = pageHandler(
  { operation: 'confirmation-page-opt-out', originSecret: env.ORIGIN_SECRET, apology },
  async ({ now, locale, query, form }) => {
    if (form.token === undefined) return optOutPage({ state: 'asked', token: query.token ?? '' }, locale);
    return optOutPage({ state: (await counts.optOut(form.token, now)) ? 'done' : 'unknown' }, locale);
  },
);
