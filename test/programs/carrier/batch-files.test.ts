import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import training from '../../../data/carrier/training-profile.json' with { type: 'json' };
import postalSchema from '../../../data/print-house/postal.schema.json' with { type: 'json' };
import { openCarrierProfiles } from '../../../lib/adapters/data/mailings/carrier-profiles.ts';
import { openPrintBatches } from '../../../lib/adapters/data/mailings/print-batches.ts';
import type { Letter } from '../../../lib/core/domain/letters.ts';
import { DAY_MS } from '../../../lib/core/domain/units.ts';
import type { Verification } from '../../../lib/core/domain/verifications.ts';
import type { CarrierOffer, CarrierProfile } from '../../../lib/core/schemas/carrier-profile.ts';
import { CODES_FILE } from '../../../lib/operations/production/draw-codes.ts';
import { printHouse } from '../../modules/production/support/print-house.ts';
import { at } from '../../modules/production/support/scenario.ts';
import { useTable } from '../../support/dynamodb.ts';
import { addressSample } from '../../support/samples.ts';
import { textOf } from '../pdf/tools.ts';
import { judge } from './judge.ts';
import { layOut } from './written-batch.ts';

const table = useTable();
let house: ReturnType<typeof printHouse>;
let account: string;
let folder: string;
/** Numbers of each test, apart from those of the others in the same table. */
let first = 5_000_000;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-batch-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  house = printHouse(table);
  account = await house.openAccount();
  await openCarrierProfiles(table()).withdraw();
  await house.emptyStock();
  first += 1000;
  await house.addNumbers(first, first + 99);
});

const profile = training as CarrierProfile;
const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
addFormats.default(ajv);
const postalLine = ajv.compile(postalSchema);
const to = (postal_code: string, fields: Partial<Letter['to']> = {}) => ({
  to: { ...addressSample, ...fields, postal_code },
});
const withReceipt = { postal_services: ['registered', 'return_receipt'] } satisfies Partial<Letter>;

/** A batch of what waits, as the print house fetches it. */
async function fetched() {
  const { batches, ...run } = await house.form();
  const { id } = batches[0]!;
  const batch = {
    manifest: house.manifests()[id]!,
    postal: house.postalFiles()[id]!,
    files: house.carrierFiles(id),
    printFile: async (key: string) => new Uint8Array(house.files.bytes(key)!),
  };
  return { id, run, batch };
}

/** One offer that costs nothing, so that it is taken, for letters that the others do not take as cheaply. */
const eCartaOffer: CarrierOffer = {
  ...profile.offers.find(({ way }) => way === 'single_letter')!,
  way: 'e_carta',
  tariff: [{ up_to: 1200, local: 0, state: 0, national: 0 }],
};
const withECarta: Partial<CarrierProfile> = {
  offers: [...profile.offers, eCartaOffer],
  e_carta: { folder: 'treino', color: true, matrices: [{ up_to_sheets: 6, number: '901' }] },
};

describe.each([
  ['of the training profile, of GPOST', {}],
  ['of CIF-Web with letters that the carrier prints', { generation: 'cif_web' as const, ...withECarta }],
])('a batch %s', (what, changes) => {
  test('is read by an independent program alone: codes over stored print files, every field, equal totals', async () => {
    const { profile: used } = await house.useProfile(changes);
    const ordered: (Letter | Verification)[] = [
      await house.letter(account, to('01001-000')),
      await house.letter(
        account,
        to('69915-901', { state: 'AC', name: 'Maria Aparecida dos Santos Nascimento Filha' }),
      ),
      await house.letter(
        account,
        to('40010-000', {
          street: 'Rua Barão Homem de Melo Pereira da Silva Júnior',
          number: '12345',
          complement: 'Bloco 4, apartamento 1203',
        }),
      ),
      await house.letter(account, { ...to('05010-000'), postal_services: ['registered'] }),
      await house.letter(account, { ...to('30110-000'), ...withReceipt }),
      await house.letter(account, { ...to('20010-000'), pages: 5, sheets: 5 }),
      await house.verification(account),
    ];
    const { id, run, batch } = await fetched();
    expect(run).toMatchObject({ held: {}, without_codes: [] });
    for (const line of batch.postal) expect([postalLine(line), postalLine.errors]).toEqual([true, null]);
    const home = join(folder, what);
    await layOut(home, used, batch, new Map(ordered.map((mailing) => [mailing.id, mailing as Letter])));
    const verdict = await judge(home, 1);
    expect(verdict.complaints).toEqual([]);
    expect(verdict.orders).toBe(ordered.length);
    const { summary } = (await openPrintBatches(table()).find(id))!.carrier!;
    const totals = Object.values(verdict.totals).map(({ orders }) => ({ mailings: orders![0], weight: orders![1] }));
    const sum = (field: 'mailings' | 'weight') => totals.reduce((all, each) => all + each[field], 0);
    expect({ mailings: sum('mailings'), weight: sum('weight') }).toEqual({
      mailings: summary!.mailings,
      weight: summary!.weight,
    });
  });
});

describe('the files of a batch with a carrier profile', () => {
  test('leave the stored print files and their hashes as they are', async () => {
    await house.useProfile();
    const letter = await house.letter(account, to('01001-000'));
    const before = house.files.bytes(letter.print_file.key)!;
    const { batch } = await fetched();
    expect(house.files.bytes(letter.print_file.key)!.equals(before)).toBe(true);
    const { key: file, sha256, size: bytes } = letter.print_file;
    expect(batch.manifest[0]).toMatchObject({ file, sha256, bytes });
    expect(batch.postal[0]).toMatchObject({ file, sha256 });
  });

  test('are numbered on from batch to batch: forecasts of AR Digital and packages of e-Carta', async () => {
    await house.useProfile(withECarta);
    const numbers = [];
    for (let batches = 0; batches < 2; batches++) {
      await house.letter(account, to('01001-000'));
      await house.letter(account, { ...to('01001-000'), ...withReceipt });
      const { id, batch } = await fetched();
      const taken = (await openPrintBatches(table()).find(id))!.carrier!.numbers!;
      numbers.push({ file: taken.ar_digital_file!, lot: taken.e_carta!.first });
      const names = [...batch.files.keys()];
      expect(names).toContain(`e-Carta_901_${String(taken.e_carta!.first).padStart(5, '0')}_servico.txt`);
      const forecast = batch.files.get(names.find((name) => name.endsWith('.SD1'))!)!.toString('latin1');
      expect(forecast.split('\r\n')[0]!.slice(-12, -7)).toBe(String(taken.ar_digital_file).padStart(5, '0'));
    }
    expect(numbers[1]).toEqual({ file: numbers[0]!.file + 1, lot: numbers[0]!.lot + 1 });
  });

  test('leave out a mailing that a field cannot hold, and name record and field, not the value', async () => {
    await house.useProfile();
    const unfit = await house.letter(account, { ...to('01001-000', { name: 'Ирина Петрова' }), ...withReceipt });
    const fit = await house.letter(account, to('01001-000'));
    const { run, batch } = await fetched();
    expect(batch.manifest.map(({ id }) => id)).toEqual([fit.id]);
    expect(run.held).toEqual({ fields_do_not_fit: 1 });
    expect(run.unfit).toEqual([
      { id: unfit.id, fields: expect.arrayContaining(['ar_digital_detail.name: wrong_characters']) },
    ]);
    expect(JSON.stringify(run)).not.toMatch(/Ирина|Петрова/);
    expect((await house.find(unfit)).status).toBe('received');
    await house.useProfile({ ar_digital: null, offers: profile.offers.filter(({ way }) => way === 'single_letter') });
    expect((await house.form()).batches[0]!.mailings).toEqual([unfit.id]);
  });

  test('have a blank page of codes for a mailing without an address on its print file, and say so', async () => {
    await house.useProfile();
    const blank = await house.letter(account, to('01001-000'));
    const other = await house.letter(account, {
      print_file: house.storeFile('blank', Buffer.from(BLANK_PDF)),
      ...to('02001-000'),
    });
    const { id, run, batch } = await fetched();
    expect(batch.manifest.map((line) => line.id)).toEqual([blank.id, other.id]);
    expect(run.without_codes).toEqual([{ id, mailings: 1 }]);
  });

  test('are removed with the postal file', async () => {
    await house.useProfile();
    const letter = await house.letter(account, { ...to('01001-000'), ...withReceipt });
    const { id, batch } = await fetched();
    expect(batch.files.size).toBeGreaterThan(8);
    house.clock.now += 2 * DAY_MS;
    house.drop('inbox/one.jsonl', [{ id: letter.id, status: 'failed', failure_reason: 'other', at }]);
    await house.apply('inbox/one.jsonl');
    expect(await house.removePostalFiles()).toEqual([id]);
    expect(house.postal.keys()).toEqual([]);
  });

  test('have no secret: the code of a verification is not in them', async () => {
    await house.useProfile();
    await house.verification(account);
    const { batch } = await fetched();
    // Nothing but codes for machines, unless a line has to be narrower.
    expect(textOf(batch.files.get(CODES_FILE)!).trim()).toBe('');
  });
});

/** A sheet without an address, as no release writes it. */
const BLANK_PDF = `%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 595.28 841.89]/Resources<<>>>> endobj
trailer <</Root 1 0 R>>
`;
