import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { openRequestCounts } from '../../lib/adapters/data/accounts/request-counts.ts';
import { requestCountKey } from '../../lib/adapters/data/table/keys.ts';
import { useTable } from '../support/dynamodb.ts';

const SECOND = Date.UTC(2026, 2, 2) / 1000;
const LIMIT = 50;

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

  test('expire after a minute', async () => {
    await openRequestCounts(table()).count('acc_4', SECOND, LIMIT);
    const { Item } = await table().client.send(
      new GetCommand({ TableName: table().name, Key: requestCountKey('acc_4', SECOND) }),
    );
    expect(Item).toMatchObject({ count: 1, expires_at_epoch: SECOND + 60 });
  });
});
