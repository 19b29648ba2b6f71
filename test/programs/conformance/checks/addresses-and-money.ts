import { ApiClient } from '../../../support/api.ts';
import { blankPdf } from '../../../support/pdfs.ts';
import { check } from '../check.ts';
import { expectStatus, holds, invalid, refused, same } from '../expectations.ts';
import { base64, letterOrder, recipient, type World } from '../world.ts';

/** A whole city: its postal code covers no particular street or neighborhood. */
const wholeCity = { name: 'Conformidade Malote', number: '1', postal_code: '18150-000' };

const quote = ({ api }: World, to: object) => api.post('/letters/quote', letterOrder({ to }));

export const addresses = [
  check('ADDR-1', 'fields have limits, and invisible characters are rejected', async (world) => {
    const refuses = async (fields: object, ...details: string[]) =>
      invalid(await quote(world, { ...recipient, ...fields }), ...details);
    await refuses({ name: 'x'.repeat(101) }, 'to.name too_long');
    await refuses({ number: '1'.repeat(21) }, 'to.number too_long');
    await refuses({ complement: 'x'.repeat(61) }, 'to.complement too_long');
    await refuses({ state: 'XX' }, 'to.state invalid_value');
    await refuses({ name: 'Ana\u0007' }, 'to.name invalid_value');
    holds((await quote(world, { ...recipient, name: '   ' })).status === 422, 'a blank name is taken');
    expectStatus(await quote(world, { ...recipient, complement: null }), 200);
  }),
  check('ADDR-1', 'texts are trimmed and normalized to NFC', async (world) => {
    same(expectStatus(await quote(world, { ...recipient, name: '  Joa\u0303o  ' }), 200).to.name, 'João', 'the name');
  }),
  check('ADDR-2', 'the postal code fills in omitted fields; sent fields override it or must agree', async (world) => {
    same(
      expectStatus(await quote(world, { ...recipient, street: ' ' }), 200).to.street,
      'Praça da Sé',
      'a blank street',
    );
    const { to } = expectStatus(await quote(world, recipient), 200);
    same(
      [to.street, to.neighborhood, to.city, to.state],
      ['Praça da Sé', 'Sé', 'São Paulo', 'SP'],
      'street, neighborhood, city, state',
    );
    same(
      expectStatus(await quote(world, { ...recipient, street: 'Largo da Sé' }), 200).to.street,
      'Largo da Sé',
      'a street that was sent',
    );
    expectStatus(await quote(world, { ...recipient, city: 'sao paulo' }), 200);
    invalid(await quote(world, { ...recipient, city: 'Recife' }), 'to.city invalid_value');
    invalid(await quote(world, { ...recipient, state: 'RJ' }), 'to.state invalid_value');
  }),
  check('ADDR-7', 'what the systems of the carrier cannot hold prints whole, with a warning', async (world) => {
    const codes = (body: any) => body.warnings.map(({ code, name }: any) => `${code} ${name}`);
    const long = 'Xilogravura Pterodáctilo Quixotesco Zigurate Wolframita';
    const warned = expectStatus(await quote(world, { ...recipient, complement: long }), 200);
    same(warned.to.complement, long, 'the complement');
    holds(codes(warned).includes('address_too_long_for_carrier to'), 'words that are lost get no warning');
    const short = expectStatus(await quote(world, { ...recipient, complement: 'ap 12' }), 200);
    holds(!codes(short).includes('address_too_long_for_carrier to'), 'an address that fits gets a warning');
  }),
  check('ADDR-3', 'fields that the postal code of a whole city does not supply must be sent', async (world) => {
    invalid(await quote(world, wholeCity), 'to.street address_incomplete', 'to.neighborhood address_incomplete');
    invalid(await quote(world, { ...wholeCity, street: 'Rua A' }), 'to.neighborhood address_incomplete');
    expectStatus(await quote(world, { ...wholeCity, street: 'Rua A', neighborhood: 'Centro' }), 200);
    const from = { ...wholeCity, name: 'Remetente' };
    invalid(
      await world.api.post('/letters/quote', letterOrder({ from })),
      'from.street address_incomplete',
      'from.neighborhood address_incomplete',
    );
  }),
  check('ADDR-4', 'a malformed postal code, and one that does not exist', async (world) => {
    invalid(await quote(world, { ...recipient, postal_code: '1001-000' }), 'to.postal_code invalid_format');
    invalid(await quote(world, { ...recipient, postal_code: '99999-999' }), 'to.postal_code postal_code_not_found');
    expectStatus(await quote(world, { ...recipient, postal_code: '01001000' }), 200);
  }),
  check('ADDR-5', 'answers show the complete address, with the postal code as NNNNN-NNN', async (world) => {
    const { to } = expectStatus(await quote(world, { ...recipient, postal_code: '01001000' }), 200);
    same(
      Object.keys(to).sort(),
      ['city', 'complement', 'name', 'neighborhood', 'number', 'postal_code', 'state', 'street'],
      'fields',
    );
    same([to.postal_code, to.complement], ['01001-000', null], 'postal_code and complement');
  }),
  check('ADDR-6', 'a postal code is looked up, with or without the hyphen', async ({ api }) => {
    const found = {
      object: 'postal_code',
      postal_code: '01001-000',
      street: 'Praça da Sé',
      neighborhood: 'Sé',
      city: 'São Paulo',
      state: 'SP',
    };
    same(expectStatus(await api.get('/postal-codes/01001000'), 200), found, 'what is found');
    same(expectStatus(await api.get('/postal-codes/01001-000'), 200), found, 'what is found with the hyphen');
    same(expectStatus(await api.get('/postal-codes/18150000'), 200).street, null, 'the street of a whole city');
    refused(await api.get('/postal-codes/99999999'), 404, 'postal_code_not_found');
    invalid(await api.get('/postal-codes/123'), 'postal_code invalid_format');
  }),
  check(
    'ADDR-9',
    'addresses are checked in their order, up to 500, and nothing is required of them',
    async ({ api }) => {
      const addresses = [
        { name: 'Ana' },
        { street: 'Praça da Sé', city: 'São Paulo', state: 'SP', postal_code: '01001-000' },
      ];
      const { object, data } = expectStatus(await api.post('/addresses/check', { addresses }), 200);
      same(
        [object, data[0].confidence, data[1].address.postal_code],
        ['address_checks', 'unknown', '01001-000'],
        'the checks',
      );
      invalid(await api.post('/addresses/check', { addresses: [] }), 'addresses too_short');
      invalid(await api.post('/addresses/check', { addresses: Array(501).fill({}) }), 'addresses too_long');
    },
  ),
  check(
    'ADDR-10',
    'a check says what is missing or wrong, how sure it is, and what else may be meant',
    async ({ api }) => {
      const checked = async (address: object) =>
        expectStatus(await api.post('/addresses/check', { addresses: [address] }), 200).data[0];
      const wrong = await checked({
        street: 'praca da se',
        number: '1',
        city: 'Sao Pualo',
        state: 'SP',
        postal_code: '1001000',
      });
      same(
        [wrong.address.street, wrong.address.city, wrong.address.postal_code],
        ['Praça da Sé', 'São Paulo', '01001-000'],
        'the address',
      );
      same(
        wrong.changes.map(({ field, change }: any) => `${field} ${change}`),
        ['street respelled', 'neighborhood filled_in', 'city corrected', 'postal_code respelled'],
        'the changes',
      );
      same((await checked({ postal_code: '01001-000' })).missing, ['number'], 'what is missing');
      same(
        (await checked({ street: 'Xyzzy', city: 'São Paulo', state: 'SP' })).confidence,
        'unknown',
        'an unknown street',
      );
    },
  ),
  check('ADDR-11', 'postal codes are found by city and by the beginning of a street', async ({ api }) => {
    const search = (query: string) => api.get(`/postal-codes?${query}`);
    const { data } = expectStatus(await search('state=SP&city=sao%20paulo&street=praca%20da%20s'), 200);
    holds(
      data.some(({ postal_code }: any) => postal_code === '01001-000'),
      'Praça da Sé is not found',
    );
    same(expectStatus(await search('state=SP&city=sao%20paulo&street=xyzzy'), 200).data, [], 'an unknown street');
    invalid(await search('state=SP'), 'city required');
    invalid(await search('state=XX&city=x'), 'state invalid_value');
  }),
];

const sums = ({ total, items }: any) =>
  total === items.reduce((sum: number, { amount }: any) => sum + amount, 0) &&
  items.every(({ quantity, unit_amount, amount }: any) => quantity > 0 && amount === quantity * unit_amount);

export const money = [
  check('MON-1', 'a price is the sum of its lines, each a quantity of its unit amount', async ({ api }) => {
    const order = letterOrder({
      document: base64(blankPdf(3)),
      color: true,
      postal_services: ['registered', 'return_receipt'],
    });
    const { price } = expectStatus(await api.post('/letters/quote', order), 200);
    holds(sums(price), 'the lines do not sum to the total');
    same(
      price.items.map(({ type, quantity }: any) => [type, quantity]),
      [
        ['base', 1],
        ['additional_sheets', 2],
        ['color', 3],
        ['registered', 1],
        ['return_receipt', 1],
      ],
      'the lines',
    );
    const simple = expectStatus(await api.post('/letters/quote', letterOrder()), 200).price;
    same(
      simple.items.map(({ type }: any) => type),
      ['base'],
      'the lines of a simple letter',
    );
  }),
  check('MON-2', 'the destination does not affect the price', async ({ api }) => {
    const priceTo = async (to: object) =>
      expectStatus(await api.post('/letters/quote', letterOrder({ to })), 200).price;
    same(
      await priceTo({ ...wholeCity, postal_code: '69929-000', street: 'Rua A' }),
      await priceTo(recipient),
      'the price to Acre',
    );
  }),
  check('MON-2', 'the plan affects the price', ['operator'], async (world) => {
    const { id, api } = await world.customer();
    const total = async () => expectStatus(await api.post('/letters/quote', letterOrder()), 200).price.total;
    const before = await total();
    await world.operator.post(`/accounts/${id}/plan`, { plan: 'enterprise' });
    holds((await total()) < before, 'the largest plan is not cheaper');
  }),
  check('MON-3', 'a scheduled letter is charged by the plan on its day', ['clock', 'operator'], async (world) => {
    const { id: accountId, api } = await world.customer();
    const send_date = await world.date(2);
    const { id, price } = await world.letter({ send_date }, api);
    await world.operator.post(`/accounts/${accountId}/plan`, { plan: 'enterprise' });
    same(expectStatus(await api.get(`/letters/${id}`), 200).price.total, price.total, 'the price before its day');
    return {
      at: Date.parse(`${send_date}T09:00:01Z`),
      look: async () => {
        const charged = expectStatus(await api.get(`/letters/${id}`), 200).price.total;
        holds(charged < price.total, 'it is charged at the old plan');
        const [debit] = expectStatus(await api.get('/balance/transactions?type=letter'), 200).data;
        same(debit.amount, -charged, 'the debit');
      },
    };
  }),
  check('MON-4', 'the balance is an amount in BRL', async ({ api }) => {
    const balance = expectStatus(await api.get('/balance'), 200);
    same(
      [balance.object, Number.isInteger(balance.amount), balance.currency],
      ['balance', true, 'BRL'],
      'object, whole number, currency',
    );
  }),
  check('MON-5', 'a charge is listed with the mailing it is for', ['orders'], async (world) => {
    const { id, price } = await world.letter();
    const [debit] = expectStatus(await world.api.get('/balance/transactions?type=letter&limit=1'), 200).data;
    same(
      [debit.type, debit.amount, debit.currency, debit.source_id],
      ['letter', -price.total, 'BRL', id],
      'type, amount, currency, source_id',
    );
    same(debit.balance_after, expectStatus(await world.api.get('/balance'), 200).amount, 'balance_after');
    await world.cancel('/letters', id);
  }),
  check('MON-6', 'a balance below the price is 402, and nothing is created', ['operator'], async (world) => {
    const { api } = await world.customer({ balance: 1 });
    refused(await api.post('/letters', letterOrder()), 402, 'insufficient_balance');
    same(
      [(await api.get('/letters')).body.data, (await api.get('/balance')).body.amount],
      [[], 1],
      'letters and balance',
    );
  }),
  check('MON-6', 'of concurrent letters, as many are charged as the balance covers', ['operator'], async (world) => {
    const { price } = expectStatus(await world.api.post('/letters/quote', letterOrder()), 200);
    const { api } = await world.customer({
      plan: expectStatus(await world.api.get('/account'), 200).plan,
      balance: price.total * 2 + 1,
    });
    const client = new ApiClient(api.baseUrl, api.key);
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.post('/letters', letterOrder())));
    same(answers.map(({ status }) => status).sort(), [201, 201, 402, 402, 402], 'the statuses');
    same((await api.get('/balance')).body.amount, 1, 'the balance');
  }),
  check('MON-7', 'concurrent cancellations refund a letter once', ['orders'], async (world) => {
    const { id, price } = await world.letter();
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.cancel('/letters', id)));
    holds(
      answers.every(({ status }) => status === 200),
      'a repetition is rejected',
    );
    const entries = expectStatus(await world.api.get('/balance/transactions?limit=100'), 200).data.filter(
      ({ source_id }: any) => source_id === id,
    );
    same(
      entries.map(({ type, amount }: any) => [type, amount]),
      [
        ['refund', price.total],
        ['letter', -price.total],
      ],
      'its transactions',
    );
  }),
  check('MON-8', 'balance_after of each transaction is the previous one plus its amount', async ({ api }) => {
    const { data } = expectStatus(await api.get('/balance/transactions?limit=100'), 200);
    for (const [index, entry] of data.slice(0, -1).entries())
      same(entry.balance_after, data[index + 1].balance_after + entry.amount, 'a balance_after');
  }),
  check('MON-8', 'the audit finds no difference', ['operator'], async (world) => {
    same((await world.operator.get('/ledger/audit')).differences, [], 'differences');
  }),
];

export const accounts = [
  check('ACC-1', 'the account has its fields', async ({ api }) => {
    const account = expectStatus(await api.get('/account'), 200);
    same(
      Object.keys(account).filter((name) =>
        ['cnpj', 'created_at', 'default_sender', 'id', 'legal_name', 'object', 'plan', 'trade_name'].includes(name),
      ).length,
      8,
      'the number of documented fields',
    );
  }),
  check('ACC-2', 'the plan is one of five', async ({ api }) => {
    holds(
      ['pay_as_you_go', 'essential', 'professional', 'scale', 'enterprise'].includes(
        expectStatus(await api.get('/account'), 200).plan,
      ),
      'the plan is another',
    );
  }),
  check('ACC-2', 'a new plan applies to later orders', ['operator'], async (world) => {
    const { id, api } = await world.customer();
    await world.operator.post(`/accounts/${id}/plan`, { plan: 'scale' });
    same(expectStatus(await api.post('/letters/quote', letterOrder()), 200).plan, 'scale', 'the plan of a quote');
  }),
  check(
    'ACC-3',
    'an account has several keys, and revoking one takes effect immediately',
    ['operator'],
    async (world) => {
      const { id, api } = await world.customer();
      const second = await world.operator.post(`/accounts/${id}/keys`);
      await world.operator.post(`/keys/${second.id}/revoke`);
      refused(await world.api.as(second.api_key).get('/balance'), 401, 'api_key_revoked');
      expectStatus(await api.get('/balance'), 200);
    },
  ),
  check('ACC-4', 'the CNPJ has its form and its check digits', async ({ api }) => {
    const { cnpj } = expectStatus(await api.get('/account'), 200);
    holds(/^[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-[0-9]{2}$/.test(cnpj), 'the CNPJ has another form');
    holds(hasCheckDigits(cnpj), 'the check digits are wrong');
  }),
  check('ACC-5', 'a suspended account creates nothing, but reads, quotes and cancels', ['operator'], async (world) => {
    const { id, api } = await world.customer();
    const letter = await world.letter({}, api);
    await world.operator.post(`/accounts/${id}/suspend`);
    refused(await api.post('/letters', letterOrder()), 403, 'account_suspended');
    refused(await api.post('/uploads', { filename: 'a.pdf', size: 1 }), 403, 'account_suspended');
    expectStatus(await api.post('/letters/quote', letterOrder()), 200);
    same(expectStatus(await world.cancel('/letters', letter.id, api), 200).status, 'canceled', 'the status');
    await world.operator.post(`/accounts/${id}/reinstate`);
    expectStatus(await api.post('/uploads', { filename: 'a.pdf', size: 1 }), 201);
  }),
  check('ACC-6', 'a letter without a sender has the default one', ['orders'], async (world) => {
    const { default_sender } = expectStatus(await world.api.get('/account'), 200);
    holds(
      JSON.stringify((await world.scheduledLetter()).from) === JSON.stringify(default_sender),
      'from is not the default sender',
    );
  }),
];

/** Modulo 11 of the character codes less 48, weighted 2 to 9 from the right (IN RFB 2.229/2024). */
function hasCheckDigits(cnpj: string): boolean {
  const characters = cnpj.replace(/[./-]/g, '');
  const digit = (length: number) => {
    const values = [...characters.slice(0, length)].reverse().map((character) => character.charCodeAt(0) - 48);
    const rest = values.reduce((sum, value, index) => sum + value * (2 + (index % 8)), 0) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  return [12, 13].every((length) => Number(characters[length]) === digit(length));
}
