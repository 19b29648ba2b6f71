import { Logger } from '@aws-lambda-powertools/logger';
import { KMSClient } from '@aws-sdk/client-kms';
import { openEvidenceKeys } from '../../lib/adapters/evidence/signer.ts';
import { type ApiEvent, type ApiResult, requestHeader } from '../../lib/adapters/http/exchange.ts';
import { boundaryOf, readParts } from '../../lib/adapters/http/multipart.ts';
import { awsClient } from '../../lib/adapters/net/aws-client.ts';
import { loggedRun } from '../../lib/adapters/queues/logged-run.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { readEnvironment } from '../../lib/core/environment.ts';
import { checkEvidence, type EvidenceVerdict } from '../../lib/core/evidence/check.ts';
import type { KeySet } from '../../lib/core/evidence/jws.ts';
import { noPage } from '../../lib/core/security-headers.ts';
import { evidencePage, evidencePageHeaders } from '../../lib/texts/evidence/page.ts';
import { verdictText } from '../../lib/texts/evidence/verdict-text.ts';

const env = readEnvironment('EVIDENCE_KEY_IDS');
const keys = openEvidenceKeys(new KMSClient(awsClient()));
const logger = new Logger({ serviceName: 'malote' });
const published = ({ requestContext }: ApiEvent) =>
  loggedRun(logger, { gateway_request_id: requestContext.requestId }, () =>
    keys.published(env.EVIDENCE_KEY_IDS.split(',')),
  );

/** Short, so that a new key is known soon. */
const KEYS_KEPT = 'public, max-age=300';

/** Publishes the keys, shows the page that checks evidence, and checks what is submitted to it (rule PAGE-10). */
export async function handler(event: ApiEvent): Promise<ApiResult> {
  if (event.resource.endsWith('/keys')) {
    const headers = {
      ...noPage,
      'Content-Type': 'application/jwk-set+json',
      'Cache-Control': KEYS_KEPT,
      'Access-Control-Allow-Origin': '*',
    };
    return { statusCode: 200, headers, body: JSON.stringify(await published(event)) };
  }
  const headers = { ...evidencePageHeaders };
  if (event.httpMethod !== 'POST') return { statusCode: 200, headers, body: evidencePage() };
  const verdict = verdictOf(event, await published(event));
  return { statusCode: verdict.ok ? 200 : 422, headers, body: evidencePage(verdictText(verdict)) };
}

function verdictOf(event: ApiEvent, keySet: KeySet): EvidenceVerdict {
  const boundary = boundaryOf(requestHeader(event, 'content-type') ?? '');
  const body = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  try {
    const file = boundary ? readParts(body, boundary).find(({ name }) => name === 'file')?.content : body;
    return checkEvidence(file?.toString() ?? '', keySet);
  } catch (error) {
    // A truncated form.
    if (error instanceof Problem) return { ok: false, fault: 'not_evidence' };
    throw error;
  }
}
