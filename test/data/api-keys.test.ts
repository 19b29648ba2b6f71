import { createHash, randomBytes } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { KeyReferenceUsed, openApiKeys, USE_NOTED_EVERY_MS } from '../../lib/adapters/data/accounts/api-keys.ts';
import { useTable } from '../support/dynamodb.ts';

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
    const revoked = { ...apiKey, last_used_at: null, revoked_at: NOW + 1 };
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
      { ...first.apiKey, last_used_at: null },
      { ...second.apiKey, last_used_at: null },
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
});
