import { randomBytes } from 'node:crypto';
import type { BatchGetCommandOutput, QueryCommandInput, QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import type { PageRequest } from '../../../lib/adapters/data/table/queries.ts';
import type { EventType } from '../../../lib/core/domain/events.ts';
import { createId, type IdKind } from '../../../lib/core/domain/ids.ts';
import type { LedgerType } from '../../../lib/core/domain/ledger.ts';
import type { LetterStatus } from '../../../lib/core/domain/letter-statuses.ts';
import type { VerificationStatus } from '../../../lib/core/domain/verification-statuses.ts';
import { eventOf } from '../../../lib/core/resources/event.ts';
import { useTable } from '../../support/dynamodb.ts';
import { letterSample, verificationSample } from '../../support/samples.ts';

/**
 * The cost of a page in DynamoDB's read units: the page's rows and one more, however many other objects the account
 * has. An index holds only keys, so each object that it finds is read by its key.
 */

const table = useTable();
const LIMIT = 5;
const WANTED = 12;
const EACH = 12;
const start = Date.now() - 3_600_000;
const newId = (kind: IdKind, at = start) => createId(kind, at, randomBytes);

interface Read {
  command: string;
  filtered: boolean;
  rows: number;
  read: number;
  units: number;
}

/** Runs a list and returns the reads that it made. */
async function readsOf(list: () => Promise<{ rows: unknown[] }>): Promise<{ rows: number; reads: Read[] }> {
  const reads: Read[] = [];
  table().client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const input = args.input as QueryCommandInput;
        const answer = await next({ ...args, input: { ...input, ReturnConsumedCapacity: 'TOTAL' } });
        reads.push({
          command: commandName!,
          filtered: input.FilterExpression !== undefined,
          ...(commandName === 'BatchGetItemCommand'
            ? found(answer.output as BatchGetCommandOutput)
            : queried(answer.output as QueryCommandOutput)),
        });
        return answer;
      },
    { step: 'initialize', name: 'readUnits', override: true },
  );
  try {
    const { rows } = await list();
    return { rows: rows.length, reads };
  } finally {
    table().client.middlewareStack.remove('readUnits');
  }
}

const queried = ({ Count, ScannedCount, ConsumedCapacity }: QueryCommandOutput) => ({
  rows: Count!,
  read: ScannedCount!,
  units: ConsumedCapacity!.CapacityUnits!,
});

function found({ Responses, ConsumedCapacity }: BatchGetCommandOutput) {
  const rows = Object.values(Responses!).flat().length;
  return { rows, read: rows, units: ConsumedCapacity!.reduce((sum, { CapacityUnits }) => sum + CapacityUnits!, 0) };
}

/** Creates letters and verifications of an account with their events and money, a second apart. */
async function fill(
  accountId: string,
  count: number,
  from: number,
  as: Partial<{ status: LetterStatus; reference: string; type: EventType; money: LedgerType }>,
) {
  const letters = openLetters(table(), { now: () => from, randomBytes });
  const verifications = openVerifications(table(), { now: () => from, randomBytes });
  for (let index = 0; index < count; index++) {
    const at = from + index * 1000;
    const letter = letterSample({
      account_id: accountId,
      created_at: at,
      status: as.status ?? 'received',
      reference: as.reference ?? null,
    });
    const event = eventOf(
      { id: newId('event', at), account_id: accountId, type: as.type ?? 'letter.received', created_at: at },
      { id: letter.id },
    );
    await letters.create({ mailing: letter, event, charge: undefined, upload: undefined });
    const { status, reference } = letter as { status: 'received' | 'canceled'; reference: string | null };
    const verification = verificationSample({ account_id: accountId, created_at: at, status, reference });
    const itsEvent = eventOf(
      { id: newId('event', at), account_id: accountId, type: `verification.${status}`, created_at: at },
      { id: verification.id },
    );
    await verifications.create({ mailing: verification, event: itsEvent, charge: undefined, upload: undefined });
    const move = { account_id: accountId, type: as.money ?? 'top_up', amount: 1, source_id: null, description: null };
    await openLedger(table(), { now: () => at, randomBytes }).move(move);
  }
}

let alone: string;
let crowded: string;

beforeAll(async () => {
  [alone, crowded] = [newId('account'), newId('account')];
  const wanted = { status: 'canceled', reference: 'wanted', type: 'letter.canceled', money: 'credit' } as const;
  await fill(alone, WANTED, start, wanted);
  await fill(crowded, EACH, start - 1_000_000, {});
  await fill(crowded, WANTED, start, wanted);
  await fill(crowded, EACH, start + 1_000_000, { status: 'canceled' });
  await fill(crowded, EACH, start + 2_000_000, { reference: 'wanted' });
});

const during = { createdAfter: start, createdBefore: start + WANTED * 1000 };

type List = (accountId: string, page: PageRequest) => Promise<{ rows: unknown[] }>;
const letters =
  (filter: { status?: LetterStatus; reference?: string }): List =>
  (accountId, page) =>
    openLetters(table(), { now: () => start, randomBytes }).list(accountId, page, filter);
const verifications =
  (filter: { status?: VerificationStatus; reference?: string }): List =>
  (accountId, page) =>
    openVerifications(table(), { now: () => start, randomBytes }).list(accountId, page, filter);
const events =
  (filter: { type?: string; object_id?: string }): List =>
  (accountId, page) =>
    openEvents(table(), () => Date.now()).list(accountId, page, filter);
const money =
  (type?: LedgerType): List =>
  (accountId, page) =>
    openLedger(table(), { now: () => start, randomBytes }).list(accountId, page, type);

describe('a page', () => {
  const page = (command: string) => ({
    command,
    filtered: false,
    rows: LIMIT + 1,
    read: LIMIT + 1,
    units: expect.any(Number),
  });

  test.each<[string, List, Partial<PageRequest>]>([
    ['letters', letters({}), {}],
    ['letters by status', letters({ status: 'canceled' }), {}],
    ['letters by reference', letters({ reference: 'wanted' }), {}],
    ['letters by date', letters({}), during],
    ['letters by status and date', letters({ status: 'canceled' }), during],
    ['letters by reference and date', letters({ reference: 'wanted' }), during],
    ['letters by status and reference', letters({ status: 'canceled', reference: 'wanted' }), {}],
    ['letters by status, reference and date', letters({ status: 'canceled', reference: 'wanted' }), during],
    ['verifications', verifications({}), {}],
    ['verifications by status', verifications({ status: 'canceled' }), {}],
    ['verifications by reference', verifications({ reference: 'wanted' }), {}],
    ['verifications by status, reference and date', verifications({ status: 'canceled', reference: 'wanted' }), during],
    ['events', events({}), {}],
    ['events by date', events({}), during],
    ['events by type', events({ type: 'letter.canceled' }), {}],
    ['events by type and date', events({ type: 'letter.canceled' }), during],
    ['transactions', money(), {}],
    ['transactions by date', money(), during],
    ['transactions by type', money('credit'), {}],
    ['transactions by type and date', money('credit'), during],
  ])('of %s reads one row more than it shows, and costs the same as in an empty account', async (name, list, dates) => {
    const isFiltered = / by (status|reference|type)/.test(name);
    const [one, other] = [
      await readsOf(() => list(alone, { limit: LIMIT, ...dates })),
      await readsOf(() => list(crowded, { limit: LIMIT, ...dates })),
    ];
    expect(other).toEqual({
      rows: LIMIT,
      reads: [page('QueryCommand'), ...(isFiltered ? [page('BatchGetItemCommand')] : [])],
    });
    const [keys, rows] = [0, 1].map((at) => [other, one].map(({ reads }) => reads[at]?.units ?? 0));
    // Rows without a reference are smaller, and sums are rounded to half units.
    expect(Math.abs(keys![0]! - keys![1]!)).toBeLessThanOrEqual(0.5);
    // Half a unit for each 4 KB; an object takes about 2 KB, its keys a tenth of that.
    expect(keys![0]!).toBeLessThanOrEqual(isFiltered ? 0.5 : (LIMIT + 1) / 2);
    // A whole unit for each object that is read by its key.
    expect(rows).toEqual(isFiltered ? [LIMIT + 1, LIMIT + 1] : [0, 0]);
  });

  test("of an object's events is read by its own key", async () => {
    const { rows } = await letters({})(crowded, { limit: 1 });
    const object_id = (rows[0] as { id: string }).id;
    for (const filter of [{ object_id }, { object_id, type: 'letter.received' }]) {
      expect(await readsOf(() => events(filter)(crowded, { limit: LIMIT }))).toMatchObject({
        rows: 1,
        reads: [
          { command: 'QueryCommand', filtered: false, rows: 1, read: 1, units: 0.5 },
          { command: 'BatchGetItemCommand', filtered: false, rows: 1, read: 1, units: 1 },
        ],
      });
    }
  });

  test('deep in a list costs the same as the first one', async () => {
    const first = await openLetters(table(), { now: () => start, randomBytes }).list(crowded, { limit: LIMIT }, {});
    let next = first.next!;
    for (let page = 0; page < 5; page++) {
      const { rows, reads } = await readsOf(async () => {
        const found = await openLetters(table(), { now: () => start, randomBytes }).list(
          crowded,
          { limit: LIMIT, after: next },
          {},
        );
        next = found.next!;
        return found;
      });
      expect([rows, reads.map(({ read }) => read)]).toEqual([LIMIT, [LIMIT + 1]]);
    }
  });

  test('with crossed dates reads nothing', async () => {
    const crossed = { limit: LIMIT, createdAfter: start + 1000, createdBefore: start };
    expect(await readsOf(() => letters({})(crowded, crossed))).toEqual({ rows: 0, reads: [] });
  });
});
