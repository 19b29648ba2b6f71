import { randomBytes } from 'node:crypto';
import { KMSClient } from '@aws-sdk/client-kms';
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openPageTries } from '../../lib/adapters/data/mailings/page-tries.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { withoutLinks } from '../../lib/adapters/documents/preview-links.ts';
import { confirmedCookie } from '../../lib/adapters/http/confirmed-cookie.ts';
import { pageHandler } from '../../lib/adapters/http/page-handler.ts';
import { awsClient } from '../../lib/adapters/net/aws-client.ts';
import { openVerificationCodes } from '../../lib/adapters/verification-codes/codes.ts';
import { basePathOf, pathAfterWrongCode } from '../../lib/core/domain/hosted-page.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { confirmOnPage, type Deps } from '../../lib/operations/verifications/confirm-on-page.ts';
import { hostedPage, pagePath, servicePage } from '../../lib/texts/confirmation-page/hosted-page.ts';
import { apology } from '../../lib/texts/confirmation-page/plain-page.ts';

const env = readEnvironment('TABLE_NAME', 'VERIFICATION_CODES_KEY_ID', 'CONFIRMATION_PAGE_BASE', 'ORIGIN_SECRET');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: Deps = {
  ...tools,
  accounts: openAccounts(table),
  verifications: openVerifications(table, tools),
  tries: openPageTries(table),
  links: withoutLinks,
  codes: openVerificationCodes(new KMSClient(awsClient()), env.VERIFICATION_CODES_KEY_ID),
};
const basePath = basePathOf(env.CONFIRMATION_PAGE_BASE);
const isSecure = env.CONFIRMATION_PAGE_BASE.startsWith('https:');

export const handler = pageHandler(
  { operation: 'confirmation-page-confirm', originSecret: env.ORIGIN_SECRET, apology },
  async (request) => {
    const { locale, visitor, form } = request;
    const { code = '' } = form;
    const hosted_page_entry = form.entry === 'qr_code' ? 'qr_code' : 'typed';
    const confirmer = { method: 'hosted_page', hosted_page_entry, ...visitor } as const;
    const sent = await confirmOnPage(deps, { ...request, code, confirmer });
    if ('kind' in sent) return servicePage(sent, basePath, locale);
    const place = { ...sent.page, basePath };
    const verificationId = sent.page.found.mailing.id;
    if (sent.throttled) return { ...hostedPage(sent.throttled, place, locale), verificationId };
    const path = pagePath(place);
    if (sent.isWrong) return { seeOther: pathAfterWrongCode(path, code), verificationId };
    const cookie = sent.browserToken && confirmedCookie(sent.browserToken, path, isSecure);
    return { seeOther: path, verificationId, ...(cookie && { cookie }) };
  },
);
