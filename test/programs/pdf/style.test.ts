import { describe, expect, test } from '@jest/globals';
import { compact, filled, fixture, LETTERS, valuesFor } from './fixture-letters.ts';
import { handmade } from './handmade.ts';
import { run } from './tools.ts';

/** A glyph as MuPDF draws it, in points of the page. */
interface DrawnGlyph {
  text: string;
  /** Distances from the top left corner: in the writing direction, and of its line across it. */
  along: number;
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
        along: (right * left + down * top) / width,
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

describe('letter spacing', () => {
  /** Of Helvetica, in thousandths of its size. */
  const widths: Readonly<Record<string, number>> = { A: 667, E: 667, N: 722, ' ': 278, '{': 334, '}': 334 };
  const SIZE = 12;

  /** A line whose letters are drawn one by one, as browsers do. @param spacing points after a letter */
  function letterByLetter(text: string, spacing: (index: number) => number): string {
    let x = 80;
    const drawn = [...text].map((letter, index) => {
      const operation = `1 0 0 1 ${x} 500 Tm (${letter}) Tj`;
      x += (widths[letter]! * SIZE) / 1000 + spacing(index);
      return operation;
    });
    return `BT /F1 ${SIZE} Tf ${drawn.join(' ')} ET`;
  }

  /** Distances between the starts of the letters of two words. */
  async function stepsOf(content: string, value: string): Promise<[fixed: number[], filled: number[]]> {
    const glyphs = glyphsOf(await filled(handmade({ content }), { NN: value }));
    const line = glyphs.filter(({ baseline }) => Math.abs(baseline - glyphs[0]!.baseline) < 1);
    const steps = (letters: readonly DrawnGlyph[]) =>
      letters.slice(1).map(({ along }, index) => along - letters[index]!.along);
    return [steps(line.slice(0, value.length)), steps(line.slice(value.length, 2 * value.length))];
  }

  const expectAlike = ([fixed, filled]: [number[], number[]]) => {
    expect(fixed).toHaveLength(3);
    filled.forEach((step, index) => expect(step).toBeCloseTo(fixed[index]!, 1));
  };

  test.each([
    ['wide', 'NENE', 1.5],
    ['as wide as a space', 'NENE', 5],
    ['narrow', 'NENE', -0.4],
    ['wide, in a fallback font,', 'N\u0100N\u0100', 1.5],
  ])('a value is spaced as its marker is: %s', async (_, value, spacing) => {
    const word = value.replaceAll('\u0100', 'A');
    expectAlike(
      await stepsOf(
        letterByLetter(`${word} {{NN}}`, () => spacing),
        value,
      ),
    );
  });

  test.each([
    ['its operator', `BT /F1 ${SIZE} Tf 1.5 Tc 80 500 Td (NENE {{NN}}) Tj ET`],
    [
      'its operator and the places of its letters',
      `BT /F1 ${SIZE} Tf 1 Tc 80 500 Td [(N) -40 (E) -40 (N) -40 (E) -40 ( ) -40 ({) -40 ({) -40 (N) -40 (N) -40 (}) -40 (})] TJ ET`,
    ],
  ])('a value is spaced by %s', async (_, content) => {
    expectAlike(await stepsOf(content, 'NENE'));
  });

  test('kerning is no letter spacing', async () => {
    const kerned = letterByLetter('NENE {{NN}}', (index) => (index < 4 ? 0 : [0.8, -0.5, 0.3, -0.2][index % 4]!));
    expectAlike(await stepsOf(kerned, 'NENE'));
  });
});
