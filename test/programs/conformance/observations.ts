import type { ApiResponse } from '../../support/api.ts';
import { undocumentedIn } from '../../support/documented-objects.ts';

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

/** The gateway itself may return these; its `Request-Id` then has no `req_` (rule REQ-9). */
const ofTheGateway = [413, 429, 503];

/** The rule that lists the fields of each object. */
const fieldsOf: Readonly<Record<string, string>> = {
  letter: 'LTR-7',
  quote: 'LTR-5',
  verification: 'VER-8',
  verification_check: 'VER-13',
  verification_attempt: 'VER-16',
  verification_quote: 'VER-17',
  verification_figures: 'VER-20',
  verification_evidence: 'EVI-1',
  letter_evidence: 'EVI-9',
  letter_look_ups: 'GEN-5',
  upload: 'UPL-2',
  account: 'ACC-1',
  balance: 'MON-4',
  balance_transaction: 'MON-5',
  event: 'EVT-2',
  postal_code: 'ADDR-6',
  list: 'LIST-1',
  webhook_endpoint: 'HOOK-10',
  webhook_delivery: 'HOOK-10',
  webhook_sending: 'HOOK-10',
  webhook_test: 'HOOK-10',
};

/** Rules that every response is checked against; each fails with the first response that breaks it. */
export const observedRules: readonly string[] = [
  ...new Set(['REQ-1', 'REQ-9', 'REQ-12', 'REQ-17', 'ERR-2', 'ERR-3', 'PRIV-5', ...Object.values(fieldsOf)]),
];

/** What the responses of a whole run show besides their checks: faults by rule, each reported once. */
export class Observations {
  /** Texts that no response may contain: the keys in use. */
  readonly keys = new Set<string>();
  readonly #faults = new Map<string, Set<string>>();

  of(rule: string): string[] {
    return [...(this.#faults.get(rule) ?? [])];
  }

  /** Checks a response against the rules for all responses. */
  see(method: string, path: string, response: ApiResponse): void {
    const where = `${method} ${pattern(path)} (${response.status})`;
    const broken = (rule: string, fault: string) =>
      this.#faults.set(rule, (this.#faults.get(rule) ?? new Set()).add(`${where}: ${fault}`));
    observeHeaders(response, broken);
    if (response.status >= 400) observeError(response, broken);
    else observeObject(method, path, response, broken);
    const text = JSON.stringify(response.body ?? null);
    if ([...this.keys].some((key) => text.includes(key))) broken('PRIV-5', 'the answer has an API key');
  }
}

type Broken = (rule: string, fault: string) => void;

/** The path without ids and query, so that a fault of one endpoint is reported once. */
const pattern = (path: string) => path.replace(/\?.*/, '').replace(/\/[a-z]{3}_[^/]+/g, '/…');

function observeHeaders({ status, headers }: ApiResponse, broken: Broken): void {
  const expect = (name: string, form: RegExp) => {
    const value = headers.get(name);
    if (value === null) broken('REQ-9', `${name} is missing`);
    else if (!form.test(value)) broken('REQ-9', `${name} has another form`);
  };
  expect('Request-Id', ofTheGateway.includes(status) ? /./ : /^req_[A-Za-z0-9]+$/);
  expect('RateLimit-Limit', /^50$/);
  expect('RateLimit-Remaining', /^([0-9]|[1-4][0-9]|50)$/);
  expect('RateLimit-Reset', /^\d+$/);
  if (status === 429 || status === 503) expect('Retry-After', /^[1-9]\d*$/);
  else if (headers.has('Retry-After')) broken('REQ-9', 'Retry-After is on another status than 429 and 503');
  if (!/^application\/json; ?charset=utf-8$/i.test(headers.get('content-type') ?? ''))
    broken('REQ-1', 'Content-Type is not JSON in UTF-8');
}

function observeError({ status, headers, body }: ApiResponse, broken: Broken): void {
  const error = body?.error as Record<string, unknown> | undefined;
  if (typeof error !== 'object') return broken('ERR-2', 'there is no error');
  const names = ['type', 'code', 'message', 'request_id', 'doc_url', 'details'];
  for (const name of names) if (!(name in error)) broken('ERR-2', `error.${name} is missing`);
  if (error.request_id !== headers.get('request-id')) broken('ERR-2', 'error.request_id is not that of Request-Id');
  if (!String(error.doc_url).endsWith(`/${String(error.code)}`))
    broken('ERR-2', 'error.doc_url does not lead to the code');
  if (!/^[a-z_]+$/.test(String(error.code))) broken('REQ-12', 'error.code is not snake_case');
  if ((status === 422) !== Array.isArray(error.details)) broken('ERR-2', 'error.details is not there for 422 alone');
  if (error.type !== errorTypes[status]) broken('ERR-3', `error.type is ${String(error.type)}`);
}

function observeObject(method: string, path: string, { status, body }: ApiResponse, broken: Broken): void {
  const isCreation =
    method === 'POST' && /^\/(letters|letter-batches|verifications|uploads|webhook-endpoints)$/.test(path);
  if (status !== (isCreation ? 201 : 200)) broken('REQ-17', `a success is ${isCreation ? 201 : 200}`);
  if (typeof body?.object !== 'string') return broken('REQ-12', 'the answer has no object');
  for (const { path: place, keyword, message } of undocumentedIn(body)) {
    // Responses may get new fields within a version (rule REQ-18).
    if (keyword === 'additionalProperties') continue;
    for (const rule of ['REQ-12', fieldsOf[String(body.object)]])
      if (rule !== undefined) broken(rule, `${place} ${message}`);
  }
}
