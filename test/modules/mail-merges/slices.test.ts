import { describe, expect, test } from '@jest/globals';
import { moveLetter } from '../../../lib/core/domain/letters.ts';
import {
  lookAtMailMerge,
  MAIL_MERGE_LOOK_MS,
  type MailMergeWork,
  slicesOf,
} from '../../../lib/core/domain/mail-merges.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/core/domain/units.ts';
import { reconcileMailMerges } from '../../../lib/operations/mail-merges/reconcile-mail-merges.ts';
import { workOnSlice } from '../../../lib/operations/mail-merges/work-on-slice.ts';
import { useTable } from '../../support/dynamodb.ts';
import { dateIn } from '../../support/letters.ts';
import { badRow, goodRow, openMailMerging, PRICE } from './support/mail-merging.ts';

const table = useTable();
const open = () => openMailMerging(table());

const five = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva'].map(goodRow);

test('slices cover each row once', () => {
  const slices = slicesOf({ id: 'mrg_1', account_id: 'acc_1', rows: 250 });
  expect(slices.map(({ first, last }) => [first, last])).toEqual([
    [1, 100],
    [101, 200],
    [201, 250],
  ]);
});

describe('rows that are sent', () => {
  test('become one letter each with its price; a rejected row has its reasons and does not stop the others', async () => {
    const merging = open();
    const account = await merging.account(10);
    const mailMerge = await merging.draft(
      account,
      [goodRow('Ana'), badRow(), { ...goodRow('Bia'), reference: 'B-1' }],
      {
        double_sided: true,
      },
    );
    expect(await merging.send(mailMerge)).toMatchObject({ status: 'sending', counts: { waiting: 3 } });
    await merging.split(mailMerge);
    await merging.work();

    const letters = await merging.lettersIn(account);
    expect(
      letters.map(({ to, reference, double_sided, metadata }) => [to.name, reference, double_sided, metadata]),
    ).toEqual([
      ['Ana', null, true, { mail_merge_row: `${mailMerge.id}/1` }],
      ['Bia', 'B-1', true, { mail_merge_row: `${mailMerge.id}/3` }],
    ]);
    const of = (name: string) => letters.find(({ to }) => to.name === name)!.id;
    expect(await merging.rows(mailMerge)).toEqual([
      { row: 1, line: 2, state: 'created', letter_id: of('Ana'), total: PRICE, problems: [] },
      {
        row: 2,
        line: 3,
        state: 'refused',
        letter_id: null,
        total: null,
        problems: [{ param: 'to.postal_code', code: 'postal_code_not_found' }],
      },
      { row: 3, line: 4, state: 'created', letter_id: of('Bia'), total: PRICE, problems: [] },
    ]);
    expect(await merging.find(mailMerge)).toMatchObject({
      status: 'done',
      tally: { created: 2, refused: 1, dropped: 0, canceled: 0, kept: 0, total: 2 * PRICE },
    });
    expect(await merging.balance(account)).toBe(8 * PRICE);
    expect(merging.files.size).toBe(0);
  });

  test('with endless names are refused in few words, so that their results can be stored and read', async () => {
    const merging = open();
    const account = await merging.account(10);
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`campo_${index}`, 'x']));
    const mailMerge = await merging.draft(account, [
      { ...goodRow('Ana'), ['é'.repeat(300_000)]: 'x' },
      { ...goodRow('Bia'), ...many },
      goodRow('Caio'),
    ]);
    await merging.send(mailMerge);
    await merging.split(mailMerge);
    await merging.work();
    const [first, second] = (await merging.rows(mailMerge)).map(({ problems }) => problems);
    expect(first).toMatchObject([{ param: `${'é'.repeat(256)}…`, code: 'unknown_parameter' }]);
    expect(second!.map(({ param }) => param)).toEqual(Object.keys(many).slice(0, 20));
    expect(await merging.find(mailMerge)).toMatchObject({ status: 'done', tally: { created: 1, refused: 2 } });
  });

  test('with a date are scheduled and charged later', async () => {
    const merging = open();
    const account = await merging.account(0);
    const mailMerge = await merging.draft(account, five, { send_date: dateIn(7) });
    await merging.send(mailMerge);
    await merging.split(mailMerge);
    await merging.work();
    expect((await merging.lettersIn(account)).map(({ status }) => status)).toEqual(five.map(() => 'scheduled'));
    expect((await merging.find(mailMerge)).status).toBe('done');
  });

  test('become one letter each, with any number of concurrent runs of their slice', async () => {
    const merging = open();
    const account = await merging.account(20);
    const mailMerge = await merging.draft(account, [...five, badRow()]);
    await merging.send(mailMerge);
    const [slice] = slicesOf(mailMerge);
    const once = () => workOnSlice(merging.worker(), slice!, () => true);
    await Promise.all([once(), once(), once()]);
    await once();
    expect(await merging.lettersIn(account)).toHaveLength(5);
    expect(await merging.balance(account)).toBe(15 * PRICE);
    expect(await merging.find(mailMerge)).toMatchObject({ status: 'done', tally: { created: 5, refused: 1 } });
  });

  test('without enough time left go back to the queue, and only those', async () => {
    const merging = open();
    const account = await merging.account(10);
    const mailMerge = await merging.draft(account, five);
    await merging.send(mailMerge);
    let rounds = 0;
    await workOnSlice(merging.worker(), slicesOf(mailMerge)[0]!, () => ++rounds <= 2);
    expect(merging.messages.map(({ first, last }) => [first, last])).toEqual([[5, 5]]);
    expect((await merging.find(mailMerge)).status).toBe('sending');
    await merging.work();
    expect(await merging.lettersIn(account)).toHaveLength(5);
    expect((await merging.find(mailMerge)).status).toBe('done');
  });
});

test('a worker that dies at any single step: each row has its result once, and the files are deleted', async () => {
  const merging = open();
  let stepsLeft = Infinity;
  const dies = () => --stepsLeft === 0;
  for (let fatal = 1; stepsLeft <= 0 || fatal === 1; fatal++) {
    const account = await merging.account(10);
    const mailMerge = await merging.draft(account, [goodRow('Ana'), badRow(), goodRow('Bia')]);
    await merging.send(mailMerge);
    await merging.split(mailMerge);
    stepsLeft = fatal;
    await merging.work(dies);
    const { status, tally } = await merging.find(mailMerge);
    expect({ fatal, status, tally, letters: (await merging.lettersIn(account)).length }).toMatchObject({
      fatal,
      status: 'done',
      tally: { created: 2, refused: 1 },
      letters: 2,
    });
    expect([fatal, await merging.balance(account)]).toEqual([fatal, 8 * PRICE]);
    expect([fatal, merging.files.has(mailMerge.id)]).toEqual([fatal, false]);
  }
  expect(stepsLeft).toBeGreaterThan(0);
});

describe('a balance that runs out during the run', () => {
  test('pauses it after the rows that it covers, and a top-up continues it', async () => {
    const merging = open();
    const account = await merging.account(3);
    const mailMerge = await merging.draft(account, five);
    await merging.send(mailMerge);
    await merging.split(mailMerge);
    await merging.work();
    expect(await merging.find(mailMerge)).toMatchObject({ status: 'paused', pause_reason: 'insufficient_balance' });
    expect(await merging.lettersIn(account)).toHaveLength(3);
    expect(merging.files.has(mailMerge.id)).toBe(true);

    await merging.split(mailMerge);
    expect(merging.messages).toEqual([]);
    await merging.topUp(account, 2);
    expect(await merging.send(mailMerge)).toMatchObject({
      status: 'sending',
      pause_reason: null,
      counts: { created: 3, waiting: 2 },
    });
    await merging.split(mailMerge);
    await merging.work();
    expect(await merging.find(mailMerge)).toMatchObject({ status: 'done', tally: { created: 5 } });
    expect(await merging.balance(account)).toBe(0);
  });

  test('a suspended account pauses it before its next row, and cannot confirm', async () => {
    const merging = open();
    const account = await merging.account(10);
    const mailMerge = await merging.draft(account, five);
    await merging.send(mailMerge);
    await merging.split(mailMerge);
    merging.accounts.set(account, { ...merging.accounts.get(account)!, suspended: true });
    await merging.work();
    expect(await merging.find(mailMerge)).toMatchObject({ status: 'paused', pause_reason: 'account_suspended' });
    expect(await merging.lettersIn(account)).toEqual([]);
    await expect(merging.send(mailMerge)).rejects.toMatchObject({ code: 'account_suspended' });
  });
});

describe('a cancellation', () => {
  test('drops waiting rows, cancels and refunds what can be canceled, and keeps letters in production', async () => {
    const merging = open();
    const account = await merging.account(3);
    const mailMerge = await merging.draft(account, [...five.slice(0, 3), badRow(), ...five.slice(3)]);
    await merging.send(mailMerge);
    await merging.split(mailMerge);
    await merging.work();
    const [first] = await merging.rows(mailMerge);
    const before = (await merging.letters.find(account, first!.letter_id!))!;
    const after = moveLetter(before.mailing, { trigger: 'batch', batch_id: 'bat_1' }, Date.now())!;
    expect(await merging.letters.change({ before, after, events: [], money: [] })).toBe(true);

    expect(await merging.cancel(mailMerge)).toMatchObject({ status: 'canceling' });
    expect(await merging.cancel(mailMerge)).toMatchObject({ status: 'canceling' });
    await merging.split(mailMerge);
    await merging.work();
    expect((await merging.rows(mailMerge)).map(({ line, state }) => [line, state])).toEqual([
      [2, 'kept'],
      [3, 'canceled'],
      [4, 'canceled'],
      [5, 'refused'],
      [6, 'dropped'],
      [7, 'dropped'],
    ]);
    expect(await merging.find(mailMerge)).toMatchObject({
      status: 'canceled',
      tally: { kept: 1, canceled: 2, total: PRICE },
    });
    expect(await merging.balance(account)).toBe(2 * PRICE);
    expect(merging.files.size).toBe(0);
    expect(await merging.cancel(mailMerge)).toMatchObject({ status: 'canceled' });
    await expect(merging.send(mailMerge)).rejects.toMatchObject({ code: 'mail_merge_canceled' });
  });

  test('of rows that are being processed leaves no active letter', async () => {
    const merging = open();
    const account = await merging.account(10);
    const mailMerge = await merging.draft(account, five);
    await merging.send(mailMerge);
    const slice = slicesOf(mailMerge)[0]!;
    let pairs = 0;
    const cancelsAfterTwo = () => {
      if (++pairs === 2) void merging.cancel(mailMerge);
      return true;
    };
    const sending = workOnSlice(merging.worker(), slice, cancelsAfterTwo);
    await sending;
    while ((await merging.find(mailMerge)).status === 'canceling')
      await workOnSlice(merging.worker(), slice, () => true);
    const statuses = (await merging.lettersIn(account)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['canceled']));
    expect(await merging.find(mailMerge)).toMatchObject({ status: 'canceled', tally: { created: 0, total: 0 } });
    expect(await merging.balance(account)).toBe(10 * PRICE);
  });

  test('completes after a worker that dies at any single step', async () => {
    const merging = open();
    let stepsLeft = Infinity;
    const dies = () => --stepsLeft === 0;
    for (let fatal = 1; stepsLeft <= 0 || fatal === 1; fatal++) {
      const account = await merging.account(1);
      const mailMerge = await merging.draft(account, [goodRow('Ana'), goodRow('Bia')]);
      stepsLeft = Infinity;
      await merging.send(mailMerge);
      await merging.split(mailMerge);
      await merging.work();
      await merging.cancel(mailMerge);
      await merging.split(mailMerge);
      stepsLeft = fatal;
      await merging.work(dies);
      expect([fatal, await merging.find(mailMerge)]).toMatchObject([
        fatal,
        { status: 'canceled', tally: { canceled: 1, dropped: 1 } },
      ]);
      expect([fatal, await merging.balance(account)]).toEqual([fatal, PRICE]);
    }
  });
});

describe('a confirmation', () => {
  test('twice, concurrently or later, counts once', async () => {
    const merging = open();
    const account = await merging.account(10);
    const mailMerge = await merging.draft(account, five);
    const both = await Promise.all([merging.send(mailMerge), merging.send(mailMerge)]);
    expect(both.map(({ status }) => status)).toEqual(['sending', 'sending']);
    await merging.split(mailMerge);
    await merging.work();
    expect(await merging.send(mailMerge)).toMatchObject({ status: 'done', counts: { created: 5, waiting: 0 } });
    expect(await merging.lettersIn(account)).toHaveLength(5);
  });

  test('with missing or malformed files changes nothing', async () => {
    const merging = open();
    const account = await merging.account(10);
    const mailMerge = await merging.draft(account, five);
    const detailsOf = async (rows: unknown) => {
      const file = typeof rows === 'string' ? rows : JSON.stringify(rows);
      merging.files.set(mailMerge.id, { document: new Uint8Array(), rows: Buffer.from(file) });
      const refused = await merging.send(mailMerge).catch((error: unknown) => error);
      return (refused as { details: { param: string; code: string }[] }).details.map(({ param, code }) => [
        param,
        code,
      ]);
    };
    const rows = five.map((letter, index) => ({ line: index + 2, letter }));
    expect(await detailsOf('{')).toEqual([['rows', 'invalid_format']]);
    expect(await detailsOf({ shared: {}, rows: rows.slice(1) })).toEqual([['rows', 'out_of_range']]);
    expect(await detailsOf({ shared: {}, rows: [...rows.slice(1), 7] })).toEqual([['rows[4]', 'invalid_type']]);
    expect(await detailsOf('['.repeat(40) + ']'.repeat(40))).toEqual([['rows', 'invalid_format']]);
    expect(await detailsOf('{"shared":{},"shared":{},"rows":[]}')).toEqual([['rows', 'invalid_format']]);
    expect(await detailsOf('{"shared":{"__proto__":{"a":"b"}},"rows":[]}')).toEqual([
      ['shared.__proto__', 'unknown_parameter'],
    ]);
    const many = Object.fromEntries(Array.from({ length: 129 }, (_, index) => [`v${index}`, 1]));
    expect(await detailsOf({ shared: {}, rows: [rows[0], { line: 3, letter: many }] })).toEqual([
      ['rows[1]', 'too_long'],
    ]);
    expect(await detailsOf({ shared: {}, ...many, rows: [] })).toEqual([['shared', 'too_long']]);
    expect(await detailsOf({ shared: {}, rows: Array.from({ length: 10_001 }, () => 1) })).toEqual([
      ['rows', 'too_long'],
    ]);
    merging.files.delete(mailMerge.id);
    await expect(merging.send(mailMerge)).rejects.toMatchObject({
      details: [
        { param: 'document', code: 'upload_file_missing' },
        { param: 'rows', code: 'upload_file_missing' },
      ],
    });
    expect((await merging.find(mailMerge)).status).toBe('draft');
  });
});

describe('a look at letters from a spreadsheet in progress', () => {
  const look = async (merging: ReturnType<typeof open>) =>
    (await reconcileMailMerges(merging.reconciler())).map(({ id }) => id);

  test('queues only the slices of open rows, and only of one without new results', async () => {
    const merging = open();
    const account = await merging.account(300);
    const mailMerge = await merging.draft(
      account,
      Array.from({ length: 201 }, () => badRow()),
    );
    await merging.send(mailMerge);
    await merging.endRows(mailMerge, 1, 100);
    merging.later(MAIL_MERGE_LOOK_MS);
    expect(await look(merging)).toEqual([]);
    await merging.endRows(mailMerge, 101, 150);
    merging.later(MAIL_MERGE_LOOK_MS);
    expect(await look(merging)).toEqual([]);
    merging.later(MAIL_MERGE_LOOK_MS - MINUTE_MS);
    expect(await look(merging)).toEqual([]);
    expect(merging.messages).toEqual([]);
    merging.later(MINUTE_MS);
    expect(await look(merging)).toEqual([mailMerge.id]);
    expect(merging.messages.map(({ first, last }) => [first, last])).toEqual([
      [101, 200],
      [201, 201],
    ]);
    await merging.work();
    expect((await merging.find(mailMerge)).status).toBe('done');
    merging.later(DAY_MS);
    expect(await look(merging)).toEqual([]);
  });

  test('ends one whose last message was lost after its last row', async () => {
    const merging = open();
    const account = await merging.account(0);
    const mailMerge = await merging.draft(account, [badRow()]);
    await merging.send(mailMerge);
    await merging.endRows(mailMerge, 1, 1);
    for (const _ of [1, 2]) {
      merging.later(MAIL_MERGE_LOOK_MS);
      await look(merging);
    }
    await merging.work();
    expect((await merging.find(mailMerge)).status).toBe('done');
  });

  test('ignores one that waits for a person', async () => {
    const merging = open();
    const account = await merging.account(0);
    const mailMerge = await merging.draft(account, five);
    await merging.send(mailMerge);
    await merging.split(mailMerge);
    await merging.work();
    expect((await merging.find(mailMerge)).status).toBe('paused');
    for (const _ of [1, 2, 3]) {
      merging.later(DAY_MS);
      expect(await look(merging)).toEqual([]);
    }
  });

  test('that fails for one does not stop the others', async () => {
    const merging = open();
    const account = await merging.account(0);
    const [first, second] = [await merging.draft(account, five), await merging.draft(account, five)];
    for (const each of [first, second]) await merging.send(each);
    const failed: string[] = [];
    const broken = merging.reconciler();
    const results: typeof broken.mailMerges.results = (slice) =>
      slice.mail_merge_id === first.id ? Promise.reject(new Error('no answer')) : broken.mailMerges.results(slice);
    for (const _ of [1, 2]) {
      merging.later(MAIL_MERGE_LOOK_MS);
      await reconcileMailMerges({
        ...broken,
        mailMerges: { ...broken.mailMerges, results },
        report: (_error, { id }) => failed.push(id),
      });
    }
    expect(failed).toEqual([first.id, first.id]);
    expect(merging.messages.map(({ mail_merge_id }) => mail_merge_id)).toEqual([second.id]);
  });
});

test('the rows of one that stands still are queued every ten minutes for an hour and a half, then ever more rarely', () => {
  let work: MailMergeWork = { queued_at: 0 };
  let now = MAIL_MERGE_LOOK_MS;
  const queued: number[] = [];
  while (now < 2 * DAY_MS) {
    const look = lookAtMailMerge(work, 7, now);
    if (look.standingSince !== null) queued.push(now);
    ({ work, next: now } = look);
  }
  const pauses = queued.slice(1).map((at, index) => at - queued[index]!);
  const early = pauses.filter((_, index) => queued[index]! < 90 * MINUTE_MS);
  expect(new Set(early)).toEqual(new Set([10 * MINUTE_MS]));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(6 * HOUR_MS);
  expect(queued.length).toBeLessThan(60);
});

describe('sending again', () => {
  test('queues the rows again, but not those that were queued within a minute', async () => {
    const merging = open();
    const account = await merging.account(0);
    const mailMerge = await merging.draft(account, five);
    const versions = async () => (await merging.mailMerges.find(account, mailMerge.id))!.version;
    await merging.send(mailMerge);
    const confirmed = await versions();
    await merging.send(mailMerge);
    expect(await versions()).toBe(confirmed);
    merging.later(MINUTE_MS);
    expect(await merging.send(mailMerge)).toMatchObject({ status: 'sending' });
    expect(await versions()).toBe(confirmed + 1);
  });
});
