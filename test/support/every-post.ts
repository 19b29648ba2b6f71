import { describe, expect, test } from '@jest/globals';
import { CheckedClient, detailsOf } from './checked-client.ts';
import { type Example, request } from './every-endpoint.ts';
import { leaveKey, limitRequests, unchanged, useUnchangedCustomer } from './internals.ts';
import { type Customer, openCustomer, useCustomer, useService } from './service.ts';

/**
 * The common behavior of requests with a body for content types, unreadable bodies and sizes, and of every POST for
 * Idempotency-Keys (rules REQ-1 to REQ-3 and IDEM-1).
 */

/** 4.5 MB (rule REQ-3). */
const MOST_BYTES = 4_500_000;

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Uint8Array.from(Buffer.from(text, encoding));
const keyed = (key = 'key') => ({ 'idempotency-key': key });
const refusal = (status: number, code: string) => ({ status, body: { error: { code } } });

/** 400 unsupported_content_type: checked before the size, the key and the body. */
export function describeContentTypes(example: Example): void {
  describe(`${example.method} ${example.path} of another content type`, () => {
    const customer = useUnchangedCustomer();
    const body = JSON.stringify(example.body ?? {});

    test.each([
      'text/plain',
      'text/json',
      'application/xml',
      'application/x-www-form-urlencoded',
      'application/octet-stream',
      'application/vnd.api+json',
      'application/jsonp',
      'application/json, text/plain',
      'application/json; charset=iso-8859-1',
      'application/json; charset=utf-16',
      'json',
      '',
    ])('%j', async (type) => {
      const answer = await request(customer().api, { ...example, body }, { 'content-type': type });
      expect(answer).toMatchObject(refusal(400, 'unsupported_content_type'));
    });

    test('none', async () => {
      const { api } = customer();
      expect(await api.send(example.method, example.path, bytes(body), {})).toMatchObject(
        refusal(400, 'unsupported_content_type'),
      );
    });

    test('takes precedence over a body that is too large, an empty key and malformed JSON', async () => {
      const headers = { 'content-type': 'text/plain', 'idempotency-key': '' };
      const answer = await request(customer().api, { ...example, body: '{'.repeat(MOST_BYTES + 1) }, headers);
      expect(answer).toMatchObject(refusal(400, 'unsupported_content_type'));
    });
  });
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Bodies that are not valid JSON, or that parsers read differently. */
const unreadable: [string, string | Uint8Array<ArrayBuffer>][] = [
  ['a space', ' '],
  ['half an object', '{"to":'],
  ['an object and more', '{}{}'],
  ['a bare word', 'letter'],
  ['NaN', '{"size":NaN}'],
  ['Infinity', '{"size":Infinity}'],
  ['a number with a leading zero', '{"size":01}'],
  ['a hexadecimal number', '{"size":0x10}'],
  ['single quotes', "{'size':1}"],
  ['a name without quotes', '{size:1}'],
  ['a comma at the end', '{"size":1,}'],
  ['a comment', '{"size":1}//'],
  ['a line break in a string', '{"filename":"a\nb"}'],
  ['a null character in a string', '{"filename":"a\0b"}'],
  ['a byte order mark', '\ufeff{}'],
  ['a repeated name', '{"size":1,"size":1}'],
  ['a repeated name, once escaped', '{"size":1,"s\\u0069ze":1}'],
  ['a repeated name, nested deeply', '{"metadata":{"a":[{"b":1,"b":2}]}}'],
  ['half of a surrogate pair', '{"filename":"\\ud83d"}'],
  ['the other half', '{"filename":"\\udcee"}'],
  ['halves in the wrong order', '{"filename":"\\udcee\\ud83d"}'],
  ['half of a pair in a name', '{"\\ud83d":1}'],
  ['33 levels', nested(33)],
  ['100,000 levels', '['.repeat(100_000)],
  ['10,001 values', JSON.stringify({ size: Array.from({ length: 10_001 }, () => 1) })],
  ['Latin-1', bytes('{"filename":"São Paulo"}', 'latin1')],
  ['a truncated character', Uint8Array.from([...bytes('{"filename":"'), 0xe2, 0x82, ...bytes('"}')])],
  ['an overlong slash', Uint8Array.from([...bytes('{"filename":"'), 0xc0, 0xaf, ...bytes('"}')])],
  ['UTF-16', bytes('{"filename":"a"}', 'utf16le')],
];

/** 400 invalid_json: checked before the account, the fields and the balance. */
export function describeUnreadableBodies(example: Example): void {
  describe(`${example.method} ${example.path} with a body that is not valid JSON`, () => {
    const customer = useUnchangedCustomer();

    test.each(unreadable)('%s', async (_, body) => {
      const answer = await request(customer().api, { ...example, body }, keyed());
      expect(answer).toMatchObject(refusal(400, 'invalid_json'));
    });

    test('takes precedence over a suspended account and a used key', async () => {
      const { id, api } = await openCustomer();
      await useService().control.post(`/accounts/${id}/suspend`);
      await leaveKey(id, 'key', { path: example.path, body: {}, secondsAgo: 1, answer: { status: 201, body: '{}' } });
      expect(await request(api, { ...example, body: '{' }, keyed())).toMatchObject(refusal(400, 'invalid_json'));
    });
  });
}

/** 400 invalid_idempotency_key: checked before the body is read. */
export function describeInvalidKeys(example: Example): void {
  describe(`POST ${example.path} with an invalid Idempotency-Key`, () => {
    const customer = useUnchangedCustomer();

    test.each([
      ['empty', ''],
      ['blank', '   '],
      ['of 256 characters', 'k'.repeat(256)],
      ['of 5,000 characters', 'k'.repeat(5_000)],
    ])('%s', async (_, key) => {
      const answer = await customer().api.post(example.path, example.body, keyed(key));
      expect(answer).toMatchObject(refusal(400, 'invalid_idempotency_key'));
    });

    test('takes precedence over a body that is not valid JSON', async () => {
      const answer = await customer().api.post(example.path, '{', keyed(''));
      expect(answer).toMatchObject(refusal(400, 'invalid_idempotency_key'));
    });
  });
}

/** The 422s of a POST that takes no body (rule REQ-4). */
export function describeUnknownFields(title: string, served: Served): void {
  describe(title, () => {
    const customer = useCustomer();

    test.each<[string, unknown, string[]]>([
      ['a field', { reason: 'x' }, ['reason unknown_parameter']],
      ['fields', { reason: 'x', id: 'y' }, ['reason unknown_parameter', 'id unknown_parameter']],
      ['a list', [], ['body invalid_type']],
      ['null', 'null', ['body invalid_type']],
      ['__proto__', '{"__proto__":{}}', ['__proto__ unknown_parameter']],
    ])('a body with %s', async (_, body, expected) => {
      const { example } = await served(customer());
      const { id, api } = customer();
      const answer = await unchanged(id, () => request(api, { ...example, body }, keyed()));
      expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
      expect([...new Set(detailsOf(answer))]).toEqual(expected);
    });

    test('a query parameter', async () => {
      const { example } = await served(customer());
      const { id, api } = customer();
      const answer = await unchanged(id, () => request(api, { ...example, path: `${example.path}?reason=x` }));
      expect(detailsOf(answer)).toEqual(['reason unknown_parameter']);
    });
  });
}

/** 413 request_too_large: checked before the key and the body. */
export function describeBodySize(example: Example): void {
  describe(`${example.method} ${example.path} with more than 4,500,000 bytes`, () => {
    const customer = useUnchangedCustomer();

    test.each([
      ['one byte too many', ' '.repeat(MOST_BYTES - 1) + '{}'],
      ['one byte too many, in half as many characters', `"${'é'.repeat(MOST_BYTES / 2 - 1)}x"`],
      ['not JSON', '{'.repeat(MOST_BYTES + 1)],
    ])('%s', async (_, body) => {
      const answer = await request(customer().api, { ...example, body }, keyed(''));
      expect(answer).toMatchObject(refusal(413, 'request_too_large'));
    });

    test('but not with 4,500,000', async () => {
      const answer = await request(customer().api, { ...example, body: ' '.repeat(MOST_BYTES - 2) + '[]' });
      expect(answer).toMatchObject(refusal(422, 'invalid_parameters'));
    });
  });
}

/** Makes a customer's request that can succeed once, and a different one to the same endpoint. */
export type Served = (customer: Customer) => Promise<{ example: Example; other: Example }>;

const replayed = 'idempotent-replayed';

/** Replays: the first response again, and nothing done twice (rule IDEM-3). */
export function describeReplays(title: string, status: number, served: Served): void {
  describe(`${title} with an Idempotency-Key`, () => {
    const customer = useCustomer();

    test('runs once, and is then replayed', async () => {
      const { example } = await served(customer());
      const { id, api } = customer();
      const first = await request(api, example, keyed());
      expect([first.status, first.headers.get(replayed)]).toEqual([status, null]);
      const again = await unchanged(id, () => request(api, example, keyed()));
      expect([again.status, again.headers.get(replayed)]).toEqual([status, 'true']);
      expect(again.body).toEqual(first.body);
      expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
    });

    test('sent many times at once runs once; the others must wait, or get the same response', async () => {
      const { example } = await served(customer());
      const { api } = customer();
      const answers = await Promise.all(Array.from({ length: 8 }, () => request(api, example, keyed())));
      const [made, refused] = [
        answers.filter((answer) => answer.status === status),
        answers.filter((answer) => answer.status !== status),
      ];
      expect(new Set(made.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(made.filter(({ headers }) => headers.get(replayed) === null)).toHaveLength(1);
      for (const answer of refused) expect(answer).toMatchObject(refusal(409, 'idempotency_key_in_use'));
    });

    test('takes over from a call that crashed more than a minute ago', async () => {
      const { example } = await served(customer());
      await leaveKey(customer().id, 'key', { ...example, body: example.body ?? {}, secondsAgo: 61 });
      expect((await request(customer().api, example, keyed())).status).toBe(status);
    });
  });
}

/** Also every form of a replay, which all endpoints leave to one module (`test/modules/http/idempotency.test.ts`). */
export function describeEveryReplay(title: string, status: number, served: Served): void {
  describeReplays(title, status, served);

  describe(`${title} with an Idempotency-Key`, () => {
    const customer = useCustomer();

    test('is the same request with fields in another order, other whitespace and other headers', async () => {
      const { example } = await served(customer());
      const { id, api } = customer();
      const first = await request(api, example, keyed());
      const reversed = JSON.stringify(reverseFields(example.body), null, 2);
      const again = await unchanged(id, () =>
        api.post(example.path, example.body === undefined ? undefined : reversed, {
          ...keyed(),
          'accept-language': 'en',
          'content-type': 'application/json;charset=UTF-8',
        }),
      );
      expect([again.headers.get(replayed), again.body]).toEqual(['true', first.body]);
    });

    test('is the same request with another API key of the account', async () => {
      const { example } = await served(customer());
      const { id, api } = customer();
      const { baseUrl, control } = useService();
      const { api_key } = await control.post(`/accounts/${id}/keys`);
      const first = await request(api, example, keyed());
      const again = await unchanged(id, () => request(new CheckedClient(baseUrl, api_key), example, keyed()));
      expect([again.headers.get(replayed), again.body]).toEqual(['true', first.body]);
    });

    test('is replayed even if the account was suspended meanwhile', async () => {
      const { example } = await served(customer());
      const { id, api } = customer();
      const first = await request(api, example, keyed());
      await useService().control.post(`/accounts/${id}/suspend`);
      expect((await request(api, example, keyed())).body).toEqual(first.body);
    });

    test('accepts a key of 255 characters, and any character that a header may contain', async () => {
      const { example } = await served(customer());
      for (const key of ['k'.repeat(255), '"a b",;=/%ação~']) {
        const { status: got } = await request(customer().api, (await served(customer())).example, keyed(key));
        expect(got).toBe(status);
      }
      expect((await request(customer().api, example, keyed('k'.repeat(254)))).status).toBe(status);
    });

    test('forgets a key after 24 hours', async () => {
      const { example, other } = await served(customer());
      const answer = { status, body: '{}' };
      await leaveKey(customer().id, 'key', { ...other, body: other.body ?? {}, secondsAgo: 86_401, answer });
      const now = await request(customer().api, example, keyed());
      expect([now.status, now.headers.get(replayed)]).toEqual([status, null]);
    });

    test('that was rate-limited is served by the same key later', async () => {
      const { example } = await served(customer());
      const { id, api } = customer();
      await limitRequests(id, 0);
      expect((await request(api, example, keyed())).status).toBe(429);
      await limitRequests(id, 50);
      const later = await request(api, example, keyed());
      expect([later.status, later.headers.get(replayed)]).toEqual([status, null]);
    });
  });
}

/** 409s of the Idempotency-Key: checked before the account and the fields. */
export function describeKeyConflicts(title: string, served: Served): void {
  describe(`${title} with an Idempotency-Key`, () => {
    const customer = useCustomer();

    test('that served another request of the same endpoint', async () => {
      const { example, other } = await served(customer());
      const { id, api } = customer();
      await request(api, example, keyed());
      const answer = await unchanged(id, () => request(api, other, keyed()));
      expect(answer).toMatchObject(refusal(409, 'idempotency_key_reused'));
    });

    test('that is still serving the same request', async () => {
      const { example } = await served(customer());
      const { id, api } = customer();
      await leaveKey(id, 'key', { ...example, body: example.body ?? {}, secondsAgo: 1 });
      const answer = await unchanged(id, () => request(api, example, keyed()));
      expect(answer).toMatchObject(refusal(409, 'idempotency_key_in_use'));
    });
  });
}

/** Also every form of a conflict, which all endpoints leave to one module (`test/modules/http/idempotency.test.ts`). */
export function describeEveryKeyConflict(title: string, served: Served): void {
  describeKeyConflicts(title, served);

  describe(`${title} with an Idempotency-Key`, () => {
    const customer = useCustomer();

    test('that served another endpoint', async () => {
      const { example } = await served(customer());
      const { id, api } = customer();
      const elsewhere = example.path === '/uploads' ? '/letters' : '/uploads';
      await leaveKey(id, 'key', {
        path: elsewhere,
        body: example.body ?? {},
        secondsAgo: 1,
        answer: { status: 201, body: '{}' },
      });
      const answer = await unchanged(id, () => request(api, example, keyed()));
      expect(answer).toMatchObject(refusal(409, 'idempotency_key_reused'));
    });

    test('that served another request a second less than 24 hours ago', async () => {
      const { example, other } = await served(customer());
      const { id, api } = customer();
      const answer = { status: 201, body: '{}' };
      // Two seconds for the request to arrive.
      await leaveKey(id, 'key', { ...other, body: other.body ?? {}, secondsAgo: 86_400 - 20, answer });
      expect(await request(api, example, keyed())).toMatchObject(refusal(409, 'idempotency_key_reused'));
    });

    test('that is still serving another request', async () => {
      const { example, other } = await served(customer());
      const { id, api } = customer();
      await leaveKey(id, 'key', { ...other, body: other.body ?? {}, secondsAgo: 1 });
      const answer = await unchanged(id, () => request(api, example, keyed()));
      expect(answer).toMatchObject(refusal(409, 'idempotency_key_reused'));
    });

    test('takes precedence over a suspended account and invalid fields', async () => {
      const { example } = await served(customer());
      const { id, api } = customer();
      await request(api, example, keyed());
      await useService().control.post(`/accounts/${id}/suspend`);
      const wrong = { ...example, body: { unknown: 1 } };
      expect(await request(api, wrong, keyed())).toMatchObject(refusal(409, 'idempotency_key_reused'));
    });
  });
}

function reverseFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).reverse();
  return Object.fromEntries(fields.map(([name, inner]) => [name, reverseFields(inner)]));
}
