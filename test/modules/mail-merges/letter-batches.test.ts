import { describe, expect, test } from '@jest/globals';
import { dailyLimits } from '../../../lib/core/domain/daily-limits.ts';
import { DAY_MS, utcDayOf } from '../../../lib/core/domain/units.ts';
import { useTable } from '../../support/dynamodb.ts';
import { wordsPdf } from '../../support/pdfs.ts';
import { openLetterBatching, rowTo } from './support/letter-batching.ts';
import { PRICE } from './support/mail-merging.ts';

const table = useTable();
const open = () => openLetterBatching(table());
const pdf = wordsPdf('Prezado {{nome}},');

const bad = { ...rowTo('Ana'), to: { name: 'Ana', number: '1', postal_code: '00000-000' }, reference: 7 };

/** A batch as quoted. */
async function quoted(rows: readonly (object | string)[], balance = 100) {
  const batching = open();
  const account = await batching.account(balance);
  const batch = await batching.order(account, pdf, rows);
  await batching.quote(batch);
  await batching.split(batch);
  await batching.work();
  const shown = await batching.show(batch);
  return { batching, account, batch, shown, hash: shown.quote?.hash ?? '' };
}

describe('a dry run', () => {
  test('finds every problem of every row, and offers the others by price', async () => {
    const rows = [
      rowTo('Ana'),
      bad,
      rowTo('Bia', { color: true }),
      '{"to": ',
      rowTo('Caio', { send_date: '2030-01-01', document: { name: 'outra', variables: { nome: 'Caio' } } }),
      '"texto"',
      rowTo('Davi', { document: {} }),
      rowTo('Eva'),
    ];
    const { batching, account, batch, shown } = await quoted(rows);
    expect(shown).toMatchObject({
      status: 'quoted',
      rows: 8,
      charged: 0,
      counts: { refused: 4, waiting: 4 },
      quote: { letters: 4, refused: 4, currency: 'BRL' },
    });
    const { prices, total, hash } = shown.quote!;
    expect(prices.map(({ letters, amount, price }) => [letters, amount, price.total])).toEqual([
      [3, 3 * PRICE, PRICE],
      [1, total - 3 * PRICE, total - 3 * PRICE],
    ]);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const results = await batching.results(batch, 'refused');
    expect(
      results.map(({ row, line, problems }) => [row, line, problems.map(({ param, code }) => `${param} ${code}`)]),
    ).toEqual([
      [2, 2, ['to.postal_code postal_code_not_found', 'reference invalid_type']],
      [4, 4, ['row invalid_format']],
      [5, 5, ['send_date unknown_parameter', 'document.name invalid_value']],
      [6, 6, ['row invalid_type']],
    ]);
    expect(await batching.lettersIn(account)).toEqual([]);
    expect(await batching.balance(account)).toBe(100 * PRICE);
  });

  test('stores the problems of a row in few words, whatever names the row has', async () => {
    // Name and value of a metadata field have up to four problems, each of which tells the name.
    const endless = { [`\n${'é'.repeat(64_000)}`]: `\n${'x'.repeat(600)}` };
    const { batching, batch, shown } = await quoted([rowTo('Ana', { metadata: endless }), rowTo('Bia')]);
    expect(shown).toMatchObject({ status: 'quoted', quote: { letters: 1, refused: 1 } });
    const [refused] = await batching.results(batch, 'refused');
    const { problems } = refused!;
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every(({ param }) => param.length === 257)).toBe(true);
  });

  test('ends a batch whose PDF or rows cannot be used, with the reason', async () => {
    const { shown } = await quoted([]);
    expect(shown).toMatchObject({ status: 'failed', problems: [{ param: 'rows', code: 'too_short' }], quote: null });
    const batching = open();
    const account = await batching.account(1);
    const batch = await batching.order(account, pdf, [rowTo('Ana')], {
      documents: [{ name: 'carta', upload_id: 'upl_unknown' }],
    });
    await batching.quote(batch);
    await batching.split(batch);
    await batching.work();
    expect((await batching.show(batch)).problems).toEqual([
      { param: 'documents[0].upload_id', code: 'upload_not_found' },
    ]);
  });
});

test('a dry run fails whose rows the account may not have checked today, and tomorrow it may', async () => {
  const batching = open();
  const account = await batching.account(1);
  const dryRun = async (names: readonly string[]) => {
    const batch = await batching.order(
      account,
      pdf,
      names.map((name) => rowTo(name)),
    );
    await batching.quote(batch);
    await batching.split(batch);
    await batching.work();
    return batching.show(batch);
  };
  const { most } = dailyLimits.letter_batch_rows;
  const today = utcDayOf(batching.tools.now());
  await batching.requestCounts.countInDay(account, 'letter_batch_rows', today, most, most - 2);
  expect(await dryRun(['Ana', 'Bia', 'Caio'])).toMatchObject({
    status: 'failed',
    problems: [{ param: 'rows', code: 'too_many_rows_today' }],
  });
  expect((await dryRun(['Ana', 'Bia'])).status).toBe('quoted');
  expect((await dryRun(['Ana'])).status).toBe('failed');
  batching.later(DAY_MS);
  expect((await dryRun(['Ana'])).status).toBe('quoted');
});

test('the first finding of a slice is the one that is quoted', async () => {
  const { batching, batch, shown } = await quoted([rowTo('Ana'), rowTo('Bia')]);
  const stored = (await batching.mailMerges.find(batch.account_id, batch.id))!.mailMerge;
  await batching.letterBatches.addSlice(stored, { slice: 0, first: 1, last: 2, offers: [], refused: 2 });
  const [slice] = await batching.letterBatches.slices(batch);
  expect(slice).toMatchObject({ refused: 0, offers: [{ rows: [1, 2] }] });
  expect(shown.quote).toMatchObject({ letters: 2 });
});

test.each([
  ['__proto__', 'document.variables.__proto__'],
  ['metadata.__proto__', 'metadata.__proto__'],
  ['to.__proto__', 'to.__proto__'],
])('the heading %s of a spreadsheet is refused, as in JSON', async (heading, param) => {
  const batching = open();
  const account = await batching.account(10);
  const csv = [`to.name;to.number;to.postal_code;nome;${heading}`, 'Ana;100;05010-000;Ana;x'];
  const batch = await batching.order(account, pdf, csv, { format: 'spreadsheet', filename: 'linhas.csv' });
  await batching.quote(batch);
  await batching.split(batch);
  await batching.work();
  const [refused] = await batching.results(batch, 'refused');
  expect(refused!.problems).toMatchObject([{ param, code: 'unknown_parameter' }]);
});

test('a heading may be a name that every object of JavaScript has', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
  const batching = open();
  const account = await batching.account(10);
  const csv = [`to.name;to.number;to.postal_code;${names.join(';')}`, 'Ana;100;05010-000;um;dois;três;quatro'];
  const marked = wordsPdf(names.map((name) => `{{${name}}}`).join(' '));
  const batch = await batching.order(account, marked, csv, { format: 'spreadsheet', filename: 'linhas.csv' });
  await batching.quote(batch);
  await batching.split(batch);
  await batching.work();
  expect((await batching.show(batch)).quote).toMatchObject({ letters: 1, refused: 0 });
  const [slice] = JSON.parse(batching.bucket.text(batching.filesOf(batch, 'slices')[0]!)!) as [{ json: string }];
  expect(JSON.parse(slice.json)).toMatchObject({
    document: { variables: { constructor: 'um', toString: 'dois', hasOwnProperty: 'três', valueOf: 'quatro' } },
  });
});

test('a spreadsheet has its fields in the heading; an uncertain cell or row is a problem of its row', async () => {
  const batching = open();
  const account = await batching.account(10);
  const csv = [
    'to.name;to.number;to.postal_code;color;reference;nome',
    'Ana;100;05010-000;true;A-1;Ana',
    'JoÃ£o;100;05010-000;;;João',
    'Bia;100;05010-000;;;',
    'Eva;100;05010-000;;',
  ];
  const batch = await batching.order(account, pdf, csv, { format: 'spreadsheet', filename: 'linhas.csv' });
  await batching.quote(batch);
  await batching.split(batch);
  await batching.work();
  expect((await batching.show(batch)).quote).toMatchObject({ letters: 1, refused: 3 });
  const refused = await batching.results(batch, 'refused');
  expect(refused.map(({ line, problems }) => [line, ...problems.map(({ param, code }) => `${param} ${code}`)])).toEqual(
    [
      [3, 'to.name invalid_value'],
      [4, 'document.variables.nome variable_missing'],
      [5, 'row invalid_value'],
    ],
  );
});

describe('a confirmation', () => {
  test('charges the quoted sum once, and each good row becomes a letter that is paid', async () => {
    const { batching, account, batch, hash } = await quoted([
      rowTo('Ana'),
      bad,
      rowTo('Bia', { metadata: { a: 'b' } }),
    ]);
    expect(await batching.confirm(batch, hash)).toMatchObject({ status: 'sending', charged: 2 * PRICE });
    expect(await batching.confirm(batch, hash)).toMatchObject({ status: 'sending', charged: 2 * PRICE });
    await batching.split(batch);
    await batching.work();
    expect(await batching.show(batch)).toMatchObject({
      status: 'completed',
      counts: { created: 2, refused: 1, waiting: 0 },
      charged: 2 * PRICE,
      refunded: 0,
    });
    const letters = await batching.lettersIn(account);
    expect(
      letters.map(({ to, status, letter_batch_id, metadata, price }) => [
        to.name,
        status,
        letter_batch_id,
        metadata,
        price.total,
      ]),
    ).toEqual([
      ['Ana', 'received', batch.id, {}, PRICE],
      ['Bia', 'received', batch.id, { a: 'b' }, PRICE],
    ]);
    // Who sent the rows need not be who may order letters.
    expect(new Set(letters.map(({ asked }) => asked?.api_key_id))).toEqual(new Set(['key_1']));
    const listed = await batching.letters.list(account, { limit: 10 }, { letter_batch_id: batch.id });
    expect(listed.rows.map(({ id }) => id).sort()).toEqual(letters.map(({ id }) => id).sort());
    const foreign = await batching.letters.list('acc_other', { limit: 10 }, { letter_batch_id: batch.id });
    expect(foreign.rows).toEqual([]);
    expect((await batching.entries(account)).slice(1)).toEqual([['letter_batch', -2 * PRICE, batch.id]]);
    expect(await batching.audit(account)).toEqual([]);
    expect(batching.filesOf(batch)).toEqual([]);
  });

  test('of another hash, of a batch that is not quoted, or beyond the balance charges nothing', async () => {
    const { batching, account, batch, hash } = await quoted([rowTo('Ana'), rowTo('Bia')], 1);
    await expect(batching.confirm(batch, 'f'.repeat(64))).rejects.toMatchObject({ code: 'letter_batch_quote_differs' });
    await expect(batching.confirm(batch, hash)).rejects.toMatchObject({ code: 'insufficient_balance' });
    const draft = await batching.order(account, pdf, [rowTo('Ana')]);
    await expect(batching.confirm(draft, hash)).rejects.toMatchObject({ code: 'letter_batch_not_confirmable' });
    batching.later(7 * DAY_MS);
    await expect(batching.confirm(batch, hash)).rejects.toMatchObject({ code: 'letter_batch_expired' });
    expect(await batching.balance(account)).toBe(PRICE);
    expect(await batching.lettersIn(account)).toEqual([]);
  });

  test('by many at once charges once', async () => {
    const { batching, account, batch, hash } = await quoted([rowTo('Ana'), rowTo('Bia')]);
    await Promise.all(Array.from({ length: 8 }, () => batching.confirm(batch, hash)));
    expect(await batching.balance(account)).toBe(98 * PRICE);
  });

  test('gives back what rows cost whose files are lost before their letter', async () => {
    const { batching, account, batch, hash } = await quoted([rowTo('Ana'), rowTo('Bia')]);
    await batching.confirm(batch, hash);
    for (const key of batching.bucket.keys()) if (key.includes('/documents/')) batching.bucket.remove(key);
    await batching.split(batch);
    await batching.work();
    expect(await batching.show(batch)).toMatchObject({
      status: 'completed',
      counts: { created: 0, refused: 2 },
      refunded: 2 * PRICE,
    });
    expect(await batching.balance(account)).toBe(100 * PRICE);
    expect(await batching.audit(account)).toEqual([]);
  });
});

describe('a cancellation', () => {
  test('before the confirmation costs nothing and leaves no files', async () => {
    const { batching, account, batch, hash } = await quoted([rowTo('Ana')]);
    await batching.cancelBatch(batch);
    await batching.split(batch);
    await batching.work();
    expect(await batching.show(batch)).toMatchObject({ status: 'canceled', charged: 0, refunded: 0 });
    await expect(batching.confirm(batch, hash)).rejects.toMatchObject({ code: 'letter_batch_not_confirmable' });
    expect(await batching.balance(account)).toBe(100 * PRICE);
    expect(batching.filesOf(batch)).toEqual([]);
  });

  test('refunds the rows without a letter and the letters that can still be canceled', async () => {
    const { batching, account, batch, hash } = await quoted(
      ['Ana', 'Bia', 'Caio', 'Davi', 'Eva'].map((name) => rowTo(name)),
    );
    await batching.confirm(batch, hash);
    await batching.split(batch);
    let rounds = 0;
    const slice = batching.messages.shift()!;
    await batching.workOnce(slice, () => ++rounds <= 1);
    expect(await batching.lettersIn(account)).toHaveLength(2);
    await batching.cancelBatch(batch);
    await batching.work();
    await batching.split(batch);
    await batching.work();
    expect(await batching.show(batch)).toMatchObject({
      status: 'canceled',
      counts: { canceled: 2, dropped: 3, created: 0 },
      charged: 5 * PRICE,
      refunded: 3 * PRICE,
    });
    expect(await batching.balance(account)).toBe(100 * PRICE);
    expect(await batching.audit(account)).toEqual([]);
    await batching.cancelBatch(batch);
    await batching.work();
    expect(await batching.balance(account)).toBe(100 * PRICE);
  });

  test('of a completed batch cancels its letters and refunds nothing twice', async () => {
    const { batching, account, batch, hash } = await quoted([rowTo('Ana'), rowTo('Bia')]);
    await batching.confirm(batch, hash);
    await batching.split(batch);
    await batching.work();
    await batching.cancelBatch(batch);
    await batching.split(batch);
    await batching.work();
    expect(await batching.show(batch)).toMatchObject({ status: 'canceled', counts: { canceled: 2 }, refunded: 0 });
    expect(await batching.balance(account)).toBe(100 * PRICE);
    expect(await batching.audit(account)).toEqual([]);
  });
});

test('rows of a suspended account wait; after fifteen days their money goes back', async () => {
  const { batching, account, batch, hash } = await quoted([rowTo('Ana'), rowTo('Bia')]);
  await batching.confirm(batch, hash);
  batching.accounts.set(account, { ...batching.accounts.get(account)!, suspended: true });
  await batching.split(batch);
  await batching.work();
  expect(await batching.show(batch)).toMatchObject({ status: 'sending', counts: { waiting: 2 } });
  expect(await batching.balance(account)).toBe(98 * PRICE);
  batching.later(16 * DAY_MS);
  await batching.split(batch);
  await batching.work();
  expect(await batching.show(batch)).toMatchObject({ status: 'completed', refunded: 2 * PRICE });
  expect(await batching.balance(account)).toBe(100 * PRICE);
  expect(await batching.audit(account)).toEqual([]);
});

test('a worker that dies at any single step loses and doubles nothing', async () => {
  let stepsLeft = Infinity;
  const dies = () => --stepsLeft === 0;
  for (let fatal = 1; stepsLeft <= 0 || fatal === 1; fatal++) {
    const batching = open();
    const account = await batching.account(10);
    const batch = await batching.order(account, pdf, [rowTo('Ana'), bad, rowTo('Bia')]);
    await batching.quote(batch);
    await batching.split(batch);
    stepsLeft = fatal;
    await batching.work(dies);
    const { quote } = await batching.show(batch);
    await batching.confirm(batch, quote!.hash);
    await batching.split(batch);
    await batching.work(dies);
    expect(await batching.show(batch)).toMatchObject({ status: 'completed', counts: { created: 2, refused: 1 } });
    expect(await batching.lettersIn(account)).toHaveLength(2);
    expect(await batching.balance(account)).toBe(8 * PRICE);
    expect(await batching.audit(account)).toEqual([]);
    expect(batching.filesOf(batch)).toEqual([]);
  }
});
