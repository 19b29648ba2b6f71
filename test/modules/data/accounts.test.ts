import { expect, test } from '@jest/globals';
import { AccountIdTaken, HostTaken, openAccounts } from '../../../lib/adapters/data/accounts/accounts.ts';
import { faceOf } from '../../../lib/core/domain/faces.ts';
import { useTable } from '../../support/dynamodb.ts';
import { accountSample } from '../../support/samples.ts';

const table = useTable();

/** A new company: no two share an id, a host or a CNPJ. */
async function opened() {
  const account = accountSample();
  const host = `${account.id.replace('acc_', 'h')}.example`;
  await openAccounts(table()).create(account, { secondOfCnpj: true });
  return { account, host, face: { ...faceOf({}), page_host: host } };
}

test('a host belongs permanently to the first account that gets it', async () => {
  const accounts = openAccounts(table());
  const [one, other] = [await opened(), await opened()];
  expect(await accounts.hostOwner(one.host)).toBeUndefined();
  expect(await accounts.setFace(one.account.id, one.face)).toEqual({ ...one.account, face: one.face });
  expect(await accounts.hostOwner(one.host)).toBe(one.account.id);

  await expect(accounts.setFace(other.account.id, { ...other.face, page_host: one.host })).rejects.toThrow(HostTaken);
  expect(await accounts.find(other.account.id)).toEqual(other.account);

  // Letters that lead to the host are in production.
  await accounts.setFace(one.account.id, faceOf({}));
  expect(await accounts.hostOwner(one.host)).toBe(one.account.id);
  await expect(accounts.setFace(other.account.id, { ...other.face, page_host: one.host })).rejects.toThrow(HostTaken);
  expect(await accounts.setFace(one.account.id, one.face)).toMatchObject({ face: one.face });
});

test('an account that does not exist gets no face and reserves no host', async () => {
  const accounts = openAccounts(table());
  const { face, host } = await opened();
  expect(await accounts.setFace('acc_none', { ...face, page_host: `x${host}` })).toBeUndefined();
  expect(await accounts.hostOwner(`x${host}`)).toBeUndefined();
});

test('an account is not replaced, and a second one of the same company is created only on request', async () => {
  const accounts = openAccounts(table());
  const first = accountSample({ cnpj: '11.222.333/0001-81' });
  expect(await accounts.create(first, { secondOfCnpj: false })).toBeUndefined();
  const second = accountSample({ cnpj: first.cnpj });
  expect(await accounts.create(second, { secondOfCnpj: false })).toBe(first.id);
  expect(await accounts.find(second.id)).toBeUndefined();
  expect(await accounts.create(second, { secondOfCnpj: true })).toBeUndefined();
  const again = accounts.create({ ...first, legal_name: 'Outra Ltda.' }, { secondOfCnpj: true });
  await expect(again).rejects.toThrow(AccountIdTaken);
  expect(await accounts.find(first.id)).toEqual(first);
});

test('an account that does not exist gets no settings and no logo', async () => {
  const accounts = openAccounts(table());
  expect(await accounts.setSuspended('acc_none', true)).toBeUndefined();
  const logo = {
    content_type: 'image/png' as const,
    width: 1,
    height: 1,
    sha256: '0'.repeat(64),
    bytes: Uint8Array.of(1),
  };
  expect(await accounts.setLogo('acc_none', logo)).toBe(false);
  expect([await accounts.find('acc_none'), await accounts.logo('acc_none')]).toEqual([undefined, undefined]);
});
