import { randomBytes } from 'node:crypto';
import { type QueryCommandInput, type QueryCommandOutput, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { letterShape } from '../../../lib/adapters/data/mailings/mailing-shapes.ts';
import { indexRecipients } from '../../../lib/adapters/data/mailings/recipient-index.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { writeAll } from '../../../lib/adapters/data/table/batch-writes.ts';
import { mailingPartition, recipientPartition } from '../../../lib/adapters/data/table/keys.ts';
import { queryAll } from '../../../lib/adapters/data/table/queries.ts';
import { erasedLetter, erasedVerification } from '../../../lib/core/domain/erasure.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import type { Letter } from '../../../lib/core/domain/letters.ts';
import { placesOf, wordsOf } from '../../../lib/core/domain/recipient-names.ts';
import { sandboxIdOf } from '../../../lib/core/domain/sandbox.ts';
import { eventOf } from '../../../lib/core/resources/event.ts';
import { useTable } from '../../support/dynamodb.ts';
import { letterSample, verificationSample } from '../../support/samples.ts';

const table = useTable();
const tools = { now: () => Date.now(), randomBytes };
const letters = () => openLetters(table(), tools);
const newAccount = () => createId('account', Date.now(), randomBytes);

function eventFor({ account_id, id }: { account_id: string; id: string }) {
  const about = { id: createId('event', Date.now(), randomBytes), account_id, created_at: Date.now() };
  return eventOf({ ...about, type: 'letter.received' }, { id });
}

const named = (account_id: string, name: string, more: Partial<Letter> = {}) => {
  const letter = letterSample({ account_id, ...more });
  return { ...letter, to: { ...letter.to, name } };
};

async function stored(letter: Letter): Promise<string> {
  await letters().create({ mailing: letter, event: eventFor(letter), charge: undefined, upload: undefined });
  return letter.id;
}

const found = async (account: string, recipient: string, filter: object = {}) =>
  (await letters().list(account, { limit: 100 }, { recipient, ...filter })).rows.map(({ id }) => id);

async function changed(account: string, id: string, after: (letter: Letter) => Letter): Promise<void> {
  const before = (await letters().find(account, id))!;
  expect(await letters().change({ before, after: after(before.mailing), events: [], money: [] })).toBe(true);
}

describe('letters by recipient', () => {
  test('are found by parts of the name, newest first, page by page', async () => {
    const account = newAccount();
    const ids: string[] = [];
    for (let at = 1; at <= 7; at++)
      ids.unshift(await stored(named(account, `José da Silva ${at}`, { created_at: at * 1000 })));
    await stored(named(account, 'Josefa Souza'));
    expect(await found(account, 'jose sil')).toEqual(ids);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await letters().list(account, { limit: 3, ...(after && { after }) }, { recipient: 'silva' });
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after);
    expect(seen).toEqual(ids);
  });

  test('together with status, reference and dates', async () => {
    const account = newAccount();
    const first = await stored(named(account, 'Ana Souza', { reference: 'a', created_at: 1000 }));
    const second = await stored(named(account, 'Ana Souza', { reference: 'b', status: 'canceled', created_at: 2000 }));
    await stored(named(account, 'Bia Souza', { reference: 'a', created_at: 3000 }));
    expect(await found(account, 'ana', { reference: 'a' })).toEqual([first]);
    expect(await found(account, 'ana', { status: 'canceled' })).toEqual([second]);
    expect(await found(account, 'ana', { status: 'canceled', reference: 'a' })).toEqual([]);
    const { rows } = await letters().list(account, { limit: 5, createdBefore: 2000 }, { recipient: 'ana' });
    expect(rows.map(({ id }) => id)).toEqual([first]);
  });

  test('not those of another account, of its sandbox, or verifications', async () => {
    const account = newAccount();
    const id = await stored(named(account, 'Ana Souza'));
    await stored(named(newAccount(), 'Ana Souza'));
    await stored(named(sandboxIdOf(account), 'Ana Souza'));
    const verification = verificationSample({ account_id: account });
    const mailing = { ...verification, to: { ...verification.to, name: 'Ana Souza' } };
    const verifications = openVerifications(table(), tools);
    await verifications.create({ mailing, event: eventFor(mailing), charge: undefined, upload: undefined });
    expect(await found(account, 'ana')).toEqual([id]);
    const { rows } = await verifications.list(account, { limit: 5 }, { recipient: 'ana' });
    expect(rows.map(({ id: one }) => one)).toEqual([mailing.id]);
  });

  test('an edited recipient is found by the new name only', async () => {
    const account = newAccount();
    const id = await stored(named(account, 'Ana Souza'));
    await changed(account, id, (letter) => ({ ...letter, to: { ...letter.to, name: 'Ana Sousa Lima' } }));
    expect(await found(account, 'souza')).toEqual([]);
    expect(await found(account, 'ana')).toEqual([id]);
    expect(await found(account, 'sousa lim')).toEqual([id]);
  });

  test('an erased one leaves nothing in the index', async () => {
    const account = newAccount();
    const id = await stored(named(account, 'Ana de Souza', { status: 'posted', reference: 'Pedido 1' }));
    const places = placesOf('Ana de Souza').map((place) => recipientPartition(account, 'letter', place));
    const entries = async () => (await Promise.all(places.map((place) => queryAll(table(), place)))).flat();
    expect(await entries()).toHaveLength(2);
    await changed(account, id, (letter) => erasedLetter(letter, 5));
    expect(await entries()).toEqual([]);
    expect(await found(account, 'ana')).toEqual([]);
    expect(await found(account, 'apagado')).toEqual([]);
  });

  test('of an earlier release are found once they are added to the index, each once', async () => {
    const account = newAccount();
    const id = await stored(named(account, 'Ana Souza'));
    await stored(named(account, 'Bia Souza'));
    const erased = await stored(named(account, 'Caio Souza', { status: 'posted' }));
    await changed(account, erased, (letter) => erasedLetter(letter, 5));
    const keys = placesOf('Ana Souza').map((place) => ({ PK: recipientPartition(account, 'letter', place), SK: id }));
    await writeAll(
      table(),
      keys.map((Key) => ({ DeleteRequest: { Key } })),
    );
    expect(await found(account, 'ana')).toEqual([]);
    expect(await indexRecipients(table(), letterShape, account)).toBe(1);
    expect(await found(account, 'ana souza')).toEqual([id]);
    expect(await indexRecipients(table(), letterShape, account)).toBe(0);
  });

  test('whose name changes while they are added are found by the new name alone', async () => {
    const account = newAccount();
    const id = await stored(named(account, 'Ana Souza'));
    const keys = placesOf('Ana Souza').map((place) => ({ PK: recipientPartition(account, 'letter', place), SK: id }));
    await writeAll(
      table(),
      keys.map((Key) => ({ DeleteRequest: { Key } })),
    );
    let isRenamed = false;
    const client = new Proxy(table().client, {
      get: (target, name) =>
        name !== 'send'
          ? Reflect.get(target, name)
          : async (command: object) => {
              if (command instanceof TransactWriteCommand && !isRenamed) {
                isRenamed = true;
                await changed(account, id, (letter) => ({ ...letter, to: { ...letter.to, name: 'Eva Souza' } }));
              }
              return target.send(command as TransactWriteCommand);
            },
    });
    expect(await indexRecipients({ ...table(), client }, letterShape, account)).toBe(0);
    expect([await found(account, 'ana'), await found(account, 'eva')]).toEqual([[], [id]]);
  });

  test('an erased verification leaves nothing in the index', async () => {
    const account = newAccount();
    const verifications = openVerifications(table(), tools);
    const mailing = verificationSample({ account_id: account, status: 'canceled' });
    await verifications.create({ mailing, event: eventFor(mailing), charge: undefined, upload: undefined });
    const [place] = placesOf(mailing.to.name);
    const partition = recipientPartition(account, 'verification', place!);
    expect(await queryAll(table(), partition)).toHaveLength(1);
    const before = (await verifications.find(account, mailing.id))!;
    await verifications.change({ before, after: erasedVerification(before.mailing, 5), events: [], money: [] });
    expect(await queryAll(table(), partition)).toEqual([]);
  });
});

describe('among ten thousand letters', () => {
  const MANY = 10_000;

  /** Stores the items as the service would, without ten thousand transactions. */
  async function fill(account: string, nameOf: (at: number) => string): Promise<void> {
    const items = Array.from({ length: MANY }, (_, at) => named(account, nameOf(at), { created_at: (at + 1) * 1000 }));
    const puts = items.flatMap((mailing) => [
      {
        PK: mailingPartition(account, 'letter'),
        SK: mailing.id,
        kind: 'letter',
        shape_version: 1,
        version: 1,
        mailing,
      },
      ...placesOf(mailing.to.name).map((place) => ({
        PK: recipientPartition(account, 'letter', place),
        SK: mailing.id,
        kind: 'recipient',
        words: wordsOf(mailing.to.name),
      })),
    ]);
    await writeAll(
      table(),
      puts.map((Item) => ({ PutRequest: { Item } })),
    );
  }

  async function readsOf(
    account: string,
    recipient: string,
  ): Promise<{ rows: number; queries: number; reads: number; units: number }> {
    const count = { queries: 0, reads: 0, units: 0 };
    table().client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const input = { ...(args.input as QueryCommandInput), ReturnConsumedCapacity: 'TOTAL' as const };
          const answer = await next({ ...args, input });
          const { ConsumedCapacity } = answer.output as QueryCommandOutput;
          count[commandName === 'QueryCommand' ? 'queries' : 'reads']++;
          count.units += [ConsumedCapacity!].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits!, 0);
          return answer;
        },
      { step: 'initialize', name: 'counted', override: true },
    );
    try {
      const { rows } = await letters().list(account, { limit: 20 }, { recipient });
      return { rows: rows.length, ...count };
    } finally {
      table().client.middlewareStack.remove('counted');
    }
  }

  test('a page takes two reads, and no more for a name that all share', async () => {
    const account = newAccount();
    await fill(account, (at) => (at === 17 ? 'Zélia Marques' : `Maria Souza ${at}`));
    expect(await readsOf(account, 'zel')).toEqual({ rows: 1, queries: 1, reads: 1, units: 1.5 });
    const common = await readsOf(account, 'mari');
    expect(common).toMatchObject({ rows: 20, queries: 1, reads: 1 });
    expect(common.units).toBeLessThan(40);
    // One among those that share its place: all entries are read, and one letter.
    const rare = await readsOf(account, 'marq');
    expect(rare.rows).toBe(1);
    expect(rare.reads).toBe(1);
    expect(rare.queries).toBeLessThanOrEqual(4);
    expect(rare.units).toBeLessThan(400);
    // DynamoDB Local counts nothing for an empty answer, and AWS half a unit.
    const nobody = await readsOf(account, 'nobody');
    expect(nobody).toMatchObject({ rows: 0, queries: 1, reads: 0 });
    expect(nobody.units).toBeLessThanOrEqual(0.5);
  });
});
