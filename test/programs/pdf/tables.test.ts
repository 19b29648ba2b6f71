import { describe, expect, test } from '@jest/globals';
import { filled, fixture, TABLES } from './fixture-letters.ts';
import { wordsOf } from './tools.ts';

const MARKERS = { parcela: '{{parcela}}', valor: '{{valor}}', total: '{{total}}' };

/** Left and right end of a text of one or more words, in millimeters. */
function extentOf(file: Uint8Array, text: string): readonly [left: number, right: number] {
  const words = wordsOf(file, 1);
  const wanted = text.split(' ');
  const at = words.findIndex((_, index) => wanted.every((word, step) => words[index + step]?.text === word));
  if (at < 0) throw new Error(`${text} is not on the page`);
  return [words[at]!.left, words[at + wanted.length - 1]!.right];
}

/** Poppler's boxes use advance widths, and letters have white space around them; half a millimeter is visible. */
const SEEN_MM = 0.5;

describe('a table keeps its columns, however long its values', () => {
  test.each(
    TABLES.flatMap((table) =>
      [
        { parcela: '2', valor: '1,50', total: '13,50' },
        { parcela: '12 de 24', valor: '1.234.567,89', total: '1.234.579,89' },
      ].map((values) => [table, values] as const),
    ),
  )('%s: %j', async (table, values) => {
    const source = fixture(table);
    const printed = await filled(source, { nome: 'Ana', ...values });
    for (const name of ['valor', 'total'] as const) {
      const [, before] = extentOf(source, MARKERS[name]);
      const [, after] = extentOf(printed, values[name]);
      expect(Math.abs(after - before)).toBeLessThan(SEEN_MM);
    }
    const [before, after] = [extentOf(source, MARKERS.parcela), extentOf(printed, values.parcela)];
    expect(Math.abs((after[0] + after[1] - before[0] - before[1]) / 2)).toBeLessThan(SEEN_MM);
    // Text outside the marker has not moved.
    const stays = extentOf(source, '12,00');
    extentOf(printed, '12,00').forEach((edge, index) => expect(edge).toBeCloseTo(stays[index]!, 3));
  });
});
