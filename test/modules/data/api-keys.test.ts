import { createHash, randomBytes } from 'node:crypto';
import { DeleteCommand, GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { KeyReferenceUsed, openApiKeys, USE_NOTED_EVERY_MS } from '../../../lib/adapters/data/accounts/api-keys.ts';
import { apiKeyCountKey } from '../../../lib/adapters/data/table/keys.ts';
import { MOST_KEYS } from '../../../lib/core/domain/accounts.ts';
import type { Problem } from '../../../lib/core/domain/problems.ts';
import { useTable } from '../../support/dynamodb.ts';

const NOW = Date.UTC(2026, 2, 2);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('API keys', () => {
  const table = useTable();

  test('are found by the hash of the secret', async () => {
    const keys = openApiKeys(table());
    const { secret, apiKey } = await keys.issue('acc_1', NOW, randomBytes);
    expect(secret).toMatch(/^malote_[\w-]{43}$/);
    expect(await keys.find(sha256(secret))).toEqual(apiKey);
    expect(apiKey).toMatchObject({ account_id: 'acc_1', created_at: NOW, revoked_at: null });
    expect(await keys.find(sha256(`${secret}x`))).toBeUndefined();
  });

  test('leave no trace of the secret in the table', async () => {
    const { secret } = await openApiKeys(table()).issue('acc_2', NOW, randomBytes);
    const { Items } = await table().client.send(new ScanCommand({ TableName: table().name }));
    expect(JSON.stringify(Items)).toContain(sha256(secret));
    expect(JSON.stringify(Items)).not.toContain(secret.slice('malote_'.length));
  });

  test('are revoked permanently, at the first instant', async () => {
    const keys = openApiKeys(table());
    const { secret, apiKey } = await keys.issue('acc_3', NOW, randomBytes);
    const revoked = { ...apiKey, last_used_at: null, spending: null, revoked_at: NOW + 1 };
    expect(await keys.revoke('acc_3', apiKey.id, NOW + 1)).toEqual(revoked);
    expect(await keys.revoke('acc_3', apiKey.id, NOW + 2)).toEqual(revoked);
    expect((await keys.find(sha256(secret)))!.revoked_at).toBe(NOW + 1);
  });

  test('belong to one account', async () => {
    const keys = openApiKeys(table());
    const first = await keys.issue('acc_4', NOW, randomBytes);
    const second = await keys.issue('acc_4', NOW + 1, randomBytes);
    await keys.issue('acc_5', NOW, randomBytes);
    expect(await keys.list('acc_4')).toEqual([
      { ...first.apiKey, last_used_at: null, spending: null },
      { ...second.apiKey, last_used_at: null, spending: null },
    ]);
    expect(await keys.revoke('acc_5', first.apiKey.id, NOW)).toBeUndefined();
    expect((await keys.find(sha256(first.secret)))!.revoked_at).toBeNull();
  });

  test('one secret belongs to one key, and one reference of an account', async () => {
    const keys = openApiKeys(table());
    const sameBytes = (size: number) => new Uint8Array(size).fill(7);
    const { secret, apiKey } = await keys.issue('acc_6', NOW, sameBytes, { reference: 'erp' });
    await expect(keys.issue('acc_7', NOW, sameBytes)).rejects.toMatchObject({ name: 'ConditionLost', write: 'key' });
    await expect(keys.issue('acc_6', NOW, randomBytes, { reference: 'erp' })).rejects.toThrow(KeyReferenceUsed);
    expect(await keys.find(sha256(secret))).toEqual(apiKey);
    expect(await keys.list('acc_6')).toHaveLength(1);
  });

  test('record their last use once an hour, and never an earlier one', async () => {
    const keys = openApiKeys(table());
    const { apiKey } = await keys.issue('acc_8', NOW, randomBytes);
    const hour = USE_NOTED_EVERY_MS;
    const uses = [NOW + 2 * hour, NOW + 3 * hour - 1, NOW, NOW + 3 * hour];
    const noted: number[] = [];
    for (const at of uses) noted.push(await keys.noteUse('acc_8', apiKey.id, at));
    expect(noted).toEqual([NOW + 2 * hour, NOW + 2 * hour, NOW + 2 * hour, NOW + 3 * hour]);
    expect((await keys.list('acc_8'))[0]!.last_used_at).toBe(NOW + 3 * hour);
  });

  describe(`are at most ${MOST_KEYS} that work`, () => {
    const working = async (account: string) =>
      (await openApiKeys(table()).list(account)).filter(({ revoked_at }) => revoked_at === null).length;
    const issue = (account: string, labels?: { reference: string }) =>
      openApiKeys(table())
        .issue(account, NOW, randomBytes, labels)
        .then(({ apiKey }) => apiKey.id)
        .catch((error: unknown) => (error as Problem).code);
    const counted = async (account: string): Promise<unknown> => {
      const { Item } = await table().client.send(
        new GetCommand({ TableName: table().name, Key: apiKeyCountKey(account) }),
      );
      return Item?.keys;
    };
    /** As before keys were counted. */
    const forgetCount = (account: string) =>
      table().client.send(new DeleteCommand({ TableName: table().name, Key: apiKeyCountKey(account) }));

    test('with any number of calls at once; a revocation makes room for one', async () => {
      const keys = openApiKeys(table());
      for (let count = 0; count < MOST_KEYS - 2; count++) await issue('acc_9');
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => issue('acc_9')));
      expect(outcomes.filter((outcome) => outcome === 'invalid_parameters')).toHaveLength(4);
      expect(await working('acc_9')).toBe(MOST_KEYS);
      expect(await issue('acc_10')).toMatch(/^key_/);

      const id = outcomes.find((outcome) => outcome.startsWith('key_'))!;
      await Promise.all(Array.from({ length: 4 }, () => keys.revoke('acc_9', id, NOW)));
      const again = await Promise.all([issue('acc_9'), issue('acc_9')]);
      expect(again.filter((outcome) => outcome === 'invalid_parameters')).toHaveLength(1);
      expect(await working('acc_9')).toBe(MOST_KEYS);
    });

    test('also when they are first counted, by several calls at once', async () => {
      const keys = openApiKeys(table());
      const [first, second] = [await issue('acc_11'), await issue('acc_11')];
      await keys.revoke('acc_11', first, NOW);
      await forgetCount('acc_11');
      await Promise.all([issue('acc_11'), issue('acc_11'), keys.revoke('acc_11', second, NOW)]);
      expect(await counted('acc_11')).toBe(2);
      for (let count = 2; count <= MOST_KEYS; count++) await issue('acc_11');
      await forgetCount('acc_11');
      expect(await issue('acc_11')).toBe('invalid_parameters');
      expect(await working('acc_11')).toBe(MOST_KEYS);
    });

    test('and a key with a used reference is still told by its reference', async () => {
      const id = await issue('acc_12', { reference: 'erp' });
      for (let count = 1; count < MOST_KEYS; count++) await issue('acc_12');
      await expect(openApiKeys(table()).issue('acc_12', NOW, randomBytes, { reference: 'erp' })).rejects.toMatchObject({
        keyId: id,
      });
      expect(await counted('acc_12')).toBe(MOST_KEYS);
    });
  });
});
