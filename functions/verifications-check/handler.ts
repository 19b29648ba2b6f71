import { randomBytes } from 'node:crypto';
import { KMSClient } from '@aws-sdk/client-kms';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openVerifications } from '../../lib/adapters/data/mailings/verifications.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { openLinkSigner } from '../../lib/adapters/documents/link-signer.ts';
import { openPreviewLinks } from '../../lib/adapters/documents/preview-links.ts';
import { apiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { codeCheck } from '../../lib/adapters/http/validators/code-check.ts';
import { awsClient } from '../../lib/adapters/net/aws-client.ts';
import { openVerificationCodes } from '../../lib/adapters/verification-codes/codes.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import type { CheckDeps } from '../../lib/operations/verifications/check-code.ts';
import { checkVerification } from '../../lib/operations/verifications/check-verification.ts';

const env = readEnvironment('TABLE_NAME', 'DOCUMENTS_BUCKET', 'LINK_KEY', 'VERIFICATION_CODES_KEY_ID', 'DOCS_URL');
const table = openTable(env.TABLE_NAME);
const tools = { now: () => Date.now(), randomBytes };
const deps: CheckDeps = {
  ...tools,
  verifications: openVerifications(table, tools),
  links: openPreviewLinks(env.DOCUMENTS_BUCKET, tools.now, openLinkSigner(env.LINK_KEY)),
  codes: openVerificationCodes(new KMSClient(awsClient()), env.VERIFICATION_CODES_KEY_ID),
};

export const handler = apiHandler(
  { operation: 'verifications-check', docsUrl: env.DOCS_URL, stores: openApiStores(table), body: jsonBody(codeCheck) },
  ({ accountId, path, body, toResponse }) =>
    checkVerification(deps, { accountId, verificationId: path.verification_id, code: body.code, toResponse }),
);
