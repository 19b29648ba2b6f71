import { randomBytes } from 'node:crypto';
import type { QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { mailingsInStatus } from '../../../lib/adapters/data/mailings/mailings.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import type { Letter } from '../../../lib/core/domain/letters.ts';
import { eventOf } from '../../../lib/core/resources/event.ts';
import { useTable } from '../../support/dynamodb.ts';
import { letterSample } from '../../support/samples.ts';

/** An index holds keys, and shows them late: each object that it finds is read from the table. */

const table = useTable();
const tools = { now: () => Date.now(), randomBytes };

async function storeLetter(account_id: string, created_at: number): Promise<Letter> {
  const mailing = letterSample({ account_id, created_at });
  const id = createId('event', created_at, randomBytes);
  const event = eventOf({ id, account_id, type: 'letter.received', created_at }, { id: mailing.id });
  await openLetters(table(), tools).create({ mailing, event, charge: undefined, upload: undefined });
  return mailing;
}

async function cancel(letter: Letter): Promise<void> {
  const letters = openLetters(table(), tools);
  const before = (await letters.find(letter.account_id, letter.id))!;
  await letters.change({ before, after: { ...letter, status: 'canceled' }, events: [], money: [] });
}

/** Runs `act` once, after the next index query has its response. */
function afterIndexResponds(act: () => Promise<void>): void {
  let done = false;
  table().client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const answer = await next(args);
        const found = commandName === 'QueryCommand' && (answer.output as QueryCommandOutput).Count! > 0;
        if (found && !done) {
          done = true;
          await act();
        }
        return answer;
      },
    { step: 'initialize', name: 'afterIndexResponds', override: true },
  );
}

test('a list by status leaves out mailings whose status has changed since, and fills the page', async () => {
  const account = createId('account', 0, randomBytes);
  const now = Date.now();
  const [oldest, older, newest] = [
    await storeLetter(account, now - 2000),
    await storeLetter(account, now - 1000),
    await storeLetter(account, now),
  ];
  afterIndexResponds(() => cancel(newest));
  const page = await openLetters(table(), tools).list(account, { limit: 1 }, { status: 'received' });
  expect(page).toEqual({ rows: [older], next: older.id });
  const last = await openLetters(table(), tools).list(account, { limit: 1, after: page.next! }, { status: 'received' });
  expect(last).toEqual({ rows: [oldest], next: null });
});

test('a walk over more mailings than one read returns visits each once', async () => {
  const account = createId('account', 0, randomBytes);
  const stored: Letter[] = [];
  for (let count = 0; count < 205; count++) stored.push(await storeLetter(account, Date.now() + count));
  const found: string[] = [];
  for await (const page of mailingsInStatus(table(), account, 'letter', 'received'))
    found.push(...page.map(({ mailing }) => mailing.id));
  expect(found).toEqual(stored.map(({ id }) => id));
});
