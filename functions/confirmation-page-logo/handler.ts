import { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openTable } from '../../lib/adapters/data/table/table.ts';
import { loggedRun } from '../../lib/adapters/queues/logged-run.ts';
import { isId } from '../../lib/core/domain/ids.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { everyResponse } from '../../lib/core/security-headers.ts';

const env = readEnvironment('TABLE_NAME');
const logger = new Logger({ serviceName: 'malote' });
const accounts = openAccounts(openTable(env.TABLE_NAME));

/** Browsers must treat it only as a picture, whatever its bytes. */
const headers = {
  ...everyResponse,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
};
/** A new logo has a new address. */
const KEPT = 'public, max-age=86400, immutable';

/** A company's logo, for its confirmation pages. */
export async function handler({
  pathParameters,
  requestContext,
}: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const accountId = pathParameters?.account_id ?? '';
  const ids = { gateway_request_id: requestContext.requestId };
  const logo = isId('account', accountId) ? await loggedRun(logger, ids, () => accounts.logo(accountId)) : undefined;
  if (!logo) return { statusCode: 404, headers: { ...headers, 'Cache-Control': 'no-store' }, body: '' };
  return {
    statusCode: 200,
    headers: { ...headers, 'Content-Type': logo.content_type, 'Cache-Control': KEPT },
    body: Buffer.from(logo.bytes).toString('base64'),
    isBase64Encoded: true,
  };
}
