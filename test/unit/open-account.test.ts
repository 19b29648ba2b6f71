import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { AccountIdTaken } from '../../lib/adapters/data/accounts/accounts.ts';
import type { Account } from '../../lib/core/domain/accounts.ts';
import { Problem } from '../../lib/core/domain/problems.ts';
import { type AccountOrder, openAccount } from '../../lib/operations/accounts/open-account.ts';

const order: AccountOrder = {
  legal_name: 'Padaria Estrela Ltda.',
  cnpj: '12.ABC.345/01DE-35',
  plan: 'essential',
  default_sender: { name: 'Padaria', number: '100', postal_code: '01001-000' },
};

/** `created` contains the opened account. */
function service() {
  const created: unknown[] = [];
  const entry = { postal_code: '01001000', kind: 'street', street: 'Praça da Sé', neighborhood: 'Sé' } as const;
  return {
    created,
    accounts: { create: async (account: unknown) => void created.push(account) },
    ledger: { move: () => Promise.reject(new Error('no money was ordered')) },
    directory: { find: () => ({ ...entry, city: 'São Paulo', state: 'SP' as const }) },
    now: () => Date.parse('2026-03-10T15:04:00Z'),
    randomBytes,
  };
}

test('an id that another account has is drawn again', async () => {
  const deps = service();
  const tried: string[] = [];
  deps.accounts.create = async (account: unknown) => {
    const { id } = account as Account;
    if (tried.push(id) < 3) throw new AccountIdTaken(id);
  };
  const account = await openAccount(deps, order);
  expect(tried).toHaveLength(3);
  expect(new Set(tried).size).toBe(3);
  expect(account.id).toBe(tried[2]);
});

test('printable names are accepted', async () => {
  const deps = service();
  const account = await openAccount(deps, { ...order, trade_name: 'Pão & Cia. – Ñandú Łódź' });
  expect(deps.created).toEqual([account]);
});

test('names with an unprintable character are rejected, together with every other problem', async () => {
  const deps = service();
  const refused = openAccount(deps, {
    ...order,
    legal_name: 'Estrela 王',
    trade_name: '🙂',
    cnpj: '12.ABC.345/01DE-34',
  });
  const problem = (await refused.catch((error: unknown) => error)) as Problem;
  expect(problem).toBeInstanceOf(Problem);
  expect(problem.details).toMatchObject([
    { param: 'cnpj', code: 'invalid_format' },
    { param: 'legal_name', code: 'invalid_value', values: { character: '王' } },
    { param: 'trade_name', code: 'invalid_value', values: { character: '🙂' } },
  ]);
  expect(deps.created).toEqual([]);
});

test('a name that does not fit the head of a letter is rejected, with the reason', async () => {
  const deps = service();
  const wide = 'W'.repeat(150);
  for (const [fields, param] of [
    [{ legal_name: wide }, 'legal_name'],
    [{ trade_name: wide }, 'trade_name'],
  ] as const) {
    const problem = (await openAccount(deps, { ...order, ...fields }).catch((error: unknown) => error)) as Problem;
    expect(problem.details).toEqual([{ param, code: 'too_long', values: { letterhead_name: wide } }]);
  }
  expect(deps.created).toEqual([]);
});

test.each([
  ['the trade name', { trade_name: '😀 Ltda' }, 'trade_name', '😀'],
  ['the legal name', { legal_name: 'Estrela 王' }, 'legal_name', '王'],
  [
    'the name of the sender',
    { default_sender: { ...order.default_sender, name: '😀 Ltda' } },
    'default_sender.name',
    '😀',
  ],
])('an account is rejected if only %s cannot be printed', async (_, fields, param, character) => {
  const deps = service();
  const problem = (await openAccount(deps, { ...order, ...fields }).catch((error: unknown) => error)) as Problem;
  expect(problem.details).toEqual([{ param, code: 'invalid_value', values: { character } }]);
  expect(deps.created).toEqual([]);
});
