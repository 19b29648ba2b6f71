import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { someOf } from '../../support/cases.ts';
import { seeded } from '../../support/seeded.ts';
import { handmade } from './handmade.ts';
import { damaged } from './transfer-damage.ts';
import { verdictAlone, verdictOn } from './verdict.ts';

const FILES = 1_000;
const [OF_ONE_COMMIT, ALONE_OF_ONE_COMMIT] = [30, 4];
/** Each starts an engine of its own. */
const ALONE = 200;

const inFolder = (path: string) => {
  const folder = new URL(path, import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
  return names.map((name) => readFileSync(new URL(name, folder)));
};

/** A picture for which PDFium needs 64 MB, which its thread keeps. */
const large = handmade({
  content: 'q 400 0 0 400 100 100 cm /I Do Q',
  resources: '/XObject << /I 10 0 R >>',
  objects: [
    [
      '/Type /XObject /Subtype /Image /Width 4000 /Height 4000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
      deflateSync(Buffer.alloc(16_000_000, 200)),
    ],
  ],
});

const sound = [...inFolder('../../support/fixtures/pdf/'), ...inFolder('../../support/fixtures/pdf/reported/'), large];
const all = Array.from({ length: FILES }, (_, index) => ({ index, bytes: () => bytesOf(index) }));
const bytesOf = (index: number) => sound[index] ?? damaged(sound[index % (sound.length - 1)]!, index).bytes;

async function verdictsIn(order: readonly (typeof all)[number][]): Promise<Map<number, string>> {
  const verdicts = new Map<number, string>();
  for (const { index, bytes } of order) verdicts.set(index, await verdictOn(bytes()));
  return verdicts;
}

test('a file has one verdict, whatever files the same process had before', async () => {
  const chosen = someOf(all, OF_ONE_COMMIT);
  const random = seeded(1);
  const shuffled = chosen
    .map((file) => ({ file, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ file }) => file);
  const first = await verdictsIn(chosen);
  for (const order of [chosen.toReversed(), shuffled])
    for (const [index, verdict] of await verdictsIn(order)) expect([index, verdict]).toEqual([index, first.get(index)]);
});

test('and the same alone', async () => {
  const some = all.filter(({ index }) => index % (FILES / ALONE) === 0);
  for (const { index, bytes } of someOf(some, ALONE_OF_ONE_COMMIT))
    expect([index, await verdictAlone(bytes())]).toEqual([index, await verdictOn(bytes())]);
});

test('and a font that PDFium replaces by its own is drawn alike after another file', async () => {
  await verdictOn(bytesOf(80));
  expect(await verdictOn(bytesOf(892))).toEqual(await verdictAlone(bytesOf(892)));
});
