import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { targetHostKey } from '../../../lib/adapters/data/table/keys.ts';
import { openTargetHosts } from '../../../lib/adapters/data/webhooks/target-hosts.ts';
import { hostLimits, isCounted, newHost } from '../../../lib/core/domain/target-hosts.ts';
import { sha256 } from '../../../lib/core/sha256.ts';
import { useTable } from '../../support/dynamodb.ts';

/** Hosts of webhook endpoints, and their calls by the second (rule HOOK-13). */

const table = useTable();
const NOW = Date.UTC(2026, 2, 2);
const SECOND = NOW / 1000;
const hosts = () => openTargetHosts(table());

describe('the calls of a second', () => {
  test('are exactly the rate, however many take places at once', async () => {
    const taken = await Promise.all(Array.from({ length: 30 }, () => hosts().take('a.example.com', SECOND, 3, 20)));
    expect(taken.filter(Boolean)).toHaveLength(6);
    expect(await hosts().take('a.example.com', SECOND, 2, 20)).toBe(true);
    expect(await hosts().take('a.example.com', SECOND, 1, 20)).toBe(false);
  });

  test('begin again with each second, for each host', async () => {
    expect(await hosts().take('b.example.com', SECOND, 1, 1)).toBe(true);
    expect(await hosts().take('b.example.com', SECOND, 1, 1)).toBe(false);
    expect(await hosts().take('b.example.com', SECOND + 1, 1, 1)).toBe(true);
    expect(await hosts().take('c.example.com', SECOND, 1, 1)).toBe(true);
  });
});

describe('a host', () => {
  test('is new until endpoints are noted with it, each once; its name is stored as a hash', async () => {
    expect(await hosts().find('d.example.com')).toEqual(newHost);
    for (const endpoint of ['whe_1', 'whe_2', 'whe_2']) await hosts().note('d.example.com', endpoint, NOW);
    expect(isCounted(await hosts().find('d.example.com'))).toBe(false);
    expect(isCounted(await hosts().note('d.example.com', 'whe_3', NOW))).toBe(true);
    const Key = targetHostKey(sha256('d.example.com'));
    const { Item } = await table().client.send(new GetCommand({ TableName: table().name, Key }));
    expect(JSON.stringify(Item)).not.toContain('example');
  });

  test('changes its rate once in a second, and only if it is noted', async () => {
    await hosts().setRate('e.example.com', 5, NOW);
    expect(await hosts().find('e.example.com')).toEqual(newHost);
    await hosts().note('e.example.com', 'whe_1', NOW);
    await hosts().setRate('e.example.com', 10, NOW);
    await hosts().setRate('e.example.com', 5, NOW + hostLimits.changeEvery - 1);
    expect((await hosts().find('e.example.com')).rate).toBe(10);
    await hosts().setRate('e.example.com', 5, NOW + hostLimits.changeEvery);
    expect((await hosts().find('e.example.com')).rate).toBe(5);
  });
});
