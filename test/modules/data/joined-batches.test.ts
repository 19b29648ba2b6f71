import { randomBytes } from 'node:crypto';
import { ScanCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import type { VersionedMailing } from '../../../lib/adapters/data/mailings/mailings.ts';
import { openPrintBatches } from '../../../lib/adapters/data/mailings/print-batches.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { printBatchPartition } from '../../../lib/adapters/data/table/keys.ts';
import type { Item } from '../../../lib/adapters/data/table/schema.ts';
import type { Table } from '../../../lib/adapters/data/table/table.ts';
import { OutcomeUnknown } from '../../../lib/adapters/data/table/transactions.ts';
import { withoutLinks } from '../../../lib/adapters/documents/preview-links.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import type { MailingKind } from '../../../lib/core/domain/mailing-fields.ts';
import { eventOf } from '../../../lib/core/resources/event.ts';
import {
  endProduction,
  findMailing,
  joinBatch,
  type MailingDeps,
} from '../../../lib/operations/mailings/mailings-of-both-kinds.ts';
import { useTable } from '../../support/dynamodb.ts';
import { letterSample, verificationSample } from '../../support/samples.ts';
import { type Choices, forAllChoices } from './support/choices.ts';

/**
 * A mailing in production has its row of a batch, because one transaction stores both. Whoever scans the table meanwhile
 * may see the one without the other (docs/decisions/single-table.md).
 */

const table = useTable();
const tools = { now: () => Date.now(), randomBytes };
const newId = (kind: 'account' | 'event' | 'print_batch' | MailingKind) => createId(kind, Date.now(), randomBytes);

// Waits between attempts take no time.
const { random } = Math;
beforeAll(() => {
  Math.random = () => 0;
});
afterAll(() => {
  Math.random = random;
});

const depsOn = (on: Table) =>
  ({
    ...tools,
    letters: openLetters(on, tools),
    verifications: openVerifications(on, tools),
    links: withoutLinks,
  }) satisfies MailingDeps;

/** A mailing that waits for a batch. */
async function receivedMailing(kind: MailingKind): Promise<VersionedMailing> {
  const { letters, verifications } = depsOn(table());
  const place = { id: newId(kind), account_id: newId('account') };
  const fields = {
    id: newId('event'),
    account_id: place.account_id,
    type: `${kind}.received`,
    created_at: tools.now(),
  };
  const event = eventOf(fields as never, { id: place.id });
  const rest = { event, charge: undefined, upload: undefined };
  if (kind === 'letter') await letters.create({ mailing: letterSample({ ...place, status: 'received' }), ...rest });
  else await verifications.create({ mailing: verificationSample({ ...place, status: 'received' }), ...rest });
  return (await findMailing({ letters, verifications }, place))!;
}

/** What the network does with a transaction. */
const fates = ['answered', 'answer lost', 'request lost'] as const;

/** A table whose first transaction meets one of the fates; `around` runs before and after each of its transactions. */
function troubled(choices: Choices, around: () => Promise<void>): Table {
  let isFirst = true;
  const send = async (command: unknown) => {
    const carryOut = () => (table().client.send as (command: unknown) => Promise<unknown>)(command);
    if (!(command instanceof TransactWriteCommand)) return carryOut();
    await around();
    const fate = isFirst ? choices.pick(fates) : 'answered';
    isFirst = false;
    const answer = fate === 'request lost' ? undefined : await carryOut();
    await around();
    if (fate === 'answered') return answer;
    throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError', $metadata: { attempts: 3 } });
  };
  return { name: table().name, client: { send } } as unknown as Table;
}

test.each(['letter', 'verification'] as const)(
  'a %s is in production exactly while its row of the batch stands, whatever happens to the transaction and whenever it ends otherwise',
  async (kind) => {
    const ended = new Set<string>();
    const runs = await forAllChoices(async (choices) => {
      const found = await receivedMailing(kind);
      const { account_id, id } = found.mailing;
      const status = async () => (await findMailing(depsOn(table()), { account_id, id }))!.mailing.status;
      const hasRow = async () => (await openPrintBatches(table()).findMailing(id)) !== undefined;
      const look = async () => expect([choices.taken, await hasRow()]).toEqual([choices.taken, hasJoined]);
      const endsAt = choices.pick(['never', 0, 1, 2, 3] as const);
      let [moment, hasJoined] = [0, false];
      const around = async () => {
        hasJoined = (await status()) === 'in_production' || hasJoined;
        await look();
        if (endsAt === moment++) await endProduction(depsOn(table()), found, 'other');
        await look();
      };
      // Without an answer the run ends, and another one goes on.
      await joinBatch(depsOn(troubled(choices, around)), found, newId('print_batch')).catch((error: unknown) => {
        if (!(error instanceof OutcomeUnknown)) throw error;
      });
      await look();
      ended.add(`${await status()} ${await hasRow()}`);
    });
    expect(runs).toBeGreaterThan(10);
    const over = kind === 'letter' ? 'failed' : 'canceled';
    expect([...ended].sort()).toEqual([`${over} false`, 'in_production true', 'received false']);
  },
);

test('a scan is no snapshot: it shows a letter in production without the row that the same transaction stored', async () => {
  const found = await Promise.all(Array.from({ length: 20 }, () => receivedMailing('letter')));
  const batchIds = Array.from({ length: 20 }, () => newId('print_batch'));
  for (const id of batchIds) {
    const batch = { id, state: 'forming', created_at: 1, formed_at: null, manifest: null } as const;
    await openPrintBatches(table()).create(batch);
  }
  const order = await scanned();
  const firstBatch = order.find(({ PK }) => batchIds.some((id) => PK === printBatchPartition(id)))!;
  const batchId = batchIds.find((id) => firstBatch.PK === printBatchPartition(id))!;
  const lastLetter = order.findLast(
    ({ SK, kind }) => kind === 'letter' && found.some(({ mailing }) => mailing.id === SK),
  )!;
  const letter = found.find(({ mailing }) => mailing.id === lastLetter.SK)!;

  let isPast = false;
  const seen = await scanned(async ({ PK, SK }) => {
    if (isPast && PK !== firstBatch.PK && SK !== letter.mailing.id) {
      isPast = false;
      expect((await joinBatch(depsOn(table()), letter, batchId)).moved).toBe(true);
    }
    isPast ||= PK === firstBatch.PK;
  });
  const rowsOf = (items: Item[]) => items.filter(({ PK, SK }) => PK === firstBatch.PK && SK === letter.mailing.id);
  expect(seen.find(({ SK, kind }) => SK === letter.mailing.id && kind === 'letter')).toMatchObject({
    status: 'in_production',
  });
  expect([rowsOf(seen).length, rowsOf(await scanned()).length]).toEqual([0, 1]);
});

/** Every item of the table, one a page. @param behind runs after each */
async function scanned(behind: (item: Item) => Promise<void> = async () => undefined): Promise<Item[]> {
  const items: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const { Items, LastEvaluatedKey }: { Items?: Item[]; LastEvaluatedKey?: Item } = await table().client.send(
      new ScanCommand({ TableName: table().name, ConsistentRead: true, Limit: 1, ExclusiveStartKey }),
    );
    for (const item of Items ?? []) {
      items.push(item);
      await behind(item);
    }
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}
