import { ApiClient } from '../../../support/api.ts';
import { check } from '../check.ts';
import { expectStatus, holds, invalid, NotTestable, refused, same } from '../expectations.ts';
import { letterOrder } from '../world.ts';

const json = { 'content-type': 'application/json' };
const nowhere = '/letters/ltr_00000000000000000000000000';

export const requests = [
  check('REQ-1', 'a Content-Type other than JSON is rejected', async ({ api }) => {
    refused(await api.post('/letters/quote', 'x=1', { 'content-type': 'text/plain' }), 400, 'unsupported_content_type');
  }),
  check('REQ-1', 'a form without a boundary is rejected', async ({ api }) => {
    refused(
      await api.post('/letters/quote', 'x', { 'content-type': 'multipart/form-data' }),
      400,
      'unsupported_content_type',
    );
  }),
  check('REQ-1', 'a form is rejected where only JSON is accepted', async ({ api }) => {
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    refused(await api.post('/verifications/quote', '--x--', form), 400, 'unsupported_content_type');
  }),
  ...(
    [
      ['is cut short', '{"to":'],
      ['has a name twice', '{"to":{},"to":{}}'],
      ['has half of a surrogate pair', '{"reference":"\\ud800"}'],
      ['is 33 levels deep', `${'['.repeat(33)}${']'.repeat(33)}`],
      ['has more than 10,000 values', `[${'0,'.repeat(10_000)}0]`],
      ['is followed by another value', '{} {}'],
      ['has a comment', '{/* */}'],
    ] as const
  ).map(([what, text]) =>
    check('REQ-2', `JSON that ${what} is rejected`, async ({ api }) => {
      refused(await api.post('/letters/quote', text), 400, 'invalid_json');
    }),
  ),
  check('REQ-2', 'JSON that is not UTF-8 is rejected', async ({ api }) => {
    refused(await api.post('/letters/quote', Uint8Array.from([0x22, 0xff, 0x22])), 400, 'invalid_json');
  }),
  check('REQ-2', 'a form with an unnamed part is rejected', async ({ api }) => {
    const body = '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n';
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    refused(await api.post('/letters/quote', body, form), 400, 'invalid_json');
  }),
  check('REQ-3', 'a body of 4,500,001 bytes is rejected', async ({ api }) => {
    const { status, body } = await api.post('/letters/quote', `"${'x'.repeat(4_499_999)}"`);
    same([status, body?.error?.code], [413, 'request_too_large'], 'the answer');
  }),
  check('REQ-3', 'a body of 4,500,000 bytes is read', async ({ api }) => {
    holds((await api.post('/letters/quote', `"${'x'.repeat(4_499_998)}"`)).status === 422, 'it is not read');
  }),
  check('REQ-4', 'POST …/cancel takes no field, and an empty body is {}', async ({ api }) => {
    invalid(await api.post(`${nowhere}/cancel`, { reason: 'x' }), 'reason unknown_parameter');
    refused(await api.post(`${nowhere}/cancel`, {}), 404, 'resource_not_found');
    refused(await api.post(`${nowhere}/cancel`), 404, 'resource_not_found');
  }),
  check('REQ-5', 'a request without a key is rejected', async ({ api }) => {
    refused(await api.as(undefined).get('/account'), 401, 'api_key_missing');
  }),
  check('REQ-5', 'an unknown key is rejected', async ({ api }) => {
    const unknown = new ApiClient(api.baseUrl, `malote_live_${'0'.repeat(32)}`);
    refused(await unknown.get('/account'), 401, 'api_key_invalid');
    refused(await api.as(undefined).get('/account', { authorization: 'Basic eDp5' }), 401, 'api_key_invalid');
  }),
  check('REQ-5', 'a revoked key is rejected', ['operator'], async (world) => {
    const { id } = await world.customer();
    const { id: keyId, api_key } = await world.operator.post(`/accounts/${id}/keys`);
    expectStatus(await world.api.as(api_key).get('/account'), 200);
    await world.operator.post(`/keys/${keyId}/revoke`);
    refused(await world.api.as(api_key).get('/account'), 401, 'api_key_revoked');
  }),
  check('REQ-6', 'an id that never existed is unknown', async ({ api }) => {
    refused(await api.get(nowhere), 404, 'resource_not_found');
    refused(await api.get('/verifications/ver_00000000000000000000000000'), 404, 'resource_not_found');
  }),
  check('REQ-6', "another account's object is unknown", ['operator', 'orders'], async (world) => {
    const { id } = await world.scheduledLetter();
    const { api } = await world.customer();
    refused(await api.get(`/letters/${id}`), 404, 'resource_not_found');
    refused(await api.post(`/letters/${id}/cancel`), 404, 'resource_not_found');
    same((await api.get('/letters')).body.data, [], 'its list');
    same((await world.api.get(`/letters/${id}`)).body.status, 'scheduled', 'the letter');
  }),
  check(
    'REQ-7',
    'path, key, content type, size, Idempotency-Key, body, fields, object: the first failure is returned',
    async ({ api }) => {
      const nobody = api.as(undefined);
      const plain = { 'content-type': 'text/plain' };
      const badKey = { 'idempotency-key': 'x'.repeat(256) };
      refused(await nobody.post('/nothing', 'x', plain), 404, 'endpoint_not_found');
      refused(await nobody.post('/letters', 'x', plain), 401, 'api_key_missing');
      refused(await api.post('/letters', 'x', { ...plain, ...badKey }), 400, 'unsupported_content_type');
      refused(await api.post('/letters', '{', { ...json, ...badKey }), 400, 'invalid_idempotency_key');
      refused(await api.post(`${nowhere}/cancel`, '{'), 400, 'invalid_json');
      refused(await api.post(`${nowhere}/cancel`, { x: 1 }), 422, 'invalid_parameters');
    },
  ),
  check('REQ-8', 'unknown fields at any depth and unknown query parameters are rejected', async ({ api }) => {
    const { to, ...rest } = letterOrder();
    const body = { ...rest, to: { ...to, phone: '1' }, paper: 'A3' };
    const details = (await api.post('/letters/quote', body)).body?.error?.details ?? [];
    same(
      details.map(({ param, code }: any) => `${param} ${code}`).sort(),
      ['paper unknown_parameter', 'to.phone unknown_parameter'],
      'details',
    );
    invalid(await api.get('/letters?color=true'), 'color unknown_parameter');
  }),
  check('REQ-9', 'Request-Id differs each time, and a replay is marked', async ({ api }) => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [one, other] = [
      await api.post('/letters/quote', letterOrder(), key),
      await api.post('/letters/quote', letterOrder(), key),
    ];
    holds(one.headers.get('request-id') !== other.headers.get('request-id'), 'two answers have one Request-Id');
    same(one.headers.get('idempotent-replayed'), null, 'Idempotent-Replayed of the first answer');
    same(other.headers.get('idempotent-replayed'), 'true', 'Idempotent-Replayed of the second answer');
  }),
  check(
    'REQ-10',
    'more than fifty requests in a second are rejected with Retry-After, and later ones are served',
    async ({ api }) => {
      const hasty = new ApiClient(api.baseUrl, api.key);
      const answers = await Promise.all(Array.from({ length: 160 }, () => hasty.get('/balance')));
      const refusedOnes = answers.filter(({ status }) => status === 429);
      holds(
        answers.every(({ status }) => status === 200 || status === 429),
        'some are neither served nor rate limited',
      );
      if (refusedOnes.length === 0) throw new NotTestable('fifty requests in one second are not reached from here');
      refused(refusedOnes[0]!, 429, 'rate_limit_exceeded');
      holds(Number(refusedOnes[0]!.headers.get('retry-after')) > 0, 'Retry-After is missing');
      expectStatus(await api.get('/balance'), 200);
    },
  ),
  check('REQ-11', 'messages are in Portuguese, or in English if preferred', async ({ api }) => {
    const messageIn = async (language: string) =>
      (await api.get(nowhere, { 'accept-language': language })).body?.error?.message;
    const [portuguese, english] = [await messageIn('pt-BR'), await messageIn('en')];
    holds(portuguese !== english, 'both languages have one message');
    same((await api.get(nowhere)).body?.error?.message === english, false, 'English without Accept-Language');
    same(await messageIn('en;q=0.4, pt;q=0.5'), portuguese, 'the message for a lower quality of English');
    same(await messageIn('pt;q=0.4, en-US;q=0.5'), english, 'the message for a higher quality of English');
    same(await messageIn('en, pt'), english, 'the message for English named first');
  }),
  check('REQ-12', 'empty metadata is {}, and fields that do not apply are null', ['orders'], async (world) => {
    const letter = await world.scheduledLetter();
    same(
      [letter.metadata, letter.reference, letter.tracking_code, letter.failure_reason],
      [{}, null, null, null],
      'metadata, reference, tracking_code, failure_reason',
    );
  }),
  check('REQ-13', 'an id is a prefix with letters and digits, and unique', async ({ api }) => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++)
      ids.push(expectStatus(await api.post('/uploads', { filename: 'a.pdf', size: 1 }), 201).id);
    holds(
      ids.every((id) => /^upl_[A-Za-z0-9]+$/.test(id)),
      'an id of an upload has another form',
    );
    holds(new Set(ids).size === ids.length, 'one id is given twice');
    holds(
      /^acc_[A-Za-z0-9]+$/.test(expectStatus(await api.get('/account'), 200).id),
      'the id of the account has another form',
    );
  }),
  check('REQ-14', 'instants are in UTC with whole seconds, near the time of the Date header', async ({ api }) => {
    const { body, headers } = await api.post('/uploads', { filename: 'a.pdf', size: 1 });
    holds(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(body?.created_at), 'created_at has another form');
    same(
      Date.parse(body.expires_at) - Date.parse(body.created_at),
      86_400_000,
      'the lifetime of an upload in milliseconds',
    );
    holds(headers.get('date') !== null, 'there is no Date');
  }),
  check('REQ-15', 'money is a whole number of centavos, in BRL', async ({ api }) => {
    const { price } = expectStatus(await api.post('/letters/quote', letterOrder()), 200);
    holds(Number.isInteger(price.total) && price.total > 0, 'the total is no whole number');
    same(price.currency, 'BRL', 'currency');
  }),
  check('REQ-16', 'reference and metadata have limits', async ({ api }) => {
    const quote = (fields: object) => api.post('/letters/quote', letterOrder(fields));
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'x']));
    expectStatus(await quote({ reference: 'é'.repeat(100), metadata: keys(20) }), 200);
    expectStatus(await quote({ metadata: { ['k'.repeat(40)]: 'x'.repeat(500) } }), 200);
    invalid(await quote({ reference: 'x'.repeat(101) }), 'reference too_long');
    invalid(await quote({ metadata: keys(21) }), 'metadata too_long');
    invalid(await quote({ metadata: { ['k'.repeat(41)]: 'x' } }), `metadata.${'k'.repeat(41)} too_long`);
    invalid(await quote({ metadata: { k: 'x'.repeat(501) } }), 'metadata.k too_long');
    invalid(await quote({ metadata: { k: 1 } }), 'metadata.k invalid_type');
  }),
  check('REQ-16', 'reference and metadata are returned as sent', ['orders'], async (world) => {
    const sent = { reference: world.unique(), metadata: { pedido: 'nº 7', vazio: '' } };
    const { id, reference, metadata } = await world.scheduledLetter(sent);
    same({ reference, metadata }, sent, 'what is returned');
    const read = (await world.api.get(`/letters/${id}`)).body;
    same({ reference: read.reference, metadata: read.metadata }, sent, 'what is read');
  }),
  check('REQ-17', '201 for created objects, 200 for quotes, reads and lists', async ({ api }) => {
    expectStatus(await api.post('/uploads', { filename: 'a.pdf', size: 1 }), 201);
    expectStatus(await api.post('/letters/quote', letterOrder()), 200);
    expectStatus(await api.get('/letters'), 200);
    expectStatus(await api.get('/account'), 200);
  }),
  check('REQ-18', 'the version is the first part of the path', async ({ api }) => {
    holds(/\/v1$/.test(api.baseUrl), 'the base URL does not end in /v1');
    const { status } = await new ApiClient(api.baseUrl.replace(/v1$/, 'v0'), api.key)
      .get('/account')
      .catch(() => ({ status: 403 }));
    holds(status === 403 || status === 404, `/v0 answers ${status}`);
  }),
];
