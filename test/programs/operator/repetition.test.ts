import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';
import { type AwsGate, openAwsGate } from './support/aws-gate.ts';
import { openAccount, operatorOf } from './support/operator.ts';

const { control } = useService();
let gate: AwsGate;
let operator: ReturnType<typeof operatorOf>;
let account: string;

beforeAll(async () => {
  gate = await openAwsGate(control.url);
  operator = operatorOf(gate.controlUrl);
});

beforeEach(async () => {
  account = await openAccount(operator);
});

afterEach(() => {
  gate.loses = () => false;
  gate.before = async () => undefined;
});

afterAll(() => gate.close());

/** Runs a command whose writes take effect but whose responses are lost. */
async function withLostResponses(...line: string[]): Promise<number> {
  gate.loses = ({ action }) => action === 'dynamodb:PutItem';
  const { exit } = await operator.run(...line, '--yes');
  gate.loses = () => false;
  return exit;
}

const credit = (...more: string[]) =>
  ['balance', 'credit', account, '--amount', '10,00', '--reason', 'Cortesia', ...more] as const;
const adjust = (...more: string[]) =>
  ['balance', 'adjust', account, '--take', '2,00', '--reason', 'Acerto', ...more] as const;
const balance = async () => (await operator.json('balance', 'show', account)).amount;

describe('a correction counts once', () => {
  test.each([
    ['a credit by its reference', () => credit('--reference', 'chamado 1'), 1_000],
    ['an adjustment by its reference', () => adjust('--reference', 'chamado 1'), -200],
    ['a credit by amount and reason', () => credit(), 1_000],
    ['an adjustment by amount and reason', () => adjust(), -200],
  ])('%s, even after a lost response', async (_, line, amount) => {
    // The command looks whether its transaction took effect.
    expect(await withLostResponses(...line())).toBe(0);
    expect(await balance()).toBe(amount);
    const { exit, output } = await operator.run(...line(), '--yes');
    expect({ exit, output }).toEqual({ exit: 0, output: expect.stringMatching(/^Already done: btx_.* Nothing was/) });
    expect(await operator.json(...line())).toMatchObject({ amount, balance_after: amount, already_done: true });
    expect(await balance()).toBe(amount);
    expect((await operator.json('ledger', 'audit', account)).differences).toEqual([]);
  });

  test('when commands run side by side', async () => {
    const made = await Promise.all([1, 2, 3].map(() => operator.json(...credit('--reference', 'chamado 2'))));
    expect(made.map(({ already_done }) => already_done).sort()).toEqual([false, true, true]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await balance()).toBe(1_000);
  });

  test('and again with another reference, or a day later', async () => {
    expect(await operator.json(...credit())).toMatchObject({ already_done: false });
    expect(await operator.json(...credit('--reference', 'segunda'))).toMatchObject({ already_done: false });
    await control.advance(24 * 3_600 + 1);
    expect(await operator.json(...credit())).toMatchObject({ already_done: false });
    expect(await operator.json(...credit('--reference', 'segunda'))).toMatchObject({ already_done: true });
    expect(await balance()).toBe(3_000);
  });

  test('a reference is rejected for another correction', async () => {
    const { id } = await operator.json(...credit('--reference', 'chamado 3'));
    const { exit, error } = await operator.refusal(...adjust('--reference', 'chamado 3'));
    expect({ exit, code: error.code }).toEqual({ exit: 1, code: 'reference_used' });
    expect(error.message).toMatch(
      new RegExp(`^The reference belongs to ${id}, credit of R\\$ 10,00, "Cortesia", 2.*Nothing was changed.$`),
    );
    expect(await balance()).toBe(1_000);
  });
});

test('a payment whose response was lost is booked once, and the retry says so', async () => {
  const topUp = ['balance', 'top-up', account, '--amount', '5,00', '--payment', `L${account}`, '--reason', 'Pix'];
  expect(await withLostResponses(...topUp)).toBe(0);
  expect((await operator.run(...topUp, '--yes')).output).toMatch(
    /^Already done: btx_\w+, R\$ 5,00, 2.*Nothing was changed/,
  );
  expect(await balance()).toBe(500);
});

test.each([
  ['a read', 'dynamodb:GetItem', /^AWS could not be reached: .*\n.*Repeat it: a payment is booked once\.\s*$/],
  [
    'the transaction',
    'dynamodb:PutItem',
    /^AWS did not answer, so it is unknown whether this was done\.\n.*Repeat it: a payment is booked once\.\s*$/,
  ],
])(
  'a command that gets no answer to %s ends within a minute and says what is known',
  async (_, silent, said) => {
    const topUp = ['balance', 'top-up', account, '--amount', '5,00', '--payment', `H${account}`, '--reason', 'Pix'];
    gate.before = (permissions) =>
      permissions.some(({ action }) => action === silent) ? new Promise<void>(() => undefined) : Promise.resolve();
    const begun = Date.now();
    const { exit, messages } = await operator.run(...topUp, '--yes');
    expect(Date.now() - begun).toBeLessThan(60_000);
    expect({ exit, messages }).toEqual({ exit: 3, messages: expect.stringMatching(said) });
    gate.before = async () => undefined;
    expect(await operator.json(...topUp)).toMatchObject({ already_done: false });
    expect(await balance()).toBe(500);
  },
  90_000,
);

describe('created once', () => {
  const company = (cnpj: string) => [
    ...['accounts', 'create', '--legal-name', 'Padaria Lua Ltda.', '--cnpj', cnpj, '--plan', 'scale'],
    ...['--sender-name', 'Padaria Lua', '--sender-postal-code', '01001-000', '--sender-number', '7'],
  ];
  const accountsOf = async (cnpj: string) =>
    (await operator.json('accounts', 'list')).filter((each: { cnpj: string }) => each.cnpj === cnpj);

  test('an account for a company, even after a lost response, unless a second one is requested', async () => {
    const cnpj = '11.222.333/0001-81';
    expect(await withLostResponses(...company(cnpj))).toBe(3);
    const [opened, ...others] = await accountsOf(cnpj);
    expect(others).toEqual([]);
    const { exit, error } = await operator.refusal(...company(cnpj));
    expect({ exit, code: error.code, message: error.message }).toEqual({
      exit: 1,
      code: 'company_has_account',
      message: `The company already has the account ${opened.id}. Nothing was changed. Open another with --allow-second-account.`,
    });
    const second = await operator.json(...company(cnpj), '--allow-second-account');
    expect((await accountsOf(cnpj)).map(({ id }: { id: string }) => id)).toEqual([opened.id, second.id]);
    // The first account remains the one that is named.
    expect((await operator.refusal(...company(cnpj))).error.message).toContain(opened.id);
  });

  test('a key per reference, in each account', async () => {
    const create = (to: string) => ['keys', 'create', to, '--reference', 'produção'];
    expect(await withLostResponses(...create(account))).toBe(3);
    const [key, ...others] = await operator.json('keys', 'list', account);
    expect({ key, others }).toMatchObject({ key: { reference: 'produção' }, others: [] });
    const { exit, error } = await operator.refusal(...create(account));
    expect({ exit, message: error.message }).toEqual({
      exit: 1,
      message: expect.stringContaining(`Already created: ${key.id} has this reference.`),
    });
    expect(await operator.json('keys', 'list', account)).toHaveLength(1);
    const other = await openAccount(operator);
    expect((await operator.json(...create(other))).secret).toMatch(/^malote_/);
  });

  test('an endpoint per URL and events', async () => {
    const add = (...events: string[]) => [
      ...['webhooks', 'add', account, '--url', `${control.url}/inbox`],
      ...events.flatMap((event) => ['--event', event]),
    ];
    expect(await withLostResponses(...add('letter.posted', 'letter.failed'))).toBe(3);
    const [endpoint] = await operator.json('webhooks', 'list', account);
    const { exit, error } = await operator.refusal(...add('letter.failed', 'letter.posted'));
    expect({ exit, message: error.message }).toEqual({
      exit: 1,
      message: expect.stringContaining(`Already registered: ${endpoint.id} has this URL and these events.`),
    });
    await operator.json(...add('letter.posted'));
    expect(await operator.json('webhooks', 'list', account)).toHaveLength(2);
  });
});
