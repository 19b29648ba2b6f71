import { describe, expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { unchanged, useUnchangedCustomer } from '../../../support/internals.ts';
import { useCustomer } from '../../../support/service.ts';
import { NOBODY, storeEndpoint } from '../../../support/stored-webhooks.ts';

describe('POST /webhook-endpoints', () => {
  const customer = useUnchangedCustomer();

  test.each<[string, unknown, string[]]>([
    ['no field', {}, ['url required']],
    ['a list', [], ['body invalid_type']],
    ['an empty URL', { url: '' }, ['url too_short']],
    ['a number as URL', { url: 7 }, ['url invalid_type']],
    ['a long URL', { url: `https://example.com/${'a'.repeat(2_048)}` }, ['url too_long']],
    ['a text that is not a URL', { url: 'receiver' }, ['url invalid_value']],
    ['a URL without TLS', { url: 'http://93.184.215.14/hooks' }, ['url invalid_value']],
    ['a private address', { url: 'https://10.0.0.1/hooks' }, ['url invalid_value']],
    ['the address of instance metadata', { url: 'https://169.254.169.254/latest' }, ['url invalid_value']],
    ['no event type', { url: NOBODY, events: [] }, ['events too_short']],
    ['an unknown type', { url: NOBODY, events: ['letter.posted', 'letter.lost'] }, ['events[1] invalid_value']],
    ['a type that only tests send', { url: NOBODY, events: ['webhook.test'] }, ['events[0] invalid_value']],
    ['a secret chosen by the customer', { url: NOBODY, secret: 'whsec_x' }, ['secret unknown_parameter']],
    [
      'a private address and no type',
      { url: 'https://10.0.0.1/', events: [] },
      ['url invalid_value', 'events too_short'],
    ],
    ['no URL and an extra field', { url: 'x', name: 'x' }, ['url invalid_value', 'name unknown_parameter']],
    ['several', { events: 'all', name: 'x' }, ['url required', 'events invalid_type', 'name unknown_parameter']],
  ])('%s', async (_, body, expected) => {
    const answer = await customer().api.post('/webhook-endpoints', body);
    expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
    expect(detailsOf(answer).sort()).toEqual(expected.sort());
  });
});

describe('POST /webhook-endpoints of an account that has ten', () => {
  const customer = useCustomer();

  test('creates no eleventh', async () => {
    const { id, api } = customer();
    for (let count = 0; count < 10; count++) await storeEndpoint(id);
    const answer = await unchanged(id, () =>
      api.post('/webhook-endpoints', { url: NOBODY }, { 'idempotency-key': 'key' }),
    );
    expect([answer.status, detailsOf(answer)]).toEqual([422, ['webhook_endpoints too_long']]);
  });
});
