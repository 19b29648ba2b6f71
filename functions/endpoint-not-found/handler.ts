import { endpointNotFoundHandler } from '../../lib/adapters/http/api-handler.ts';
import type { ApiEvent, ApiResult } from '../../lib/adapters/http/exchange.ts';
import { SECURITY_TXT_MS, SECURITY_TXT_PATH, securityTxt } from '../../lib/core/domain/security-txt.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { noPage } from '../../lib/core/security-headers.ts';

const env = readEnvironment('DOCS_URL', 'SECURITY_CONTACT');
const notFound = endpointNotFoundHandler({ operation: 'endpoint-not-found', docsUrl: env.DOCS_URL });

const isSecurityTxt = ({ httpMethod, resource, pathParameters }: ApiEvent) =>
  httpMethod === 'GET' && (resource === SECURITY_TXT_PATH || `/${pathParameters?.proxy}` === SECURITY_TXT_PATH);

/** Every path and method that no other function has; `security.txt` is the one that exists. */
export const handler: typeof notFound = (event, context) =>
  isSecurityTxt(event) ? Promise.resolve(securityTxtNow()) : notFound(event, context);

function securityTxtNow(): ApiResult {
  const body = securityTxt(env.SECURITY_CONTACT, new Date(Date.now() + SECURITY_TXT_MS).toISOString());
  return { statusCode: 200, headers: { ...noPage, 'Content-Type': 'text/plain; charset=utf-8' }, body };
}
