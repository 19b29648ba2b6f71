import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { openRequestCounts } from '../../../lib/adapters/data/accounts/request-counts.ts';
import { dayCountKey, requestCountKey } from '../../../lib/adapters/data/table/keys.ts';
import { useTable } from '../../support/dynamodb.ts';

const SECOND = Date.UTC(2026, 2, 2) / 1000;
const LIMIT = 50;
const DAY = SECOND / 86_400;

describe('request counts', () => {
  const table = useTable();

  test('let exactly 50 of 70 concurrent requests pass, each with its own count', async () => {
    const counts = openRequestCounts(table());
    const all = await Promise.all(Array.from({ length: 70 }, () => counts.count('acc_1', SECOND, LIMIT)));
    const passed = all.filter((count) => count !== undefined).sort((a, b) => a - b);
    expect(passed).toEqual(Array.from({ length: LIMIT }, (_, index) => index + 1));
  });

  test('start again with each second and for each account', async () => {
    const counts = openRequestCounts(table());
    for (let request = 0; request < LIMIT; request++) await counts.count('acc_2', SECOND, LIMIT);
    expect(await counts.count('acc_2', SECOND, LIMIT)).toBeUndefined();
    expect(await counts.count('acc_2', SECOND + 1, LIMIT)).toBe(1);
    expect(await counts.count('acc_3', SECOND, LIMIT)).toBe(1);
  });

  test('of a day: exactly as many as the limit pass of more at once, for each account, thing and day', async () => {
    const counts = openRequestCounts(table());
    const all = await Promise.all(Array.from({ length: 30 }, () => counts.countInDay('acc_5', 'figures', DAY, 20)));
    expect(all.filter((count) => count !== undefined)).toHaveLength(20);
    expect(await counts.countInDay('acc_5', 'figures', DAY, 20)).toBeUndefined();
    expect(await counts.countInDay('acc_5', 'documents', DAY, 20)).toBe(1);
    expect(await counts.countInDay('acc_5', 'figures', DAY + 1, 20)).toBe(1);
    expect(await counts.countInDay('acc_6', 'figures', DAY, 20)).toBe(1);
    expect(await counts.countedInDay('acc_5', 'figures', DAY)).toBe(20);
    expect(await counts.countedInDay('acc_5', 'uploads', DAY)).toBe(0);
    const { Item } = await table().client.send(
      new GetCommand({ TableName: table().name, Key: dayCountKey('acc_5', 'figures', DAY) }),
    );
    expect(Item).toMatchObject({ expires_at_epoch: (DAY + 1) * 86_400 + 60 });
  });

  test('expire after a minute', async () => {
    await openRequestCounts(table()).count('acc_4', SECOND, LIMIT);
    const { Item } = await table().client.send(
      new GetCommand({ TableName: table().name, Key: requestCountKey('acc_4', SECOND) }),
    );
    expect(Item).toMatchObject({ count: 1, expires_at_epoch: SECOND + 60 });
  });
});
