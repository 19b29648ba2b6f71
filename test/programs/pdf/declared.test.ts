import { describe, expect, test } from '@jest/globals';
import { inspectLetter, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { REQUEST } from './fixture-letters.ts';
import { type Handmade, handmade } from './handmade.ts';
import { type Word, wordsOf } from './tools.ts';

const MM = 72 / 25.4;

const show = (x: number, y: number, text: string) => `BT /F1 11 Tf ${x} ${y} Td (${text}) Tj ET `;

/** Widths of Courier are known: 0.6 em. */
const courier = (handmadePage: Handmade) => handmade({ font: 'Courier', ...handmadePage });
const widthOf = (text: string) => 6.6 * text.length;

async function printed(content: string, variables: Record<string, string>, page: Handmade = {}) {
  const result = await prepareLetter(courier({ content, ...page }), { ...REQUEST, variables });
  if (!result.ok) throw new Error(JSON.stringify(result.details));
  const warnings = result.warnings.filter(({ code }) => code.startsWith('value_'));
  return { words: wordsOf(result.file, 1), warnings };
}

/** The edges of a word, in points. */
async function edgesOf(content: string, variables: Record<string, string>, word: string) {
  const { words } = await printed(content, variables);
  const found = words.filter(({ text }) => text === word);
  expect(found).toHaveLength(1);
  return { left: found[0]!.left * MM, right: found[0]!.right * MM };
}

const SHORT = '7,00';
const LONG = '1.234.567.890,00';

describe('a declared alignment', () => {
  test.each([SHORT, LONG])('keeps the right edge of a marker that nothing else aligns: %s', async (total) => {
    const marker = '{{total:r}}';
    const { right } = await edgesOf(show(300, 400, marker), { total }, total);
    expect(Math.abs(right - 300 - widthOf(marker))).toBeLessThan(0.5);
  });

  test.each([SHORT, LONG])('keeps the middle: %s', async (total) => {
    const marker = '{{total:c}}';
    const { left, right } = await edgesOf(show(300, 400, marker), { total }, total);
    expect(Math.abs((left + right) / 2 - 300 - widthOf(marker) / 2)).toBeLessThan(0.5);
  });

  test.each(['{{total:l}}', '{{total:L}}'])(
    'keeps the start of %s under lines that end where it does',
    async (marker) => {
      const end = 400 + widthOf(marker);
      const lines = ['Pagar', 'Valores', 'Tudo pago'].map((text, at) => show(end - widthOf(text), 440 - 14 * at, text));
      const { left } = await edgesOf(lines.join('') + show(400, 398, marker), { total: SHORT }, SHORT);
      expect(Math.abs(left - 400)).toBeLessThan(0.5);
      const plain = await edgesOf(
        lines.join('') + show(end - widthOf('{{total}}'), 398, '{{total}}'),
        { total: SHORT },
        SHORT,
      );
      expect(Math.abs(plain.right - end)).toBeLessThan(0.5);
    },
  );

  test('moves the words of its line with it', async () => {
    const line = 'R$ {{total:r}} reais';
    const { words } = await printed(show(200, 400, line), { total: SHORT });
    const [first, last] = [words.find(({ text }) => text === 'R$')!, words.find(({ text }) => text === 'reais')!];
    expect(Math.abs(last.right * MM - 200 - widthOf(line))).toBeLessThan(0.5);
    expect((last.right - first.left) * MM).toBeCloseTo(widthOf(`R$ ${SHORT} reais`), 0);
  });

  test('of two kinds in one line holds for each', async () => {
    const line = 'Nome: {{nome:l}} Total: {{total:r}}';
    const { words } = await printed(show(80, 400, line), { nome: 'Ana', total: SHORT });
    const at = (word: string) => words.find(({ text }) => text === word)!;
    expect(at('Ana').left * MM).toBeCloseTo(80 + widthOf('Nome: '), 0);
    expect(at(SHORT).right * MM).toBeCloseTo(80 + widthOf(line), 0);
    expect((at(SHORT).left - at('Total:').right) * MM).toBeCloseTo(6.6, 0);
  });

  test('keeps its edge however long the value is, with a warning', async () => {
    const marker = '{{total:r}}';
    const long = 'x'.repeat(60);
    const { words, warnings } = await printed(show(100, 440, 'Pagar') + show(300, 400, marker), { total: long });
    expect(Math.abs(words.find(({ text }) => text === long)!.right * MM - 300 - widthOf(marker))).toBeLessThan(0.5);
    expect(warnings).toMatchObject([{ code: 'value_too_wide', page: 1, name: 'total' }]);
  });

  test('holds for text that runs up', async () => {
    const content = 'BT /F1 11 Tf 0 1 -1 0 300 300 Tm ({{total:r}}) Tj ET';
    const { words } = await printed(content, { total: SHORT });
    const top = 841.89 - words.find(({ text }) => text === SHORT)!.top * MM;
    expect(Math.abs(top - 300 - widthOf('{{total:r}}'))).toBeLessThan(0.5);
  });
});

describe('a declared width', () => {
  const marker = widthOf('{{nota:r30}}');
  const place = { l: 200, c: 200 + marker / 2, r: 200 + marker };
  const anchorsIn = ({ left, right }: Word) => ({ l: left * MM, c: ((left + right) / 2) * MM, r: right * MM });

  test.each(['l', 'c', 'r'] as const)(
    'is the room of a value aligned by %s, and the text beside it stays',
    async (letter) => {
      const line = `De {{nota:${letter}30}} fim`;
      const content = show(200 - widthOf('De '), 400, line);
      for (const nota of ['Ana', 'x'.repeat(15)]) {
        const { words, warnings } = await printed(content, { nota });
        const at = (word: string) => words.find(({ text }) => text === word)!;
        expect(at('De').left * MM).toBeCloseTo(200 - widthOf('De '), 0);
        expect(words.at(-1)!.right * MM).toBeCloseTo(200 - widthOf('De ') + widthOf(line), 0);
        expect(anchorsIn(at(nota))[letter]).toBeCloseTo(place[letter], 0);
        expect(warnings).toEqual([]);
      }
    },
  );

  test.each([
    ['l', 9.6],
    ['c', 4.8],
    ['r', 9.6],
  ] as const)(
    'that is too narrow even for a condensed value keeps its place by %s, and is told',
    async (letter, over) => {
      const nota = 'x'.repeat(20);
      const { words, warnings } = await printed(show(200, 400, `{{nota:${letter}30}}`), { nota });
      expect(words[0]!.right * MM - words[0]!.left * MM).toBeCloseTo(0.85 * widthOf(nota), 0);
      expect(anchorsIn(words[0]!)[letter]).toBeCloseTo(place[letter], 0);
      expect(warnings).toEqual([{ code: 'value_too_wide', page: 1, name: 'nota', over_mm: over }]);
    },
  );

  test('leaves an empty value blank', async () => {
    const { words, warnings } = await printed(show(200, 400, 'De {{nota:r30}} fim'), { nota: '' });
    expect(words.map(({ text }) => text)).toEqual(['De', 'fim']);
    expect(warnings).toEqual([]);
  });
});

describe('the names of markers with declarations', () => {
  const details = async (text: string, variables: Record<string, string>) => {
    const result = await inspectLetter(courier({ content: show(100, 400, text) }), { ...REQUEST, variables });
    return result.ok ? [] : result.details.map(({ param, code }) => [param, code]);
  };
  test('are what stands before the colon', async () => {
    expect(await details('{{total:r}} {{total}} {{nota:c20}}', { total: '1', nota: '2' })).toEqual([]);
    expect(await details('{{total:r}}', {})).toEqual([['document.variables.total', 'variable_missing']]);
    expect(await details('{{TOTAL:R}}', { total: '1' })).toEqual([
      ['document.variables.TOTAL', 'variable_missing'],
      ['document.variables.total', 'variable_not_found'],
    ]);
  });

  test.each(['{{a:b}}', '{{a:r0}}', '{{a:r1000}}', '{{a:}}', '{{a:right}}', '{{:r}}', '{{a:r:l}}', '{{a:r 3}}'])(
    'are none in %s',
    async (text) => {
      expect(await details(text, {})).toEqual([]);
    },
  );

  test('are told without variables, and with blanks', async () => {
    for (const [text, variables] of [
      ['{{total:r30}}', null],
      ['{{ total:r30 }}', {}],
      ['{{total: r}}', {}],
    ] as const) {
      const result = await inspectLetter(courier({ content: show(100, 400, text) }), { ...REQUEST, variables });
      expect(result.ok && result.warnings.filter(({ code }) => code === 'marker_unfilled')).toEqual([
        { code: 'marker_unfilled', page: 1, name: 'total' },
      ]);
    }
  });
});
