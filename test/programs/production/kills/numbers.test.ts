import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { openCarrierNumbers } from '../../../../lib/adapters/data/mailings/carrier-numbers.ts';
import { openPrintBatches } from '../../../../lib/adapters/data/mailings/print-batches.ts';
import type { Table } from '../../../../lib/adapters/data/table/table.ts';
import { numbersIn, objectNumber } from '../../../../lib/core/domain/carrier-labels.ts';
import { createId } from '../../../../lib/core/domain/ids.ts';
import type { PrintBatch } from '../../../../lib/core/domain/print-batches.ts';
import { CODES_FILE } from '../../../../lib/operations/production/draw-codes.ts';
import { LONGEST_RUN_SECONDS } from '../../../../lib/operations/production/form-print-batch.ts';
import { LabelsExhausted, takeNumbers } from '../../../../lib/operations/production/take-numbers.ts';
import { Mortal } from '../../../modules/production/support/mortal.ts';
import { printHouse } from '../../../modules/production/support/print-house.ts';
import { useTable } from '../../../support/dynamodb.ts';
import { addressSample } from '../../../support/samples.ts';
import { seeded } from '../../../support/seeded.ts';

const table = useTable();
let house: ReturnType<typeof printHouse>;

beforeEach(() => {
  house = printHouse(table);
});

const to = { ...addressSample, postal_code: '01001-000' };

describe.each(['before', 'after'] as const)('a run with a carrier profile, killed right %s', (when) => {
  test('any of its writes is completed by the next: each mailing in one postal file, each number once', async () => {
    const account = await house.openAccount();
    await house.useProfile();
    await house.emptyStock();
    const first = when === 'before' ? 1_000_000 : 2_000_000;
    await house.addNumbers(first, first + 9_999);
    let isOver = false;
    for (let at = 1; !isOver; at++) {
      house.asked.length = 0;
      const good = [
        await house.letter(account, { to, postal_services: ['registered'] }),
        await house.letter(account, { to, postal_services: ['registered', 'return_receipt'] }),
        await house.letter(account, { to }),
        await house.verification(account),
      ];
      const process = new Mortal(at, when);
      await house.form({}, process).catch(() => undefined);
      isOver = !process.isDead;
      house.clock.now += LONGEST_RUN_SECONDS * 1000;
      const [next = { run: {} }] = house.asked;
      await house.form(next.run);
      const lines = Object.values(house.postalFiles()).flat();
      for (const { id } of good) expect([at, lines.filter((line) => line.id === id).length]).toEqual([at, 1]);
    }
    const files = Object.entries(house.postalFiles());
    const objects = files.flatMap(([, lines]) => lines.flatMap(({ object }) => object ?? []));
    expect(new Set(objects).size).toBe(objects.length);
    // No number was passed over: the ones in the files are the first of the range.
    expect(new Set(objects)).toEqual(new Set(objects.map((_, index) => objectNumber('TE', first + index))));
    for (const [batchId, lines] of files) {
      const { numbers } = (await openPrintBatches(table()).find(batchId))!.carrier!;
      const isForecast = lines.some(({ object, return_receipt }) => object !== null && return_receipt);
      expect(numbers!.ar_digital_file !== undefined).toBe(isForecast);
      const names = [...house.carrierFiles(batchId).keys()];
      expect(names).toEqual(expect.arrayContaining([CODES_FILE, 'comprovante.pdf', 'lista-de-postagem.csv']));
    }
    const lots = files.flatMap(([, lines]) => [...new Set(lines.map(({ lot }) => lot))]);
    expect(new Set(lots).size).toBe(lots.length);
    for (const [batchId, lines] of files) {
      expect(house.manifests()[batchId]!.map(({ id }) => id)).toEqual(lines.map(({ id }) => id));
      expect((await openPrintBatches(table()).find(batchId))!.carrier!.summary!.mailings).toBe(lines.length);
    }
    expect(await house.audit(account)).toEqual([]);
  });
});

/** How many attempts are interrupted; a campaign runs ten thousand. */
const ATTEMPTS = Number(process.env.INTERRUPTED_ATTEMPTS ?? 300);
/** Batches that take numbers at the same moment. */
const AT_ONCE = 4;

test(
  `${ATTEMPTS} interrupted attempts to take numbers: 0 twice, 0 lost`,
  async () => {
    const first = 3_000_000;
    const { profile } = await house.useProfile();
    await house.addNumbers(first, first + 90 * ATTEMPTS, 'TS');
    const draw = seeded(20_261_130);
    const random = (below: number) => Math.floor(draw() * below);
    const attempt = async (batch: PrintBatch, count: number, process: Mortal) => {
      const own: Table = { ...table(), client: process.client(table().client) };
      const deps = { batches: openPrintBatches(own), numbers: openCarrierNumbers(own), now: () => house.clock.now };
      return takeNumbers(deps, batch, profile, {
        labels: new Map([['TS', count]]),
        lots: ['fac_registered'],
        arDigitalFiles: 1,
        eCartaPackages: 2,
      });
    };
    const batches: { batch: PrintBatch; count: number }[] = [];
    let killed = 0;
    for (let attempts = 0; attempts < ATTEMPTS; attempts += AT_ONCE) {
      const created = await Promise.all(Array.from({ length: AT_ONCE }, () => newBatch(profile.card)));
      const these = created.map((batch) => ({ batch, count: 1 + random(20) }));
      batches.push(...these);
      const outcomes = these.map(({ batch, count }) => {
        const process = new Mortal(1, random(2) === 0 ? 'before' : 'after');
        return attempt(batch, count, process).catch(() => void killed++);
      });
      await Promise.all(outcomes);
      // What was interrupted is completed by two runs at once.
      await Promise.all(
        these.flatMap(({ batch, count }) => [0, 1].map(() => attempt(batch, count, new Mortal(Infinity)))),
      );
    }
    expect(killed).toBe(batches.length);
    const used = new Set<string>();
    const lots = new Set<number>();
    const [forecasts, packages] = [new Set<number>(), new Set<number>()];
    let wanted = 0;
    for (const { batch, count } of batches) {
      const { numbers } = (await openPrintBatches(table()).find(batch.id))!.carrier!;
      const own = [...numbersIn(numbers!.labels)];
      expect(own).toHaveLength(count);
      for (const number of own) used.add(number);
      lots.add(numbers!.lots[0]!.lot);
      forecasts.add(numbers!.ar_digital_file!);
      for (const next of [0, 1]) packages.add(numbers!.e_carta!.first + next);
      wanted += count;
    }
    expect(used.size).toBe(wanted);
    expect([lots.size, forecasts.size, packages.size]).toEqual([batches.length, batches.length, 2 * batches.length]);
    // None was passed over either: all are in a row.
    for (const taken of [lots, forecasts, packages])
      expect(Math.max(...taken) - Math.min(...taken)).toBe(taken.size - 1);
    const stock = (await openCarrierNumbers(table()).stocks()).find(({ prefix }) => prefix === 'TS')!;
    expect(stock.ranges[0]!.next).toBe(first + wanted);
    const [largest] = await Promise.all([newBatch(profile.card)]);
    await expect(attempt(largest, 100 * ATTEMPTS, new Mortal(Infinity))).rejects.toThrow(LabelsExhausted);
  },
  60_000 + ATTEMPTS * 200,
);

async function newBatch(card: string): Promise<PrintBatch> {
  const batch: PrintBatch = {
    id: createId('print_batch', house.clock.now, randomBytes),
    // Not `forming`, so that no other test completes it.
    state: 'formed',
    created_at: house.clock.now,
    formed_at: null,
    manifest: null,
    carrier: { card, version: 1, numbers: null, summary: null },
  };
  await openPrintBatches(table()).create(batch);
  return batch;
}
