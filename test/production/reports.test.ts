import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Letter } from '../../lib/domain/letters.ts';
import { useTable } from '../support/dynamodb.ts';
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

  test('is gone on with where time ran short', async () => {
    const { registered } = await batchOfAllKinds(house, account);
    const line = { id: registered.id, status: 'printed', at };
    house.drop(KEY, Array(12).fill(line));
    let parts = 0;
    expect(await house.apply(KEY, undefined, () => parts++ < 1)).toBe(false);
    expect(house.exchange.keys()).not.toContain(RESULT);
    expect(await house.apply(KEY)).toBe(true);
    const results = house.results(RESULT);
    expect(results.map(({ line }) => line)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    // The first line is of the first call, and was not applied anew by the second.
    expect(results.filter(({ result }) => result === 'applied')).toEqual([results[0]]);
  });

  test('longer than can be read is refused as a whole', async () => {
    house.exchange.put(KEY, Buffer.alloc(16 * 1024 * 1024 + 1, ' '));
    expect(await house.apply(KEY)).toBe(true);
    expect(house.results(RESULT)).toEqual([{ line: 0, id: null, result: 'refused', reason: 'report_too_long' }]);
  });
});

const badLines: [string, (letter: Letter) => object | string, string][] = [
  ['no object', () => '[]', 'invalid_line'],
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
    'with a code that is no text',
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

test.each(badLines)('a line %s is refused and says why', async (_, line, reason) => {
  const letter = await house.letter(account, { postal_services: ['registered'] });
  await house.form();
  house.drop(KEY, [line(letter)]);
  await house.apply(KEY);
  expect(house.results(RESULT)).toMatchObject([{ line: 1, result: 'refused', reason }]);
  expect((await house.find(letter)).status).toBe('in_production');
});
