import { beforeEach, describe, expect, test } from '@jest/globals';
import { openCarrierNumbers } from '../../../lib/adapters/data/mailings/carrier-numbers.ts';
import { openCarrierProfiles } from '../../../lib/adapters/data/mailings/carrier-profiles.ts';
import { findMailings } from '../../../lib/adapters/data/mailings/mailings.ts';
import { openPrintBatches } from '../../../lib/adapters/data/mailings/print-batches.ts';
import { findManifestLine } from '../../../lib/adapters/production/manifest-line.ts';
import { objectNumber } from '../../../lib/core/domain/carrier-labels.ts';
import type { Letter } from '../../../lib/core/domain/letters.ts';
import { DAY_MS } from '../../../lib/core/domain/units.ts';
import { bringNumbersBack } from '../../../lib/operations/production/bring-numbers-back.ts';
import { LabelsNotPossible, voidLabels } from '../../../lib/operations/production/change-labels.ts';
import { findLabel } from '../../../lib/operations/production/find-label.ts';
import { issueManifest } from '../../../lib/operations/production/issue-manifest.ts';
import { labelStocks } from '../../../lib/operations/production/label-stocks.ts';
import { useTable } from '../../support/dynamodb.ts';
import { addressSample } from '../../support/samples.ts';
import { Mortal } from './support/mortal.ts';
import { printHouse } from './support/print-house.ts';
import { at } from './support/scenario.ts';

const table = useTable();
let house: ReturnType<typeof printHouse>;
let account: string;
/** Numbers of each test, apart from those of the others in the same table. */
let first = 0;

beforeEach(async () => {
  house = printHouse(table);
  account = await house.openAccount();
  await openCarrierProfiles(table()).withdraw();
  await house.emptyStock();
  first += 1000;
});

const to = (postal_code: string, fields: Partial<Letter['to']> = {}) => ({
  to: { ...addressSample, ...fields, postal_code },
});
const registered = { postal_services: ['registered'] } satisfies Partial<Letter>;
const numbers = () => openCarrierNumbers(table());
const stateOf = (object: string) =>
  findLabel(
    {
      numbers: numbers(),
      batches: openPrintBatches(table()),
      profiles: openCarrierProfiles(table()),
      people: (rows) => findMailings(table(), rows),
    },
    object,
  );

describe('a batch without a carrier profile', () => {
  test('has a manifest alone, without a word of the carrier', async () => {
    await house.letter(account);
    const { batches, held } = await house.form();
    const batch = await openPrintBatches(table()).find(batches[0]!.id);
    expect(batch).not.toHaveProperty('carrier');
    expect(held).toEqual({});
    expect(house.postal.keys()).toEqual([]);
    expect(house.exchange.keys()).toEqual(['csv', 'jsonl'].map((form) => `outbox/${batch!.id}/manifest.${form}`));
    const [line] = house.manifests()[batch!.id]!;
    expect(Object.keys(line).filter((name) => ['postal_code', 'state', 'weight'].includes(name))).toEqual([]);
    const [row] = await openPrintBatches(table()).mailings(batch!.id);
    expect(row!.order).not.toHaveProperty('destination');
  });
});

describe('a batch with a carrier profile', () => {
  test('is in the order of the carrier, with people in the postal file alone', async () => {
    await house.useProfile();
    await house.addNumbers(first, first + 9);
    const far = await house.letter(account, to('69915-901', { name: 'Ana Sem Igual', state: 'AC' }));
    const near = await house.letter(account, to('01001-000'));
    const tracked = await house.letter(account, { ...to('05010-000'), ...registered });
    const heavy = await house.letter(account, { ...to('01001-000'), pages: 5, sheets: 5 });
    const { batches } = await house.form();
    const { id } = batches[0]!;
    const lines = house.postalFiles()[id]!;
    const order = [near, far, heavy, tracked].map((letter) => letter.id);
    expect(lines.map((line) => line.id)).toEqual(order);
    expect(house.manifests()[id]!.map((line) => [line.id, line.position])).toEqual(
      order.map((each, index) => [each, index + 1]),
    );
    expect(house.manifests()[id]![1]).toMatchObject({ postal_code: '69915901', state: 'AC', weight: 968 });
    expect(lines[1]).toMatchObject({
      position: 2,
      to: far.to,
      way: 'fac_simple',
      destination: 'national',
      lot_sequence: 2,
    });
    expect(lines[1]!.cif).toMatch(/^0000000001\d{5}0000000000230\d{6}$/);
    expect(lines[3]).toMatchObject({ way: 'fac_registered', object: objectNumber('TE', first), cif: null });
    expect(new Set(lines.map(({ lot }) => lot)).size).toBe(2);
    for (const key of house.exchange.keys()) expect(house.exchange.text(key)).not.toMatch(/Ana Sem Igual/);
  });

  test('has names on its posting list that no spreadsheet takes for formulas', async () => {
    await house.useProfile();
    const names = ['=HYPERLINK("http://golpe.example")', 'Ana;=1+1', '@SUM(A1)', 'Bia, Caio'];
    for (const name of names) await house.letter(account, to('01001-000', { name }));
    await house.form();
    const key = house.postal.keys().find((each) => each.endsWith('/lista-de-postagem.csv'))!;
    const rows = house.postal.text(key)!.split('\r\n').slice(1, -2);
    expect(rows.map((row) => /,N,N,N,\w*,(.*)$/.exec(row)![1]!).sort()).toEqual(
      [`"'=HYPERLINK(""http://golpe.example"")"`, '"Ana;=1+1"', `'@SUM(A1)`, '"Bia, Caio"'].sort(),
    );
  });

  test('sums up ways, weight, cost and what was saved', async () => {
    await house.useProfile();
    await house.addNumbers(first, first + 9);
    await house.letter(account, to('01001-000'));
    await house.letter(account, { ...to('01001-000'), ...registered });
    await house.verification(account);
    const { batches } = await house.form();
    const batch = await openPrintBatches(table()).find(batches[0]!.id);
    const lines = house.postalFiles()[batch!.id]!;
    const sum = (field: 'weight' | 'postage' | 'single_letter_postage') =>
      lines.reduce((total, line) => total + line[field], 0);
    expect(batch!.carrier).toMatchObject({
      card: '0000000001',
      summary: { mailings: 3, weight: 3 * 968, near_step: 0 },
    });
    const { summary } = batch!.carrier!;
    expect(summary!.postage).toBe(sum('postage'));
    expect(summary!.saved).toBe(sum('single_letter_postage') - sum('postage'));
    expect(summary!.ways).toEqual([
      { way: 'fac_simple', registered: false, mailings: 2, weight: 1936, postage: 454, saved: 56 },
      { way: 'fac_registered', registered: true, mailings: 1, weight: 968, postage: 817, saved: 73 },
    ]);
  });

  test('keeps the version that it began with', async () => {
    const { version } = await house.useProfile();
    const letter = await house.letter(account, to('01001-000'));
    const [batch] = (await house.form()).batches;
    const before = house.exchange.text(`outbox/${batch!.id}/manifest.jsonl`);
    const next = await house.useProfile({
      weights: { paper: 90, envelope: 700, receipt_slip: 200, warn_below_step: 50 },
    });
    expect(next.version).toBe(version + 1);
    expect((await house.useProfile({ weights: next.profile.weights })).version).toBe(next.version);
    const stored = await openPrintBatches(table()).find(batch!.id);
    const process = house.deps(new Mortal(Infinity));
    await issueManifest({ ...process, profiles: process.carrier.profiles }, stored!);
    expect(house.exchange.text(`outbox/${batch!.id}/manifest.jsonl`)).toBe(before);
    expect(before).toContain(letter.id);
  });

  test('leaves out a postal code that the plan does not know, and a registered letter without a number, and says so', async () => {
    await house.useProfile();
    const unknown = await house.letter(account, to('10000-000'));
    const numberless = await house.letter(account, { ...to('01001-000'), ...registered });
    const plain = await house.letter(account, to('01001-000'));
    const { held, batches } = await house.form();
    expect(held).toEqual({ postal_code_not_in_triage_plan: 1, no_object_number: 1 });
    expect(batches[0]!.mailings).toEqual([plain.id]);
    for (const letter of [unknown, numberless]) expect((await house.find(letter)).status).toBe('received');
    await house.addNumbers(first, first);
    const next = await house.form();
    expect(next.batches[0]!.mailings).toEqual([numberless.id]);
    expect(next.held).toEqual({ postal_code_not_in_triage_plan: 1 });
    await openCarrierProfiles(table()).withdraw();
    await house.form();
    expect((await house.find(unknown)).status).toBe('in_production');
  });

  test('has a line of its manifest found although ids do not ascend', async () => {
    await house.useProfile();
    const letters = [];
    for (const code of ['99999-999', '40000-000', '01001-000']) letters.push(await house.letter(account, to(code)));
    const [batch] = (await house.form()).batches;
    const text = Buffer.from(house.exchange.text(`outbox/${batch!.id}/manifest.jsonl`)!);
    for (const { id } of letters) {
      const line = await findManifestLine(async (start, bytes) => {
        return { bytes: text.subarray(start, start + bytes), size: text.length };
      }, id);
      expect(JSON.parse(line!)).toMatchObject({ id });
    }
  });

  test('loses its postal file once nothing of it is in production, and not before', async () => {
    await house.useProfile();
    const [one, other] = [await house.letter(account, to('01001-000')), await house.letter(account, to('01001-000'))];
    const [batch] = (await house.form()).batches;
    house.clock.now += 2 * DAY_MS;
    house.drop('inbox/one.jsonl', [{ id: one.id, status: 'posted', at }]);
    await house.apply('inbox/one.jsonl');
    expect(await house.removePostalFiles()).toEqual([]);
    house.drop('inbox/two.jsonl', [{ id: other.id, status: 'failed', failure_reason: 'other', at }]);
    await house.apply('inbox/two.jsonl');
    expect(await house.removePostalFiles()).toEqual([batch!.id]);
    expect(house.postalFiles()).toEqual({});
    expect(Object.keys(house.manifests())).toContain(batch!.id);
  });
});

describe('an object number', () => {
  test('is free, printed, posted, or void with a reason; customers see it once it is posted', async () => {
    await house.useProfile();
    await house.addNumbers(first, first + 5);
    const [posted, failed, other] = [
      await house.letter(account, { ...to('01001-000'), ...registered }),
      await house.letter(account, { ...to('02001-000'), ...registered }),
      await house.letter(account, { ...to('03001-000'), ...registered }),
    ];
    const [batch] = (await house.form()).batches;
    const objectOf = (letter: Letter) => house.postalFiles()[batch!.id]!.find(({ id }) => id === letter.id)!.object!;
    const state = async (letter: Letter) => {
      const found = await stateOf(objectOf(letter));
      return [found!.mailing_id === letter.id, found!.state, found!.reason];
    };
    expect(await state(posted)).toEqual([true, 'printed', null]);
    expect((await house.find(posted)).tracking_code).toBeNull();
    house.drop('inbox/labels.jsonl', [
      { id: posted.id, status: 'posted', tracking_code: objectOf(posted), at },
      { id: failed.id, status: 'failed', failure_reason: 'damaged_in_production', at },
      { id: other.id, status: 'posted', tracking_code: objectNumber('ZZ', first), at },
    ]);
    await house.apply('inbox/labels.jsonl');
    expect((await house.find(posted)).tracking_code).toBe(objectOf(posted));
    expect(await state(posted)).toEqual([true, 'posted', null]);
    expect(await state(failed)).toEqual([true, 'void', 'damaged_in_production']);
    expect(await state(other)).toEqual([true, 'void', `posted with ${objectNumber('ZZ', first)}`]);
    expect((await stateOf(objectNumber('TE', first + 3)))?.state).toBe('free');
    const deps = { numbers: numbers(), now: () => house.clock.now };
    await voidLabels(deps, { prefix: 'TE', first: first + 3, last: first + 3, reason: 'torn' });
    expect(await stateOf(objectNumber('TE', first + 3))).toMatchObject({ state: 'void', reason: 'torn' });
    await expect(voidLabels(deps, { prefix: 'TE', first, last: first, reason: 'torn' })).rejects.toThrow(
      LabelsNotPossible,
    );
    await expect(house.addNumbers(first + 5, first + 7)).rejects.toThrow(LabelsNotPossible);
    const again = await house.letter(account, { ...to('01001-000'), ...registered });
    const [next] = (await house.form()).batches;
    expect(house.postalFiles()[next!.id]!.map(({ id, object }) => [id, object])).toEqual([
      [again.id, objectNumber('TE', first + 4)],
    ]);
  });

  test('runs low when the stock lasts for fewer days than the profile says', async () => {
    await house.useProfile({ stock_alarm_days: 10 });
    await house.addNumbers(first, first + 29);
    const deps = { profiles: openCarrierProfiles(table()), numbers: numbers(), now: () => house.clock.now };
    const stock = async () => (await labelStocks(deps)).find(({ prefix }) => prefix === 'TE')!;
    expect((await stock()).free).toBe(30);
    for (let letters = 0; letters < 28; letters++) await house.letter(account, { ...to('01001-000'), ...registered });
    await house.form();
    const left = await stock();
    expect(left).toMatchObject({ free: 2, is_low: true });
    expect(left.days).toBeLessThan(10);
    house.clock.now += 31 * DAY_MS;
    expect(await stock()).toMatchObject({ days: null, is_low: false });
  });

  test('stays taken after the table was restored to an earlier second', async () => {
    await house.useProfile();
    await house.addNumbers(first, first + 3, 'TC');
    const lots = [{ way: 'fac_simple' as const, lot: 500 }];
    const labels = [{ prefix: 'TC', first, last: first + 1 }];
    const file = { card: '0000000001', labels, lots, ar_digital_file: 600, e_carta: { first: 700, count: 2 } };
    const deps = { numbers: numbers(), now: () => house.clock.now };
    expect(await bringNumbersBack(deps, { batch_id: 'bat_lost', numbers: file })).toBe(true);
    expect(await bringNumbersBack(deps, { batch_id: 'bat_lost', numbers: file })).toBe(false);
    expect(await numbers().counters('0000000001')).toEqual({ lot: 501, ar_digital_file: 601, e_carta_lot: 702 });
    expect((await stateOf(objectNumber('TC', first + 1)))?.state).toBe('void');
    expect((await stateOf(objectNumber('TC', first + 2)))?.state).toBe('free');
    const lost = { card: '0000000001', labels: [{ prefix: 'TC', first: first + 500, last: first + 501 }], lots: [] };
    expect(await bringNumbersBack(deps, { batch_id: 'bat_other', numbers: lost })).toBe(true);
    await expect(house.addNumbers(first + 501, first + 510, 'TC')).rejects.toThrow(LabelsNotPossible);
  });
});
