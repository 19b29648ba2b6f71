import { describe, expect, test } from '@jest/globals';
import { slicesOf } from '../../../lib/core/domain/mail-merges.ts';
import { workOnSlice } from '../../../lib/operations/mail-merges/work-on-slice.ts';
import { useTable } from '../../support/dynamodb.ts';
import { wordsPdf } from '../../support/pdfs.ts';
import { type Moment, momentsOf } from '../../support/pinned-files.ts';
import { openLetterBatching, rowTo } from './support/letter-batching.ts';
import { goodRow, openMailMerging, PRICE } from './support/mail-merging.ts';

/** Files of letters from a spreadsheet and of letter batches that are replaced (docs/decisions/pinned-files.md). */

const table = useTable();
const NAMES = ['Ana', 'Bia', 'Caio', 'Davi', 'Eva'];

describe('the file of a spreadsheet', () => {
  const open = () => openMailMerging(table());
  const five = NAMES.map(goodRow);
  const rowsOf = (...names: string[]) =>
    Buffer.from(JSON.stringify({ shared: {}, rows: names.map((name) => ({ line: 2, letter: goodRow(name) })) }));
  const deep = Buffer.from('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000));
  type Stored = { document: Uint8Array; rows: Uint8Array };
  const replacements: [string, (files: Stored) => Partial<Stored>, string, string][] = [
    ['another PDF', () => ({ document: wordsPdf('Caro {{nome}},') }), 'document', 'upload_file_changed'],
    [
      'bytes after the PDF',
      ({ document }) => ({ document: Buffer.concat([document, Buffer.from(' ')]) }),
      'document',
      'upload_file_changed',
    ],
    ['no PDF', () => ({ document: undefined }), 'document', 'upload_file_missing'],
    ['other rows', () => ({ rows: rowsOf('Xis', 'Xis', 'Xis') }), 'rows', 'upload_file_changed'],
    ['fewer rows', () => ({ rows: rowsOf() }), 'rows', 'upload_file_changed'],
    [
      'blanks after the rows',
      ({ rows }) => ({ rows: Buffer.concat([rows, Buffer.from(' ')]) }),
      'rows',
      'upload_file_changed',
    ],
    ['deep JSON', () => ({ rows: deep }), 'rows', 'upload_file_changed'],
    ['no rows', () => ({ rows: undefined }), 'rows', 'upload_file_missing'],
  ];

  type Merging = ReturnType<typeof open>;

  /** Five rows, and a balance for as many letters, that were confirmed. */
  async function confirmed(balance: number) {
    const merging = open();
    const account = await merging.account(balance);
    const mailMerge = await merging.draft(account, five);
    await merging.send(mailMerge);
    const exchange = (replace: (files: Stored) => Partial<Stored>) => {
      const files = merging.files.get(mailMerge.id)!;
      merging.files.set(mailMerge.id, { ...files, ...replace(files) });
    };
    return { merging, account, mailMerge, exchange };
  }

  const resultsOf = async (merging: Merging, mailMerge: Parameters<Merging['rows']>[0]) =>
    (await merging.rows(mailMerge)).map(({ state, problems }) => [state, problems[0]?.param, problems[0]?.code]);

  /** What happens when a file is replaced then: nothing is printed from it, and nothing charged for it. */
  const cases: Record<Moment<'spreadsheet'>, (replaced: (typeof replacements)[number]) => Promise<void>> = {
    'the confirmation and the first letter': async ([, replace, param, code]) => {
      const { merging, account, mailMerge, exchange } = await confirmed(10);
      exchange(replace);
      await merging.split(mailMerge);
      await merging.work();
      expect((await merging.rows(mailMerge)).map(({ state, line, problems }) => ({ state, line, problems }))).toEqual(
        [2, 3, 4, 5, 6].map((line) => ({
          state: 'refused',
          line: param === 'rows' ? null : line,
          problems: [{ param, code }],
        })),
      );
      expect(await merging.find(mailMerge)).toMatchObject({ status: 'done', tally: { refused: 5, total: 0 } });
      expect(await merging.lettersIn(account)).toEqual([]);
      expect(await merging.balance(account)).toBe(10 * PRICE);
    },
    'two letters': async ([, replace, param, code]) => {
      const { merging, account, mailMerge, exchange } = await confirmed(10);
      let rounds = 0;
      await workOnSlice(merging.worker(), slicesOf(mailMerge)[0]!, () => ++rounds <= 1);
      exchange(replace);
      await merging.work();
      expect(await resultsOf(merging, mailMerge)).toEqual([
        ['created', undefined, undefined],
        ['created', undefined, undefined],
        ...[3, 4, 5].map(() => ['refused', param, code]),
      ]);
      expect((await merging.lettersIn(account)).map(({ to }) => to.name).sort()).toEqual(['Ana', 'Bia']);
      expect(await merging.balance(account)).toBe(8 * PRICE);
      expect((await merging.find(mailMerge)).status).toBe('done');
    },
    'a pause and its end': async ([, replace, param, code]) => {
      const { merging, account, mailMerge, exchange } = await confirmed(1);
      await merging.split(mailMerge);
      await merging.work();
      await merging.topUp(account, 4);
      exchange(replace);
      await expect(merging.send(mailMerge)).rejects.toMatchObject({ details: [{ param, code }] });
      expect(await merging.lettersIn(account)).toHaveLength(1);
      expect(await merging.balance(account)).toBe(4 * PRICE);
    },
    'the letters and their cancellation': async ([, replace]) => {
      const { merging, account, mailMerge, exchange } = await confirmed(1);
      await merging.split(mailMerge);
      await merging.work();
      exchange(replace);
      await merging.cancel(mailMerge);
      await merging.split(mailMerge);
      await merging.work();
      expect(await merging.find(mailMerge)).toMatchObject({ status: 'canceled', tally: { canceled: 1, dropped: 4 } });
      expect(await merging.balance(account)).toBe(PRICE);
    },
  };

  describe.each(momentsOf('spreadsheet'))('that is replaced between %s', (moment) => {
    const expectHeld = cases[moment];
    test.each(replacements)('by %s changes no letter and costs nothing', (...replaced) => expectHeld(replaced));
  });

  test('of an older confirmation without hashes: only unreadable rows are refused', async () => {
    const merging = open();
    const account = await merging.account(10);
    for (const [rows, ends] of [
      [rowsOf('Ana', 'Bia', 'Caio'), { created: 3 }],
      [rowsOf(), { refused: 3 }],
      [deep, { refused: 3 }],
    ] as const) {
      const mailMerge = await merging.draft(account, five.slice(0, 3));
      await merging.send(mailMerge);
      const before = (await merging.mailMerges.find(account, mailMerge.id))!;
      const { document_sha256, rows_sha256, ...older } = before.mailMerge;
      expect([document_sha256, rows_sha256]).toEqual([expect.any(String), expect.any(String)]);
      await merging.mailMerges.move(before, older);
      merging.files.set(mailMerge.id, { ...merging.files.get(mailMerge.id)!, rows });
      await merging.split(mailMerge);
      await merging.work();
      expect(await merging.find(mailMerge)).toMatchObject({ status: 'done', tally: ends });
    }
  });
});

describe('the file of a letter batch', () => {
  const open = () => openLetterBatching(table());
  const kinds = ['rows', 'slices', 'documents', 'manifest'] as const;

  async function arrived() {
    const batching = open();
    const account = await batching.account(10);
    const batch = await batching.order(
      account,
      wordsPdf('Prezado {{nome}},'),
      NAMES.map((name) => rowTo(name)),
    );
    await batching.quote(batch);
    await batching.split(batch);
    return { batching, account, batch };
  }

  type Arrived = Awaited<ReturnType<typeof arrived>>;

  async function confirmed() {
    const all = await arrived();
    await all.batching.work();
    const { quote } = await all.batching.show(all.batch);
    const confirm = async () => {
      await all.batching.confirm(all.batch, quote!.hash);
      await all.batching.split(all.batch);
    };
    return { ...all, confirm };
  }

  /** As somebody who may write the bucket, whatever its policy demands of others. */
  function exchange({ batching, batch }: Arrived, kind: (typeof kinds)[number]): void {
    const keys = batching.filesOf(batch, kind);
    expect(keys.length).toBeGreaterThan(0);
    const forged = Buffer.from(JSON.stringify([{ line: 1, json: JSON.stringify(rowTo('Xis')) }]));
    for (const key of keys) batching.bucket.put(key, kind === 'documents' ? wordsPdf('Caro {{nome}},') : forged);
  }

  /** Replaces then. @returns what is there, and whose letters were made before */
  const cases: Record<Moment<'letterBatch'>, (replace: (all: Arrived) => void) => Promise<[Arrived, string[]]>> = {
    'the reading of its rows and their check': async (replace) => {
      const all = await arrived();
      await all.batching.workOnce(all.batching.messages.shift()!, () => true);
      replace(all);
      await all.batching.work();
      const { quote } = await all.batching.show(all.batch);
      if (quote!.letters > 0) {
        await all.batching.confirm(all.batch, quote!.hash);
        await all.batching.split(all.batch);
        await all.batching.work();
      }
      return [all, []];
    },
    'the quote and the confirmation': async (replace) => {
      const { confirm, ...all } = await confirmed();
      replace(all);
      await confirm();
      await all.batching.work();
      return [all, []];
    },
    'the confirmation and the first letter': async (replace) => {
      const { confirm, ...all } = await confirmed();
      await confirm();
      replace(all);
      await all.batching.work();
      return [all, []];
    },
    'two letters': async (replace) => {
      const { confirm, ...all } = await confirmed();
      await confirm();
      let rounds = 0;
      await all.batching.workOnce(all.batching.messages.shift()!, () => ++rounds <= 1);
      replace(all);
      await all.batching.work();
      return [all, ['Ana', 'Bia']];
    },
    'the letters and their cancellation': async (replace) => {
      const { confirm, ...all } = await confirmed();
      await confirm();
      let rounds = 0;
      await all.batching.workOnce(all.batching.messages.shift()!, () => ++rounds <= 1);
      replace(all);
      await all.batching.cancelBatch(all.batch);
      await all.batching.split(all.batch);
      await all.batching.work();
      return [all, []];
    },
  };

  describe.each(momentsOf('letterBatch'))('that is replaced between %s', (moment) => {
    test.each(kinds)('%s: changes no letter and costs nothing', async (kind) => {
      const [{ batching, account, batch }, before] = await cases[moment]((all) => exchange(all, kind));
      // The rows as they were sent are read once.
      const isRead = kind !== 'rows';
      const paid = (await batching.lettersIn(account)).filter(({ status }) => status === 'received');
      const expected = moment === 'the letters and their cancellation' ? [] : isRead ? before : NAMES;
      expect(paid.map(({ to }) => to.name).sort()).toEqual(expected);
      expect(await batching.balance(account)).toBe((10 - expected.length) * PRICE);
      expect(await batching.audit(account)).toEqual([]);
      expect(['quoted', 'completed', 'canceled']).toContain((await batching.show(batch)).status);
    });
  });
});
