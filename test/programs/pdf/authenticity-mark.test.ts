import { describe, expect, test } from '@jest/globals';
import { A4, toMm } from '../../../lib/pdf/base/geometry.ts';
import { type LetterRequest, type Prepared, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { STRIPS } from '../../../lib/pdf/print/authenticity-mark.ts';
import { documentOf } from '../../../lib/pdf/print/reprint.ts';
import { someOf } from '../../support/cases.ts';
import { fixture, LETTERS, REQUEST } from './fixture-letters.ts';
import { handmade } from './handmade.ts';
import { type Renderer, RENDERERS } from './renderers.ts';
import { complaintsOf, type Raster, textOf } from './tools.ts';

const NUMBER = 'bcdf-ghjk-mnpq';
const mark = { host: 'confirmar.malote.example', number: NUMBER };
const DPI = 100;
const PIXELS_PER_MM = DPI / 25.4;

async function printed(bytes: Uint8Array, changes: Partial<LetterRequest> = {}): Promise<Prepared> {
  const result = await prepareLetter(bytes, { ...REQUEST, ...changes });
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.details)}`);
  return result;
}

interface Place {
  page: number;
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Where two files print differently, in millimeters from the top left corner; undefined where they print the same. */
function differences(one: Uint8Array, other: Uint8Array, renderer: Renderer): Place[] {
  const [before, after] = [RENDERERS[renderer](one, DPI), RENDERERS[renderer](other, DPI)];
  expect(after).toHaveLength(before.length);
  return before.flatMap((page, index) => placeOf(page, after[index]!, index + 1) ?? []);
}

function placeOf(one: Raster, other: Raster, page: number): Place | undefined {
  const at = [...one.pixels.keys()].filter((each) => one.pixels[each] !== other.pixels[each]);
  if (at.length === 0) return undefined;
  const [rows, columns] = [at.map((each) => Math.floor(each / one.width)), at.map((each) => each % one.width)];
  const least = (values: number[]) => values.reduce((low, value) => Math.min(low, value), Infinity) / PIXELS_PER_MM;
  const most = (values: number[]) => values.reduce((high, value) => Math.max(high, value), 0) / PIXELS_PER_MM;
  return { page, top: least(rows), bottom: most(rows), left: least(columns), right: most(columns) };
}

const strips = STRIPS.map(([left, bottom, right, top]) => ({
  left: toMm(left),
  right: toMm(right),
  top: toMm(A4.height - top),
  bottom: toMm(A4.height - bottom),
}));

const isWithin = ({ top, bottom, left, right }: Place, area: Omit<Place, 'page'>) =>
  top >= area.top && bottom <= area.bottom && left >= area.left && right <= area.right;

const renderers = Object.keys(RENDERERS) as Renderer[];

describe.each(someOf(LETTERS, 6))('the number on %s', (name) => {
  test('is printed in a blank strip, and nothing else changes', async () => {
    const bytes = fixture(name);
    const [plain, numbered] = [
      await printed(bytes, { placement: 'first_page' }).catch(() => undefined),
      await printed(bytes, { placement: 'first_page', authenticity: mark }).catch(() => undefined),
    ];
    if (!plain) return expect(numbered).toBeUndefined();
    const isLeftOut = numbered!.warnings.some(({ code }) => code === 'authenticity_number_not_printed');
    expect(numbered!.warnings.filter(({ code }) => code !== 'authenticity_number_not_printed')).toEqual(plain.warnings);
    for (const renderer of renderers) {
      const places = differences(plain.file, numbered!.file, renderer);
      expect(places).toHaveLength(isLeftOut ? 0 : 1);
      for (const place of places) expect(strips.some((strip) => isWithin(place, strip))).toBe(true);
    }
    expect(textOf(numbered!.file).includes(NUMBER)).toBe(!isLeftOut);
    expect(complaintsOf(numbered!.file)).toEqual([]);
  });

  test('is printed on the side of the address, below the window, and nothing else changes', async () => {
    const bytes = fixture(name);
    const plain = await printed(bytes);
    const numbered = await printed(bytes, { authenticity: mark });
    expect(numbered.warnings).toEqual(plain.warnings);
    for (const renderer of renderers) {
      const places = differences(plain.file, numbered.file, renderer);
      expect(places.map(({ page }) => page)).toEqual([2]);
      expect(isWithin(places[0]!, { top: 110, bottom: 290, left: 19, right: 191 })).toBe(true);
    }
    expect(textOf(numbered.file)).toContain(NUMBER);
    expect(textOf(numbered.file)).toContain(mark.host);
  });
});

/** Ink at the foot and at the head of a page: lines in both strips. */
const [foot, head] = ['100 30 400 2 re f', '100 810 400 2 re f'];

describe('a page whose', () => {
  const at = async (content: string) => {
    const document = handmade({ content });
    const request = { placement: 'first_page', authenticity: mark } as const;
    const [plain, numbered] = [await printed(document, { placement: 'first_page' }), await printed(document, request)];
    return { numbered, places: differences(plain.file, numbered.file, 'pdfium') };
  };

  test('foot is blank has it there', async () => {
    const { places } = await at(head);
    expect(isWithin(places[0]!, strips[0]!)).toBe(true);
  });

  test('foot is printed has it at the head', async () => {
    const { places } = await at(foot);
    expect(isWithin(places[0]!, strips[1]!)).toBe(true);
  });

  test('foot and head are printed has none, and a warning', async () => {
    const { numbered, places } = await at(`${foot} ${head}`);
    expect(places).toEqual([]);
    expect(numbered.warnings).toEqual([{ code: 'authenticity_number_not_printed', page: 1 }]);
  });
});

test('the longest host fits, condensed', async () => {
  const host = `${'w'.repeat(36)}.com.br/pages`;
  const { file } = await printed(fixture('libreoffice-letter-1'), {
    placement: 'first_page',
    authenticity: { ...mark, host },
  });
  expect(textOf(file).replace(/\s/g, '')).toContain(`${host}onúmero${NUMBER}`);
});

test('the document is recovered from the print file without the number', async () => {
  const bytes = fixture('libreoffice-letter-3');
  for (const placement of ['first_page', 'extra_page'] as const) {
    const { file, pages } = await printed(bytes, { placement, authenticity: mark });
    const document = await documentOf(file, { pages, doubleSided: false, addressPlacement: placement });
    expect(textOf(document)).not.toContain(NUMBER);
    expect(textOf(document).split(/\s+/)).toEqual(textOf(bytes).split(/\s+/));
  }
});
