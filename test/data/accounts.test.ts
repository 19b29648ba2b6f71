import { expect, test } from '@jest/globals';
import { HostTaken, openAccounts } from '../../lib/adapters/data/accounts.ts';
import { faceOf } from '../../lib/core/domain/faces.ts';
import { useTable } from '../support/dynamodb.ts';
import { accountSample } from '../support/samples.ts';

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
