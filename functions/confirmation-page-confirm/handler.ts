import { randomBytes } from 'node:crypto';
import { KMSClient } from '@aws-sdk/client-kms';
import { apology } from '../../lib/adapters/confirmation-page/plain-page.ts';
import { openAccounts } from '../../lib/adapters/data/accounts.ts';
import { openPageTries } from '../../lib/adapters/data/page-tries.ts';
import { openTable } from '../../lib/adapters/data/table.ts';
import { openVerifications } from '../../lib/adapters/data/verifications.ts';
import { withoutLinks } from '../../lib/adapters/documents/preview-links.ts';
import { pageHandler } from '../../lib/adapters/http/page-handler.ts';
import { awsClient } from '../../lib/adapters/net/aws-client.ts';
import { openVerificationCodes } from '../../lib/adapters/verification-codes/codes.ts';
import { basePathOf } from '../../lib/core/domain/hosted-page.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { confirm, type Deps } from './confirm.ts';

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
  basePath: basePathOf(env.CONFIRMATION_PAGE_BASE),
};

export const handler = pageHandler(
  { operation: 'confirmation-page-confirm', originSecret: env.ORIGIN_SECRET, apology },
  (request) => confirm(deps, request),
);
