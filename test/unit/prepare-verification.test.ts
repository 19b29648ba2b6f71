import { expect, test } from '@jest/globals';
import type { Account } from '../../lib/core/domain/accounts.ts';
import type { VerificationOrder } from '../../lib/core/schemas/verification.ts';
import { prepareVerification } from '../../lib/operations/verifications/prepare-verification.ts';
import { discPng } from '../programs/pdf/template.ts';
import { accountSample } from '../support/samples.ts';

const order: VerificationOrder = {
  to: { name: 'Ana Souza', number: '1', postal_code: '05010-000' },
  method: 'hosted_page',
};
const secrets = { code: '042317', pageUrl: 'https://confirma.example/acc_1/pagina' };
const logo = { content_type: 'image/png', width: 64, height: 64, sha256: '' } as const;

/** Renders the account's order, and counts the reads of its logo. */
async function printedFor(account: Account) {
  let read = 0;
  const accounts = {
    logo: async () => {
      read++;
      return { ...logo, bytes: discPng(64) };
    },
  };
  const entry = { postal_code: '05010000', kind: 'street', street: 'Rua Caiubi', neighborhood: 'Perdizes' } as const;
  const directory = { find: () => ({ ...entry, city: 'São Paulo', state: 'SP' as const }) };
  const nothing = () => Promise.reject(new Error('the order has no document'));
  const documents = { download: nothing, uploads: { find: nothing }, uploadFiles: { read: nothing } };
  const deps = { accounts, directory, ...documents } as unknown as Parameters<typeof prepareVerification>[0];
  const { file, preview } = await prepareVerification(
    deps,
    { account, body: order, violations: [], fields: Object.keys(order), now: 0 },
    secrets,
  );
  const picturesIn = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').split('/Width 64').length - 1;
  return { read, pictures: [file, preview].map(picturesIn) };
}

test('the company’s logo is on its letter and on the copy', async () => {
  const { read, pictures } = await printedFor(accountSample({ logo }));
  expect(read).toBe(1);
  // The picture and its transparency.
  expect(pictures).toEqual([2, 2]);
});

test('a company without a logo causes no read', async () => {
  expect(await printedFor(accountSample({ logo: null }))).toEqual({ read: 0, pictures: [0, 0] });
});
