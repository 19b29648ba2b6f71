import { describe, expect, test } from '@jest/globals';
import { compact, filled, fixture, LETTERS, valuesFor } from './fixture-letters.ts';
import { run } from './tools.ts';

/** A glyph as MuPDF draws it, in points of the page. */
interface DrawnGlyph {
  text: string;
  /** Distance of its line from the top left corner, across the writing direction. */
  baseline: number;
  /** Height of an em. */
  size: number;
  /** Ratio of an em's width to its height. */
  stretch: number;
  color: string;
}

const TEXT =
  /<fill_text [^>]*color="([^"]*)"[^>]*transform="([^"]*)"|<span [^>]*trm="([^"]*)"|<g unicode="([^"]*)"[^>]* x="([^"]*)" y="([^"]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

function glyphsOf(file: Uint8Array): DrawnGlyph[] {
  const trace = run('mutool', file, ['draw', '-F', 'trace', '-o', '-', 'FILE', '1']).output.toString();
  const glyphs: DrawnGlyph[] = [];
  let [color, transform, matrix] = ['', [1, 0, 0, 1, 0, 0], [1, 0, 0, 1]];
  for (const [, fill, page, span, text, x, y] of trace.matchAll(TEXT)) {
    if (page) [color, transform] = [fill!, page.split(' ').map(Number)];
    else if (span) matrix = span.split(' ').map(Number);
    else {
      const [a, b, c, d, e, f] = transform as [number, number, number, number, number, number];
      const toPage = (along: number, up: number) => [a * along + c * up, b * along + d * up] as const;
      const [left, top] = toPage(Number(x), Number(y)).map((offset, axis) => offset + [e, f][axis]!) as [
        number,
        number,
      ];
      const [right, down] = toPage(matrix[0]!, matrix[1]!);
      const [width, size] = [Math.hypot(right, down), Math.hypot(...toPage(matrix[2]!, matrix[3]!))];
      glyphs.push({
        text: ENTITIES[text!] ?? text!,
        baseline: (right * top - down * left) / width,
        size,
        stretch: width / size,
        // Black is black in every color space.
        color: /^(0( 0 0)?|0 0 0 1)$/.test(color) ? 'black' : color,
      });
    }
  }
  return glyphs.filter((glyph) => glyph.text.trim() !== '');
}

/** The first glyphs of each occurrence of a text, in any order. */
function startsOf(glyphs: readonly DrawnGlyph[], pattern: RegExp, skipped: number): DrawnGlyph[] {
  const text = glyphs.map((glyph) => glyph.text[0]!).join('');
  return [...text.matchAll(pattern)].map(({ index }) => glyphs[index + skipped]!);
}

const escaped = (text: string) => compact(text).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe.each(LETTERS)('%s', (name) => {
  test('gives each value the size, color and baseline of its marker', async () => {
    const source = fixture(name);
    const variables = valuesFor(source);
    const [before, after] = [glyphsOf(source), glyphsOf(await filled(source, variables))];
    // MuPDF finds all of them, except the underscore that LaTeX draws as a rule.
    let compared = 0;
    for (const [key, value] of Object.entries(variables)) {
      const markers = startsOf(before, new RegExp(`\\{\\{${key}\\}\\}`, 'g'), '{{'.length);
      const values = startsOf(after, new RegExp(escaped(value), 'g'), 0);
      for (const marker of markers) {
        const near = values.filter(({ baseline }) => Math.abs(baseline - marker.baseline) < 0.2);
        expect(near.map(({ color }) => color)).toContain(marker.color);
        // The em of a bitmap font is arbitrary: our letters are as wide as the font's letters.
        if (name !== 'matplotlib-letter') for (const { size } of near) expect(size / marker.size).toBeCloseTo(1, 2);
        for (const { stretch } of near) expect(stretch / marker.stretch).toBeGreaterThan(0.85 ** 2 - 0.01);
        compared++;
      }
    }
    expect(compared).toBeGreaterThanOrEqual(Object.keys(variables).length - 1);
  });
});
