import { beforeEach, describe, expect, test } from '@jest/globals';
import { txidOf } from '../../../lib/core/domain/pix.ts';
import { ApiClient } from '../../support/api.ts';
import { signedIn } from '../../support/dashboard.ts';
import { moveMoney } from '../../support/internals.ts';
import { letterBody } from '../../support/letters.ts';
import { useService } from '../../support/service.ts';
import { openAccount, operatorOf } from './support/operator.ts';

const { control, baseUrl } = useService();
const operator = operatorOf(control.url);
let account: string;

beforeEach(async () => {
  account = await openAccount(operator);
});

describe('operator keys', () => {
  test('a key works from its creation until it is revoked, and is shown once', async () => {
    const { id, secret } = await operator.json('keys', 'create', account);
    const api = new ApiClient(baseUrl, secret);
    expect((await api.get('/account')).body.id).toBe(account);
    expect(JSON.stringify(await operator.json('keys', 'list', account))).not.toContain(secret);

    await operator.json('keys', 'revoke', account, id);
    expect((await api.get('/account')).body.error.code).toBe('api_key_revoked');
    expect((await operator.json('keys', 'list', account))[0].revoked_at).not.toBeNull();
  });

  test('a key from the dashboard is listed with the name that its customer gave it', async () => {
    const owner = await signedIn(account, 'owner');
    const { body: key } = await owner.ask('POST', `/accounts/${account}/api-keys`, { name: 'Loja virtual' });
    await operator.json('keys', 'create', account, '--reference', 'ERP');
    const { output } = await operator.run('keys', 'list', account);
    const [heading, ...rows] = output
      .trimEnd()
      .split('\n')
      .map((row) => row.split(/ {2,}/).slice(0, 4));
    expect(heading).toEqual(['KEY', 'ACCOUNT', 'REFERENCE', 'NAME']);
    expect(rows).toEqual([
      [key.id, account, '-', 'Loja virtual'],
      [expect.stringMatching(/^key_/), account, 'ERP', '-'],
    ]);
    const listed = await operator.json('keys', 'list', account);
    expect(listed.map(({ reference, name }: any) => [reference, name])).toEqual([
      [null, 'Loja virtual'],
      ['ERP', null],
    ]);
  });

  test('a key is restricted when it is made and anew, and the list shows what it has ordered', async () => {
    await operator.json(
      'balance',
      'top-up',
      account,
      '--amount',
      '100,00',
      '--payment',
      `P${account}`,
      '--reason',
      'Pix',
    );
    const limits = ['--allow', 'create_letters', '--daily-limit', '7,00', '--postal-codes', '05000-000..05999-999'];
    const made = await operator.json('keys', 'create', account, ...limits, '--expires-at', '2099-12-31T00:00:00Z');
    expect(made.restrictions).toEqual({
      operations: ['create_letters'],
      max_price: null,
      daily_limit: 700,
      total_limit: null,
      postal_codes: [{ from: '05000-000', to: '05999-999' }],
      expires_at: '2099-12-31T00:00:00Z',
    });
    const api = new ApiClient(baseUrl, made.secret);
    const order = async () => (await api.post('/letters', letterBody())).body.error?.code ?? 'made';
    expect([await order(), await order()]).toEqual(['made', 'api_key_limit_reached']);
    const { output } = await operator.run('keys', 'list', account);
    expect(output.replaceAll('\u00a0', ' ')).toContain('today R$ 6,40 of R$ 7,00');

    await operator.json('keys', 'restrict', account, made.id, '--total-limit', '12,80');
    expect([await order(), await order()]).toEqual(['made', 'api_key_limit_reached']);
    const { restrictions, spending } = await operator.json('keys', 'restrict', account, made.id);
    expect([restrictions, spending]).toEqual([null, { total: 1_280, today: 1_280 }]);
    expect(await order()).toBe('made');
  });

  test.each([
    ['--allow', 'everything'],
    ['--postal-codes', '05000'],
    ['--postal-codes', '05999-999..05000-000'],
    ['--expires-at', 'tomorrow'],
  ])('%s %s makes no key', async (...options) => {
    const { exit } = await operator.run('keys', 'create', account, ...options);
    expect(exit).not.toBe(0);
    expect(await operator.json('keys', 'list', account)).toEqual([]);
  });

  test('a key is not revoked without a terminal and without --yes', async () => {
    const { id, secret } = await operator.json('keys', 'create', account);
    const { exit, messages } = await operator.run('keys', 'revoke', account, id);
    expect(exit).toBe(1);
    expect(messages).toContain('pass --yes');
    expect((await new ApiClient(baseUrl, secret).get('/account')).status).toBe(200);
  });

  test('a key of another account is not found', async () => {
    const other = await openAccount(operator);
    const { id } = await operator.json('keys', 'create', other);
    expect(await operator.refusal('keys', 'revoke', account, id)).toMatchObject({
      exit: 1,
      error: { code: 'resource_not_found' },
    });
  });
});

describe('operator balance', () => {
  const topUp = (payment: string, amount = '100,00', to = account) =>
    ['balance', 'top-up', to, '--amount', amount, '--payment', payment, '--reason', 'Pix de 20/11'] as const;

  test('a payment is booked once, even by concurrent commands and on another account', async () => {
    const payment = `E${account}`;
    const runs = await Promise.all([1, 2, 3].map(() => operator.run(...topUp(payment), '--yes')));
    expect(runs.map(({ exit }) => exit).sort()).toEqual([0, 0, 0]);
    expect(runs.filter(({ output }) => output.startsWith('Already done: btx_'))).toHaveLength(2);
    const other = await openAccount(operator);
    const { exit, error } = await operator.refusal(...topUp(payment, '100,00', other));
    expect({ exit, message: error.message }).toEqual({
      exit: 1,
      message: expect.stringMatching(
        `^Payment ${payment} is already booked: R\\$ 100,00 to ${account} on 20.*Nothing was changed.$`,
      ),
    });
    expect(await operator.refusal(...topUp(payment, '10,00'))).toMatchObject({ error: { code: 'payment_booked' } });
    expect((await operator.json('balance', 'show', account)).amount).toBe(10_000);
    expect((await operator.json('balance', 'show', other)).amount).toBe(0);
  });

  test('a Pix finds its account by the txid, and the command names the company before money moves', async () => {
    const pix = (...from: string[]) =>
      ['balance', 'top-up', ...from, '--amount', '30,00', '--payment', `P${account}`, '--reason', 'Pix'] as const;
    const txid = txidOf(account);
    expect((await operator.run(...pix('--txid', txid))).messages).toMatch(
      new RegExp(`Add R\\$ 30,00 to the balance of .+, ${account}\\?`),
    );
    expect((await operator.json('balance', 'show', account)).amount).toBe(0);
    expect(await operator.json(...pix('--txid', txid.toLowerCase()))).toMatchObject({
      source_id: `P${account}`,
      balance_after: 3_000,
      already_done: false,
    });
    expect(await operator.json(...pix(account))).toMatchObject({ balance_after: 3_000, already_done: true });
    for (const unknown of ['BBBBBB', '***'])
      expect((await operator.refusal(...pix('--txid', unknown))).error.message).toContain(`No account has the txid`);
    expect((await operator.run(...pix(), '--yes')).messages).toContain('Give either <account> or --txid.');
    expect((await operator.json('balance', 'show', account)).amount).toBe(3_000);
  });

  test('the customer reads each movement with its reason, and the audit finds no difference', async () => {
    await operator.json(...topUp(`F${account}`));
    await operator.json('balance', 'credit', account, '--amount', '25,00', '--reason', 'Cortesia pelo atraso');
    await operator.json('balance', 'adjust', account, '--take', '5,00', '--reason', 'Lançado em dobro');
    await operator.json('balance', 'adjust', account, '--add', '1,00', '--reason', 'Acerto');

    const { secret } = await operator.json('keys', 'create', account);
    const { body } = await new ApiClient(baseUrl, secret).get('/balance/transactions');
    const statement = await operator.json('balance', 'statement', account);
    expect(statement.data).toEqual(body.data);
    expect(
      statement.data.map(({ type, amount, balance_after, source_id, description }: Record<string, unknown>) => [
        type,
        amount,
        balance_after,
        source_id,
        description,
      ]),
    ).toEqual([
      ['adjustment', 100, 12_100, null, 'Acerto'],
      ['adjustment', -500, 12_000, null, 'Lançado em dobro'],
      ['credit', 2_500, 12_500, null, 'Cortesia pelo atraso'],
      ['top_up', 10_000, 10_000, `F${account}`, 'Pix de 20/11'],
    ]);
    expect(await operator.json('ledger', 'audit', account)).toEqual({ accounts: 1, differences: [] });
  });

  test('an adjustment may leave a debt, and nothing is created until it is paid', async () => {
    await operator.json('balance', 'adjust', account, '--take', '10,00', '--reason', 'Estorno do banco');
    const { secret } = await operator.json('keys', 'create', account);
    const api = new ApiClient(baseUrl, secret);
    expect((await api.get('/balance')).body.amount).toBe(-1_000);
    expect((await api.post('/letters', letterBody())).body.error.code).toBe('insufficient_balance');
  });

  test('the audit shows differences as amounts, and ends with 1', async () => {
    await moveMoney(account, 'credit', 150_000, Date.now());
    const { sequence } = await moveMoney(account, 'letter', -123_456, Date.now());
    const { exit, output } = await operator.run('ledger', 'audit', account);
    expect({
      exit,
      rows: output
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    }).toEqual({
      exit: 1,
      rows: [
        ['ACCOUNT', 'ENTRY', 'FOR', 'DIFFERS', 'EXPECTED', 'FOUND'],
        [account, String(sequence), '-', 'no such mailing', '-', '-R$ 1.234,56'],
      ],
    });
  });

  test('an adjustment has one direction', async () => {
    for (const amounts of [[], ['--add', '1,00', '--take', '1,00']]) {
      const { exit, error } = await operator.refusal('balance', 'adjust', account, ...amounts, '--reason', 'x');
      expect({ exit, message: error.message }).toEqual({ exit: 2, message: 'Give either --add or --take.' });
    }
  });

  test('a statement comes in pages, by type and by day in Brasília', async () => {
    const at = Date.parse('2026-11-20T02:59:59Z');
    await moveMoney(account, 'credit', 100, at);
    await moveMoney(account, 'credit', 200, at + 1_000);
    await moveMoney(account, 'adjustment', -50, at + 2_000);

    const first = await operator.json('balance', 'statement', account, '--limit', '2');
    expect(first.data.map(({ amount }: { amount: number }) => amount)).toEqual([-50, 200]);
    const second = await operator.json('balance', 'statement', account, '--after', first.next_cursor);
    expect(second.data.map(({ amount }: { amount: number }) => amount)).toEqual([100]);
    expect((await operator.run('balance', 'statement', account, '--limit', '2')).output).toContain(
      `There are more: --after ${first.next_cursor}`,
    );
    const credits = await operator.json('balance', 'statement', account, '--type', 'credit', '--from', '2026-11-20');
    expect(credits.data.map(({ amount }: { amount: number }) => amount)).toEqual([200]);
    const earlier = await operator.json('balance', 'statement', account, '--until', '2026-11-20');
    expect(earlier.data.map(({ amount }: { amount: number }) => amount)).toEqual([100]);
  });
});
