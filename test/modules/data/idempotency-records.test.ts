import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Claim,
  type ClaimRequest,
  completionWrite,
  openIdempotencyRecords,
} from '../../../lib/adapters/data/table/idempotency-records.ts';
import { idempotencyKey } from '../../../lib/adapters/data/table/keys.ts';
import type { Table } from '../../../lib/adapters/data/table/table.ts';
import { ConditionLost, transact } from '../../../lib/adapters/data/table/transactions.ts';
import type { IdempotencyRecord } from '../../../lib/core/domain/idempotency.ts';
import { contendedTable } from '../../support/contention.ts';
import { useTable } from '../../support/dynamodb.ts';

const NOW = Date.UTC(2026, 2, 2, 12);
const SECONDS = 1_000;
const HOURS = 3_600_000;
const ANSWER = { status: 201, body: '{"id":"ltr_1"}' };

/** A request under its own key, unless one is given. */
function request(changes: Partial<ClaimRequest> = {}): ClaimRequest {
  return {
    accountId: 'acc_1',
    keySha256: randomUUID(),
    fingerprint: 'f1',
    owner: randomUUID(),
    seed: randomUUID(),
    now: NOW,
    ...changes,
  };
}

function recordOf(claim: Claim): IdempotencyRecord {
  if (claim.outcome !== 'claimed') throw new Error(`not claimed: ${claim.outcome}`);
  return claim.record;
}

describe('idempotency records', () => {
  const table = useTable();
  const records = () => openIdempotencyRecords(table());

  /** A first call at NOW, and the outcome of a second one with the same key. */
  async function callTwice(
    afterMs: number,
    changes: Partial<ClaimRequest> = {},
    between = async (_: IdempotencyRecord) => {},
  ) {
    const first = request();
    const record = recordOf(await records().claim(first));
    await between(record);
    const second = request({ keySha256: first.keySha256, now: NOW + afterMs, ...changes });
    return { first, record, second, claim: await records().claim(second) };
  }
  const complete = async (record: IdempotencyRecord) => void (await records().complete(record, ANSWER));

  describe('whose transaction is in progress', () => {
    /** A late transaction of a call, which holds its record for a moment. */
    async function held(record: IdempotencyRecord) {
      const contended = contendedTable(table(), 100);
      const write = completionWrite(table(), record, { status: 201, body: { id: 'ltr_1' } });
      const late = transact(contended.table, [write]);
      return { late, records: openIdempotencyRecords(contended.table) };
    }

    test('are released or get a response once the transaction has ended', async () => {
      for (const act of ['release', 'complete'] as const) {
        const record = recordOf(await records().claim(request()));
        const { late, records: own } = await held(record);
        const answer = act === 'release' ? own.release(record) : own.complete(record, { status: 201, body: 'other' });
        expect([act, await answer]).toEqual([act, ANSWER]);
        await late;
      }
    });

    test('are not taken over while it ends', async () => {
      const first = request();
      const { late, records: own } = await held(recordOf(await records().claim(first)));
      const second = request({ keySha256: first.keySha256, now: NOW + 61 * SECONDS });
      expect(await own.claim(second)).toEqual({ outcome: 'answered', answer: ANSWER });
      await late;
    });
  });

  describe('a key', () => {
    test('is claimed by the first call', async () => {
      const first = request();
      expect(recordOf(await records().claim(first))).toEqual({
        account_id: 'acc_1',
        key_sha256: first.keySha256,
        fingerprint: 'f1',
        owner: first.owner,
        seed: first.seed,
        started_at: NOW,
        claimed_at: NOW,
      });
    });

    test('is independent in another account', async () => {
      const { claim } = await callTwice(1, { accountId: 'acc_2' }, complete);
      expect(claim.outcome).toBe('claimed');
    });

    test.each<[string, number, Partial<ClaimRequest>, Claim['outcome']]>([
      ['a second call at once', 0, {}, 'in_use'],
      ['a second call just before a minute', 60 * SECONDS - 1, {}, 'in_use'],
      ['another request meanwhile', 1, { fingerprint: 'f2' }, 'reused'],
      ['a second call after a minute', 60 * SECONDS, {}, 'claimed'],
      ['another request after a minute', 60 * SECONDS, { fingerprint: 'f2' }, 'claimed'],
    ])('while the first call runs: %s', async (_, afterMs, changes, outcome) => {
      expect((await callTwice(afterMs, changes)).claim.outcome).toBe(outcome);
    });

    test.each<[string, number, Partial<ClaimRequest>, Claim]>([
      ['the same request', 1, {}, { outcome: 'answered', answer: ANSWER }],
      ['the same request after a minute', 60 * SECONDS, {}, { outcome: 'answered', answer: ANSWER }],
      ['the same request just before a day', 24 * HOURS - 1, {}, { outcome: 'answered', answer: ANSWER }],
      ['another request', 24 * HOURS - 1, { fingerprint: 'f2' }, { outcome: 'reused' }],
    ])('once there is a response: %s', async (_, afterMs, changes, claim) => {
      expect((await callTwice(afterMs, changes, complete)).claim).toEqual(claim);
    });

    test('is free after a day, with a new seed', async () => {
      const { second, claim } = await callTwice(24 * HOURS, { fingerprint: 'f2' }, complete);
      expect(recordOf(claim)).toMatchObject({ seed: second.seed, started_at: second.now });
    });

    test('is free immediately after a rejection', async () => {
      const { claim } = await callTwice(1, { fingerprint: 'f2' }, async (record) => {
        expect(await records().release(record)).toBe('released');
      });
      expect(claim.outcome).toBe('claimed');
    });
  });

  describe('a take-over', () => {
    test('keeps seed and start of the crashed call, so it makes the same object', async () => {
      const { first, second, claim } = await callTwice(61 * SECONDS);
      expect(recordOf(claim)).toMatchObject({
        seed: first.seed,
        started_at: first.now,
        owner: second.owner,
        claimed_at: second.now,
      });
    });

    test('of another request makes another object', async () => {
      const { second, claim } = await callTwice(61 * SECONDS, { fingerprint: 'f2' });
      expect(recordOf(claim)).toMatchObject({ seed: second.seed, started_at: second.now });
    });

    test('succeeds for exactly one of many', async () => {
      const first = request();
      await records().claim(first);
      const rivals = Array.from({ length: 8 }, () => request({ keySha256: first.keySha256, now: NOW + 61 * SECONDS }));
      const outcomes = (await Promise.all(rivals.map((rival) => records().claim(rival)))).map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'in_use')).toHaveLength(7);
    });

    test('leaves the first call without effect if it is still alive', async () => {
      const { record, claim } = await callTwice(61 * SECONDS);
      expect(await records().complete(record, ANSWER)).toBeUndefined();
      expect(await records().release(record)).toBe('lost');
      await expect(transact(table(), [completionWrite(table(), record, { status: 201, body: {} })])).rejects.toThrow(
        ConditionLost,
      );
      await complete(recordOf(claim));
      expect(await records().complete(record, { status: 201, body: 'late' })).toEqual(ANSWER);
      expect(await records().release(record)).toEqual(ANSWER);
    });
  });

  test('a claim that the client sends twice counts once', async () => {
    const first = request();
    await records().claim(first);
    expect(recordOf(await records().claim(first)).owner).toBe(first.owner);
  });

  test('a release after the commit finds the response', async () => {
    const record = recordOf(await records().claim(request()));
    await transact(table(), [completionWrite(table(), record, { status: 201, body: { id: 'ltr_1' } })]);
    expect(await records().release(record)).toEqual(ANSWER);
    expect(await records().complete(record, { status: 201, body: 'other' })).toEqual(ANSWER);
  });

  test('a commit after the release is rejected', async () => {
    const record = recordOf(await records().claim(request()));
    await records().release(record);
    expect(await records().release(record)).toBe('released');
    await expect(transact(table(), [completionWrite(table(), record, { status: 201, body: {} })])).rejects.toThrow(
      new ConditionLost('idempotency record'),
    );
  });

  test('a record leaves the table within a second after its day', async () => {
    const record = recordOf(await records().claim(request({ now: NOW + 500 })));
    const { Item } = await table().client.send(
      new GetCommand({ TableName: table().name, Key: idempotencyKey('acc_1', record.key_sha256) }),
    );
    expect(Item!.expires_at_epoch).toBe((NOW + 24 * HOURS) / 1000 + 1);
  });

  test('with any interleaving and deaths of calls with one key, at most one commits, and every response is its response', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(scriptedCall, { minLength: 2, maxLength: 5 }),
        fc.scheduler(),
        async (calls, scheduler) => {
          const keySha256 = randomUUID();
          const scheduled = scheduledTable(table(), scheduler);
          const ends = await scheduler.waitFor(Promise.all(calls.map((call) => run(scheduled, keySha256, call))));
          const committed = ends.filter(({ end }) => end === 'committed');
          const bodies = new Set(ends.flatMap(({ body }) => body ?? []));
          expect(committed.length).toBeLessThanOrEqual(1);
          expect(bodies.size).toBeLessThanOrEqual(1);
          if (committed.length === 1) expect([...bodies]).toEqual([committed[0]!.body]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

interface ScriptedCall {
  /** Seconds after the first possible instant: around the minute after which a call counts as crashed. */
  atSecond: number;
  fate: 'commits' | 'is refused' | 'dies';
}

const scriptedCall: fc.Arbitrary<ScriptedCall> = fc.record({
  atSecond: fc.constantFrom(0, 1, 59, 60, 61, 120, 180),
  fate: fc.constantFrom('commits', 'commits', 'is refused', 'dies'),
});

/** One call, as the onion and a handler make it. After a lost condition, the record gives the response if it can. */
async function run(
  table: Table,
  keySha256: string,
  { atSecond, fate }: ScriptedCall,
): Promise<{ end: string; body?: string }> {
  const records = openIdempotencyRecords(table);
  const claim = await records.claim(request({ keySha256, now: NOW + atSecond * SECONDS }));
  if (claim.outcome === 'answered') return { end: 'answered', body: claim.answer.body };
  if (claim.outcome !== 'claimed') return { end: claim.outcome };
  if (fate === 'dies') return { end: fate };
  if (fate === 'commits') {
    const body = { made_by: claim.record.owner };
    try {
      await transact(table, [
        {
          name: 'object',
          item: { Put: { TableName: table.name, Item: { PK: `MADE#${keySha256}`, SK: claim.record.owner } } },
        },
        completionWrite(table, claim.record, { status: 201, body }),
      ]);
      return { end: 'committed', body: JSON.stringify(body) };
    } catch (error) {
      if (!(error instanceof ConditionLost)) throw error;
    }
  }
  const released = await records.release(claim.record);
  return typeof released === 'string' ? { end: released } : { end: 'answered', body: released.body };
}

/** The table with each of its commands held back until the scheduler releases it. */
function scheduledTable(table: Table, scheduler: fc.Scheduler): Table {
  const client = Object.create(table.client) as Table['client'];
  client.send = (async (command: never) => {
    await scheduler.schedule(Promise.resolve());
    return table.client.send(command);
  }) as Table['client']['send'];
  return { ...table, client };
}
