import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { erasedLetter } from '../../../lib/core/domain/erasure.ts';
import type { Letter } from '../../../lib/core/domain/letters.ts';
import { DAY_MS } from '../../../lib/core/domain/units.ts';
import { useTable } from '../../support/dynamodb.ts';
import { newTrackingCode } from '../../support/tracking-codes.ts';
import { Mortal } from './support/mortal.ts';
import { printHouse } from './support/print-house.ts';
import { at, batchOfAllKinds, expectApplied, linesOf } from './support/scenario.ts';

const table = useTable();
let house: ReturnType<typeof printHouse>;
let account: string;

const KEY = 'inbox/report.jsonl';
const RESULT = 'results/report.jsonl';

beforeEach(async () => {
  house = printHouse(table);
  account = await house.openAccount();
});

describe('a report', () => {
  test('has a result for each of its lines', async () => {
    const all = await batchOfAllKinds(house, account);
    house.drop(KEY, linesOf(all));
    expect(await house.apply(KEY)).toBe(true);
    expect(house.results(RESULT)).toEqual([
      { line: 1, id: all.simple.id, result: 'applied' },
      { line: 2, id: all.registered.id, result: 'applied' },
      { line: 3, id: null, result: 'refused', reason: 'invalid_json' },
      { line: 4, id: all.simple.id, result: 'applied' },
      { line: 5, id: all.failing.id, result: 'applied' },
      { line: 6, id: all.verification.id, result: 'applied' },
    ]);
    await expectApplied(house, account, all);
  });

  test('that is delivered twice has the same result, and sent again under another name is already applied', async () => {
    const all = await batchOfAllKinds(house, account);
    house.drop(KEY, linesOf(all));
    await house.apply(KEY);
    const first = house.exchange.text(RESULT);
    await house.apply(KEY);
    expect(house.exchange.text(RESULT)).toBe(first);

    house.drop('inbox/again.jsonl', linesOf(all));
    await house.apply('inbox/again.jsonl');
    expect(house.results('results/again.jsonl').map(({ result }) => result)).toEqual([
      ...['already_applied', 'already_applied', 'refused'],
      ...['already_applied', 'already_applied', 'already_applied'],
    ]);
    await expectApplied(house, account, all);
  });

  test('is continued where time ran out', async () => {
    const { registered } = await batchOfAllKinds(house, account);
    const line = { id: registered.id, status: 'printed', at };
    house.drop(KEY, Array(12).fill(line));
    let parts = 0;
    expect(await house.apply(KEY, undefined, () => parts++ < 1)).toBe(false);
    expect(house.exchange.keys()).not.toContain(RESULT);
    expect(await house.apply(KEY)).toBe(true);
    const results = house.results(RESULT);
    expect(results.map(({ line }) => line)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    // The first line belongs to the first call, and the second did not apply it again.
    expect(results.filter(({ result }) => result === 'applied')).toEqual([results[0]]);
  });

  test.each([
    ['bytes', Buffer.alloc(16 * 1024 * 1024 + 1, ' ')],
    ['lines', Buffer.alloc(200_000, '\n')],
  ])('of more %s than fit into memory is rejected as a whole', async (_, bytes) => {
    house.exchange.put(KEY, bytes);
    expect(await house.apply(KEY)).toBe(true);
    expect(house.results(RESULT)).toEqual([{ line: 0, id: null, result: 'refused', reason: 'report_too_long' }]);
  });

  test('of thousands of rejected lines has thousands of results', async () => {
    house.drop(KEY, Array(3_000).fill('x'));
    await house.apply(KEY);
    const results = house.results(RESULT);
    expect(results.map(({ line }) => line)).toEqual(Array.from({ length: 3_000 }, (_, index) => index + 1));
    expect(new Set(results.map(({ reason }) => reason))).toEqual(new Set(['invalid_json']));
  });

  test('that is empty has an empty result', async () => {
    house.exchange.put(KEY, Buffer.from(''));
    expect(await house.apply(KEY)).toBe(true);
    expect(house.exchange.text(RESULT)).toBe('');
  });

  test('may have a byte order mark, carriage returns, unknown fields and any instant', async () => {
    const [past, future] = [await house.letter(account), await house.letter(account)];
    await house.form();
    const lines = [
      { id: past.id, status: 'posted', at: '1999-12-31T23:59:59.999-03:00', operator: 'Cíntia' },
      { id: future.id, status: 'posted', at: '2999-01-01T00:00:00Z' },
    ];
    house.exchange.put(KEY, Buffer.from(`\uFEFF${lines.map((line) => `${JSON.stringify(line)}\r\n`).join('\r\n')}`));
    house.clock.now += 60_000;
    await house.apply(KEY);
    expect(house.results(RESULT).map(({ line, result }) => [line, result])).toEqual([
      [1, 'applied'],
      [3, 'applied'],
    ]);
    // The service's own clock is used.
    for (const letter of [past, future]) expect((await house.find(letter)).reached.posted).toBe(house.clock.now);
  });

  test('that reuses a name with other content loses no line', async () => {
    const letters = [await house.letter(account), await house.letter(account)];
    await house.form();
    const versions = letters.map(({ id }) => house.drop(KEY, [{ id, status: 'posted', at }]));
    // Both existed before the first was read.
    for (const [index, version] of versions.entries()) {
      await house.apply(KEY, undefined, undefined, version);
      expect(house.results(RESULT)).toEqual([{ line: 1, id: letters[index]!.id, result: 'applied' }]);
    }
    for (const letter of letters) expect((await house.find(letter)).status).toBe('posted');
  });

  test('that was too early is applied when it is sent again under its name', async () => {
    const { id } = await house.letter(account);
    const lines = [{ id, status: 'printed', at }];
    const results = [];
    for (const before of [() => undefined, () => house.form()]) {
      await before();
      await house.apply(KEY, undefined, undefined, house.drop(KEY, lines));
      results.push(...house.results(RESULT));
    }
    expect(results).toEqual([
      { line: 1, id, result: 'refused', reason: 'not_in_production' },
      { line: 1, id, result: 'applied' },
    ]);
  });
});

describe('a tracking code', () => {
  const posted = ({ id }: Letter, tracking_code: string) => ({ id, status: 'posted', tracking_code, at });
  const registered = () => house.letter(account, { postal_services: ['registered'] });
  let reports = 0;

  /** The results of the lines, sent as a report of their own. */
  async function reported(...lines: object[]): Promise<string[]> {
    const name = `${++reports}.jsonl`;
    house.drop(`inbox/${name}`, lines);
    await house.apply(`inbox/${name}`);
    return house.results(`results/${name}`).map(({ result, reason }) => reason ?? result);
  }

  test("belongs to one letter: a line with another letter's code is rejected, and its letter stays unchanged", async () => {
    const [first, second] = [await registered(), await registered()];
    await house.form();
    const [code, its] = [newTrackingCode(), newTrackingCode()];
    expect(await reported(posted(first, code))).toEqual(['applied']);
    expect(await reported(posted(first, code), posted(second, code))).toEqual([
      'already_applied',
      'tracking_code_not_unique',
    ]);
    expect((await house.find(second)).status).toBe('in_production');
    expect(await house.events(second)).toEqual(['letter.in_production', 'letter.received']);
    expect(await reported(posted(second, its))).toEqual(['applied']);
    expect(await house.find(first)).toMatchObject({ status: 'posted', tracking_code: code });
    expect(await house.find(second)).toMatchObject({ status: 'posted', tracking_code: its });
  });

  test('that one file gives to two letters is rejected for both, at any position', async () => {
    const letters = [await registered(), await registered(), await registered()];
    await house.form();
    const code = newTrackingCode();
    const own = newTrackingCode();
    const lines = letters.map((letter, index) => posted(letter, index === 1 ? own : code));
    // More lines than fit into one part.
    const fill = Array<object>(5).fill({ id: letters[1]!.id, status: 'printed', at });
    const [first, , , , , , second, third] = await reported(lines[0]!, ...fill, lines[1]!, lines[2]!);
    expect([first, second, third]).toEqual(['tracking_code_not_unique', 'applied', 'tracking_code_not_unique']);
    expect((await house.find(letters[0]!)).status).toBe('in_production');
  });

  test('is given to one of two letters in two concurrent reports', async () => {
    const letters = [await registered(), await registered()];
    await house.form();
    const code = newTrackingCode();
    const results = await Promise.all(letters.map((letter) => reported(posted(letter, code))));
    expect(results.flat().sort()).toEqual(['applied', 'tracking_code_not_unique']);
    const states = await Promise.all(letters.map(async (letter) => (await house.find(letter)).status));
    expect(states.sort()).toEqual(['in_production', 'posted']);
  });

  test('posts its letter once in two concurrent reports', async () => {
    const letter = await registered();
    await house.form();
    const line = posted(letter, newTrackingCode());
    const results = await Promise.all([reported(line), reported(line)]);
    expect(results.flat().sort()).toEqual(['already_applied', 'applied']);
    expect(await house.events(letter)).toHaveLength(4);
  });

  test('may be reused after a year', async () => {
    const [first, second] = [await registered(), await registered()];
    await house.form();
    const code = newTrackingCode();
    await reported(posted(first, code));
    house.clock.now += 365 * DAY_MS;
    expect(await reported(posted(second, code))).toEqual(['tracking_code_not_unique']);
    house.clock.now += DAY_MS;
    expect(await reported(posted(second, code))).toEqual(['applied']);
  });

  test('of an erased letter stays taken, and no item reveals the code or the owner', async () => {
    const [erased, other] = [await registered(), await registered()];
    await house.form();
    const code = newTrackingCode();
    await reported(posted(erased, code));
    const { letters } = house.deps(new Mortal(Infinity));
    const before = (await letters.find(account, erased.id))!;
    await letters.change({ before, after: erasedLetter(before.mailing, house.clock.now), events: [], money: [] });

    const { Items = [] } = await table().client.send(new ScanCommand({ TableName: table().name }));
    const texts = Items.map((item) => JSON.stringify(item));
    // The events were not erased here.
    expect(texts.filter((text) => text.includes(code) && !text.includes('"kind":"event"'))).toEqual([]);
    expect(texts.filter((text) => text.includes('"kind":"tracking_code"') && /ltr_|acc_/.test(text))).toEqual([]);
    expect(await reported(posted(erased, code), posted(other, newTrackingCode()))).toEqual([
      'already_applied',
      'applied',
    ]);
    const third = await registered();
    await house.form();
    expect(await reported(posted(third, code))).toEqual(['tracking_code_not_unique']);
  });

  test('is irrelevant for simple letters, which may share one', async () => {
    const letters = [await house.letter(account), await house.letter(account)];
    await house.form();
    const code = newTrackingCode();
    expect(await reported(...letters.map((letter) => posted(letter, code)))).toEqual(['applied', 'applied']);
    for (const letter of letters) expect((await house.find(letter)).tracking_code).toBeNull();
  });
});

const DEEP = 2_000;
const badLines: [string, (letter: Letter) => object | string, string][] = [
  ['no object', () => '[]', 'invalid_line'],
  ['with a NUL', ({ id }) => `{"id":"${id}\0","status":"printed","at":"${at}"}`, 'invalid_json'],
  ['in another encoding', () => Buffer.from('{"id":"ltr_1"', 'utf16le').toString('latin1'), 'invalid_json'],
  ['cut off', ({ id }) => `{"id":"${id}","status":"printed","at":"2026-11`, 'invalid_json'],
  ['of two objects', ({ id }) => JSON.stringify({ id, status: 'printed', at }).repeat(2), 'invalid_json'],
  ['in a list', ({ id }) => JSON.stringify([{ id, status: 'printed', at }]), 'invalid_line'],
  ['as deep as it is long', () => '['.repeat(DEEP) + ']'.repeat(DEEP), 'invalid_line'],
  ['of a megabyte', ({ id }) => ({ id, status: 'printed', at, note: 'x'.repeat(1_000_000) }), 'invalid_line'],
  ['with a number for its id', () => ({ id: 1, status: 'printed', at }), 'invalid_line'],
  [
    'with inherited fields',
    ({ id }) => `{"__proto__":${JSON.stringify({ id, status: 'printed', at })}}`,
    'invalid_line',
  ],
  ['with the name of a method for its status', ({ id }) => ({ id, status: 'constructor', at }), 'invalid_line'],
  ['with another date for its instant', ({ id }) => ({ id, status: 'printed', at: '20/11/2026' }), 'invalid_line'],
  [
    'with an id of three thousand characters',
    ({ id }) => ({ id: id.repeat(100), status: 'printed', at }),
    'not_in_production',
  ],
  ['with a path for its id', ({ id }) => ({ id: `../${id}`, status: 'printed', at }), 'not_in_production'],
  [
    'with half a character in its id',
    () => '{"id":"ltr_\\ud800","status":"printed","at":"2026-11-20T12:00:00Z"}',
    'not_in_production',
  ],
  ['with the id of its account', ({ account_id }) => ({ id: account_id, status: 'printed', at }), 'not_in_production'],
  ['without an instant', ({ id }) => ({ id, status: 'printed' }), 'invalid_line'],
  ['with a status of its own', ({ id }) => ({ id, status: 'burnt', at }), 'invalid_line'],
  ['of a letter that is in no batch', () => ({ id: 'ltr_unknown', status: 'printed', at }), 'not_in_production'],
  ['without the code of a registered letter', ({ id }) => ({ id, status: 'posted', at }), 'tracking_code_required'],
  [
    'with a code of another form',
    ({ id }) => ({ id, status: 'posted', tracking_code: 'AA123456785', at }),
    'invalid_tracking_code',
  ],
  [
    'with a code that is not text',
    ({ id }) => ({ id, status: 'posted', tracking_code: 1, at }),
    'invalid_tracking_code',
  ],
  [
    'with a wrong check digit',
    ({ id }) => ({ id, status: 'posted', tracking_code: 'AA123456789BR', at }),
    'tracking_code_check_digit',
  ],
  [
    'with a reason of its own',
    ({ id }) => ({ id, status: 'failed', failure_reason: 'bored', at }),
    'invalid_failure_reason',
  ],
];

test.each(badLines)('a line %s is rejected and says why', async (_, line, reason) => {
  const letter = await house.letter(account, { postal_services: ['registered'] });
  await house.form();
  house.drop(KEY, [line(letter)]);
  await house.apply(KEY);
  expect(house.results(RESULT)).toMatchObject([{ line: 1, result: 'refused', reason }]);
  expect((await house.find(letter)).status).toBe('in_production');
});
