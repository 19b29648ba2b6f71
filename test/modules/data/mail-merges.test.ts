import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { openMailMerges, RowTaken } from '../../../lib/adapters/data/mailings/mail-merges.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { moveMailMerge } from '../../../lib/core/domain/mail-merges.ts';
import { chargeOf } from '../../../lib/core/domain/mailing-fields.ts';
import type { MailMerge, MailMergeRow } from '../../../lib/core/schemas/mail-merge.ts';
import { eventFor } from '../../../lib/operations/mailings/move-mailing.ts';
import { useTable } from '../../support/dynamodb.ts';
import { letterSample } from '../../support/samples.ts';

const table = useTable();
const tools = { now: () => Date.now(), randomBytes };
const open = () => openMailMerges(table(), tools);

async function draft(): Promise<MailMerge> {
  const now = Date.now();
  const mailMerge: MailMerge = {
    id: createId('mail_merge', now, randomBytes),
    account_id: createId('account', now, randomBytes),
    status: 'draft',
    pause_reason: null,
    filename: 'cobrança.csv',
    document_size: 1,
    rows: 1,
    rows_size: 1,
    tally: null,
    created_at: now,
    confirmed_at: null,
  };
  await open().create(mailMerge);
  return mailMerge;
}

const rowOf = (fields: Partial<MailMergeRow> = {}): MailMergeRow => ({
  row: 1,
  line: 2,
  state: 'dropped',
  letter_id: null,
  total: null,
  problems: [],
  ...fields,
});

/** The letter of row 1 of a mail merge, and its funded account. */
async function letterOf(mailMerge: MailMerge) {
  const { account_id } = mailMerge;
  const top_up = { account_id, type: 'top_up' as const, amount: 10_000, source_id: null, description: null };
  await openLedger(table(), tools).move(top_up);
  const create = async () => {
    const mailing = letterSample({ account_id });
    const event = eventFor(tools, mailing, mailing);
    await open()
      .lettersOf(mailMerge, rowOf())
      .create({ mailing, event, charge: chargeOf(mailing), upload: undefined });
    return mailing;
  };
  return {
    create,
    charges: async () => (await openLedger(table(), tools).list(account_id, { limit: 9 }, 'letter')).rows,
  };
}

const results = (mailMerge: MailMerge) =>
  open().results({ account_id: mailMerge.account_id, mail_merge_id: mailMerge.id, first: 1, last: 9 });

test('rows lead to their letters as they are now; one without a letter, or whose letter is gone, leads to none', async () => {
  const mailMerge = await draft();
  const { account_id } = mailMerge;
  const { create } = await letterOf(mailMerge);
  const letter = await create();
  const gone = Array.from({ length: 150 }, (_, index) =>
    rowOf({ row: index + 2, letter_id: createId('letter', Date.now(), randomBytes) }),
  );
  const rows = [rowOf({ row: 400 }), ...gone, ...(await results(mailMerge))];
  const found = await open().lettersOfRows(account_id, rows);
  expect([...found.keys()]).toEqual([letter.id]);
  expect(found.get(letter.id)!.to.name).toBe(letter.to.name);
  const elsewhere = createId('account', Date.now(), randomBytes);
  expect((await open().lettersOfRows(elsewhere, rows)).size).toBe(0);
});

test('a row becomes one letter, however many workers have it', async () => {
  const mailMerge = await draft();
  const { create, charges } = await letterOf(mailMerge);
  const letter = await create();
  await expect(create()).rejects.toThrow(RowTaken);
  await open().endRow(mailMerge, rowOf());
  expect(await results(mailMerge)).toEqual([
    rowOf({ state: 'created', letter_id: letter.id, total: letter.price.total }),
  ]);
  expect((await charges()).map(({ source_id }) => source_id)).toEqual([letter.id]);
  const { rows } = await openEvents(table(), tools.now).list(mailMerge.account_id, { limit: 9 }, {});
  expect(rows).toHaveLength(1);
});

test('a row without a letter does not become one later', async () => {
  const mailMerge = await draft();
  const { create, charges } = await letterOf(mailMerge);
  await open().endRow(mailMerge, rowOf());
  await expect(create()).rejects.toThrow(RowTaken);
  expect([await results(mailMerge), await charges()]).toEqual([[rowOf()], []]);
});

test('a row keeps the first result of its cancellation', async () => {
  const mailMerge = await draft();
  const { create } = await letterOf(mailMerge);
  await create();
  await open().settleRow(mailMerge, rowOf(), 'kept');
  await open().settleRow(mailMerge, rowOf(), 'canceled');
  expect(await results(mailMerge)).toMatchObject([{ state: 'kept' }]);
});

test('a mail merge is not stored again, and moves only from the version that was read', async () => {
  const { account_id, id, ...fields } = await draft();
  const read = (await open().find(account_id, id))!;
  const at = tools.now();
  const files = { document_sha256: 'a'.repeat(64), rows_sha256: 'b'.repeat(64) };
  const sending = moveMailMerge(read.mailMerge, { to: 'sending', at, files });
  const canceling = moveMailMerge(read.mailMerge, { to: 'canceling', at });
  expect(await open().move(read, canceling!)).toBe(true);
  expect(await open().move(read, sending!)).toBe(false);
  await expect(open().create({ account_id, id, ...fields })).rejects.toMatchObject({ name: 'ConditionLost' });
  expect((await open().find(account_id, id))!.mailMerge.status).toBe('canceling');
});

test('a look at a mail merge that moved meanwhile changes nothing', async () => {
  const { account_id, id } = await draft();
  const draftRead = (await open().find(account_id, id))!;
  const at = tools.now();
  const files = { document_sha256: 'a'.repeat(64), rows_sha256: 'b'.repeat(64) };
  await open().move(draftRead, moveMailMerge(draftRead.mailMerge, { to: 'sending', at, files })!);
  const sending = (await open().find(account_id, id))!;
  await open().move(sending, moveMailMerge(sending.mailMerge, { to: 'canceling', at })!);
  const canceling = await open().find(account_id, id);
  await open().noteLook(sending, { work: { queued_at: 1, open: 1 }, next: 1, standingSince: null });
  expect(await open().find(account_id, id)).toEqual(canceling);
});
