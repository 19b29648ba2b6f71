import { expect } from '@jest/globals';
import { fill } from '../../lib/adapters/http/error-reply.ts';
import { detailTexts } from '../../lib/texts/errors/error-catalogue.ts';
import { ApiClient, type ApiResponse } from './api.ts';
import { undocumentedIn } from './documented-objects.ts';

/** `error.type` of each status (rule ERR-3). */
const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'invalid_request_error',
  422: 'validation_error',
  429: 'rate_limit_error',
  500: 'api_error',
  503: 'api_error',
};

/** A customer's client that checks every response against the rules for all responses (rules REQ-9 and ERR-2). */
export class CheckedClient extends ApiClient {
  override async send(...request: Parameters<ApiClient['send']>): Promise<ApiResponse> {
    const response = await super.send(...request);
    expectDocumentedHeaders(response);
    if (response.status >= 400) expectErrorEnvelope(response);
    else expectDocumented(response);
    return response;
  }
}

/** `param code` of each problem of a 422. */
export const detailsOf = ({ body }: ApiResponse): string[] =>
  body.error.details.map(({ param, code }: { param: string; code: string }) => `${param} ${code}`);

function expectDocumentedHeaders({ status, headers }: ApiResponse): void {
  const header = (name: string) => headers.get(name);
  expect(header('content-type')).toBe('application/json; charset=utf-8');
  expect(header('request-id')).toMatch(/^req_[A-Za-z0-9]+$/);
  expect(header('ratelimit-limit')).toBe('50');
  expect(header('ratelimit-remaining')).toMatch(/^([0-9]|[1-4][0-9]|50)$/);
  expect(header('ratelimit-reset')).toMatch(/^[0-9]+$/);
  if (status === 429 || status === 503) expect(header('retry-after')).toMatch(/^[1-9][0-9]*$/);
  else expect(header('retry-after')).toBeNull();
}

function expectDocumented({ status, body }: ApiResponse): void {
  expect([200, 201]).toContain(status);
  expect(undocumentedIn(body)).toEqual([]);
}

/** Codes whose text alone does not say what to do. */
const explained = [
  'invalid_type',
  'invalid_value',
  'invalid_format',
  'too_short',
  'too_long',
  'out_of_range',
  'document_invalid',
  'document_unreachable',
] as const;
const vague = explained.flatMap((code) => [fill(detailTexts[code], 'pt-BR'), fill(detailTexts[code], 'en')]);

/** Words of schemas and programs, placeholders without their value, patterns. */
const jargon = /date-time|\bstring, |minLength|maxLength|undefined|NaN|\[object|\{[a-z_]+[}|]|\[:|\^[[(A-Z]/;

/** Exactly the fields of the envelope (rule ERR-2), and a helpful text. */
function expectErrorEnvelope({ status, headers, body }: ApiResponse): void {
  expect(body).toEqual({
    error: {
      type: errorTypes[status],
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/^\p{Lu}.*\.$/u),
      request_id: headers.get('request-id'),
      doc_url: expect.stringMatching(new RegExp(`^https?://.+/${body.error.code}$`)),
      details: status === 422 ? expect.any(Array) : null,
    },
  });
  for (const detail of body.error.details ?? []) {
    expect(detail).toEqual({
      param: expect.any(String),
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/^\p{Lu}.*\.$/u),
    });
    expect(vague).not.toContain(detail.message);
    expect(detail.message).not.toMatch(jargon);
  }
}
