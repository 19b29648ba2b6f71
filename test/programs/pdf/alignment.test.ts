import { describe, expect, test } from '@jest/globals';
import { filled, fixture, markersIn } from './fixture-letters.ts';
import { handmade } from './handmade.ts';
import { rasterOf, wordsOf } from './tools.ts';

const DPI = 300;
const toPoints = (pixels: number) => (pixels * 72) / DPI;

/** Left and right end of the ink between two heights of the page, in points; the table's rules lie elsewhere. */
function inkBetween(file: Uint8Array, bottom: number, top: number, from = 0, to = 595): [left: number, right: number] {
  const { width, pixels } = rasterOf(file, 1, DPI);
  const row = (y: number) => Math.round(((841.89 - y) * DPI) / 72);
  let [left, right] = [Infinity, -Infinity];
  for (let y = row(top); y < row(bottom); y++)
    for (let x = Math.round((from * DPI) / 72); x < Math.round((to * DPI) / 72); x++)
      if (pixels[y * width + x]! < 128) [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
  return [toPoints(left), toPoints(right)];
}

/** Helvetica's widths at 11 points. */
const widthOf = (text: string) =>
  [...text].reduce((width, character) => {
    const thousandths: Record<string, number> = {
      '{': 334,
      '}': 334,
      ',': 278,
      '.': 278,
      ' ': 278,
      a: 556,
      v: 500,
      l: 222,
      o: 556,
      r: 333,
      T: 611,
      t: 278,
      c: 500,
      R: 722,
      $: 556,
    };
    return width + (11 * (thousandths[character] ?? 556)) / 1000;
  }, 0);

const show = (text: string, x: number, y: number) => `BT /F1 11 Tf ${x} ${y} Td (${text}) Tj ET`;
const right = (text: string, x: number, y: number) => show(text, x - widthOf(text), y);
const middle = (text: string, x: number, y: number) => show(text, x - widthOf(text) / 2, y);
const cell = (x: number, y: number, width: number) => `${x} ${y - 5} ${width} 18 re S`;

const VALUES = ['1,50', '1.234.567,89', '9'];

async function edgesOf(content: string, valor: string, from = 0, to = 595) {
  return inkBetween(await filled(handmade({ content }), { valor }), 497, 509, from, to);
}

describe('a value keeps the alignment of its cell', () => {
  test.each(VALUES)('at the right: %s', async (valor) => {
    const [, edge] = await edgesOf(`${cell(400, 500, 120)} ${right('{{valor}}', 515, 500)}`, valor, 402, 518);
    expect(Math.abs(edge - 515)).toBeLessThan(1);
  });

  test.each(VALUES)('at the right, on the very border: %s', async (valor) => {
    const [, edge] = await edgesOf(`${cell(400, 500, 114.9)} ${right('{{valor}}', 515, 500)}`, valor, 402, 514);
    expect(edge).toBeGreaterThan(512);
    const [, beyond] = await edgesOf(`${cell(400, 500, 114.9)} ${right('{{valor}}', 515, 500)}`, valor, 517, 595);
    expect(beyond).toBe(-Infinity);
  });

  test.each(VALUES)('in the middle: %s', async (valor) => {
    const [from, to] = await edgesOf(`${cell(400, 500, 120)} ${middle('{{valor}}', 460, 500)}`, valor, 402, 518);
    expect(Math.abs((from + to) / 2 - 460)).toBeLessThan(1);
  });

  test.each(VALUES)('at the left: %s', async (valor) => {
    const [edge] = await edgesOf(`${cell(400, 500, 120)} ${show('{{valor}}', 405, 500)}`, valor, 402, 518);
    expect(Math.abs(edge - 405)).toBeLessThan(1.5);
  });

  test.each(VALUES)('with the text before it: %s', async (valor) => {
    const content = `${cell(400, 500, 120)} ${right('R$ {{valor}}', 515, 500)}`;
    const [from, to] = await edgesOf(content, valor, 402, 518);
    expect(Math.abs(to - 515)).toBeLessThan(1);
    expect(to - from).toBeGreaterThan(widthOf('R$ ') + 4);
  });

  // A marker is longer than most values, so it may fill a narrow cell.
  test.each(VALUES)('in the middle of a cell that its marker fills, under a heading: %s', async (valor) => {
    const width = widthOf('{{valor}}') + 20;
    const cells = [400, 400 + width].flatMap((x) => [cell(x, 500, width), cell(x, 518, width)]);
    const heading = [middle('Total', 400 + width / 2, 518), middle('total', 400 + 1.5 * width, 518)];
    const row = [middle('{{valor}}', 400 + width / 2, 500), right('12,00', 395 + 2 * width, 500)];
    const [from, to] = await edgesOf([...cells, ...heading, ...row].join(' '), valor, 402, 398 + width);
    expect(Math.abs((from + to) / 2 - 400 - width / 2)).toBeLessThan(1);
  });

  test('drawn as the clip of a cell', async () => {
    const content = `q 400 490 m 520 490 l 520 515 l 400 515 l h W n ${right('{{valor}}', 515, 500)} Q`;
    const [, edge] = await edgesOf(content, VALUES[1]!);
    expect(Math.abs(edge - 515)).toBeLessThan(1);
  });

  test('too long for it, condensed, then past its right edge', async () => {
    const content = `${cell(460, 500, 60)} ${right('{{valor}}', 515, 500)}`;
    const [from] = await edgesOf(content, '11.234.567.890,12', 455, 595);
    expect(from).toBeGreaterThan(459);
  });
});

/**
 * The three tests of text that stays in its position.
 * @param placed lines with a marker, all positioned alike at `x`
 * @param edgesAround finds where the value begins and ends
 */
function keepsEachEdge(
  placed: (place: typeof right, x: number) => string,
  edgesAround: (content: string, valor: string) => Promise<readonly [number, number]>,
): void {
  test.each(VALUES)('at the right: %s', async (valor) => {
    const [, edge] = await edgesAround(placed(right, 515), valor);
    expect(Math.abs(edge - 515)).toBeLessThan(1);
  });

  test.each(VALUES)('in the middle: %s', async (valor) => {
    const [from, to] = await edgesAround(placed(middle, 300), valor);
    expect(Math.abs((from + to) / 2 - 300)).toBeLessThan(1);
  });

  test.each(VALUES)('at the left: %s', async (valor) => {
    const [edge] = await edgesAround(placed(show, 300), valor);
    expect(Math.abs(edge - 300)).toBeLessThan(1.5);
  });
}

describe('a value keeps the alignment of the lines around it', () => {
  const column = (place: typeof right, x: number) =>
    [place('Total', x, 540), place('1.234,56', x, 520), place('{{valor}}', x, 500), place('12,00', x, 480)].join(' ');

  keepsEachEdge(column, edgesOf);

  // A decimal tab puts text without a decimal before its position.
  test.each([
    ['1.234.567,89', ',89'],
    ['5,8', ',8'],
  ])('by the decimal separator: %s', async (valor, decimals) => {
    const at = (text: string, y: number) => show(text, 400 - widthOf(text.split(',')[0]!), y);
    const content = [
      at('1.234,5', 540),
      at('12,000', 520),
      at('7,25', 510 + 12),
      show('{{valor}}', 400 - widthOf('{{valor}}'), 500),
    ].join(' ');
    const [, edge] = await edgesOf(content, valor);
    expect(Math.abs(edge - 400 - widthOf(decimals))).toBeLessThan(1.2);
  });

  test.each(VALUES)('in the middle, though one other line begins where it begins: %s', async (valor) => {
    const start = 300 - widthOf('{{valor}}') / 2;
    const content = `${column(middle, 300)} ${show('Total total', start, 560)}`;
    const [from, to] = await edgesOf(content, valor);
    expect(Math.abs((from + to) / 2 - 300)).toBeLessThan(1);
  });

  test('a date at the right of paragraphs that are justified', async () => {
    const lines = [540, 526, 474, 460].map((y) => `${show('a'.repeat(70), 57, y)}`);
    const edge = 57 + widthOf('a'.repeat(70));
    const [, end] = await edgesOf([...lines, right('Total, {{valor}}', edge, 500)].join(' '), VALUES[1]!);
    expect(Math.abs(end - edge)).toBeLessThan(1);
  });

  test('an indented line of a paragraph that is justified begins where it began', async () => {
    const lines = [528, 514, 486, 472].map((y) => `${show('a'.repeat(70), 57, y)}`);
    const edge = 57 + widthOf('a'.repeat(70));
    const text = `{{valor}} ${'a'.repeat(58)}`;
    const [from] = await edgesOf([...lines, right(text, edge, 500)].join(' '), '1,50');
    expect(Math.abs(from - (edge - widthOf(text)))).toBeLessThan(1.5);
  });

  test.each(['', 'q 57 57 428 728 re W n'])(
    'a long heading in the middle of such paragraphs, clipped: "%s"',
    async (clip) => {
      const lines = [470, 456, 442].map((y) => show('a'.repeat(70), 57, y));
      const center = 57 + widthOf('a'.repeat(70)) / 2;
      const heading = middle(`${'a'.repeat(45)} {{valor}}`, center, 500);
      const [from, to] = await edgesOf([clip, ...lines, heading, clip && 'Q'].join(' '), VALUES[1]!);
      expect(Math.abs((from + to) / 2 - center)).toBeLessThan(1);
    },
  );

  test('a line of a justified column that ends where the clip of the page does', async () => {
    const edge = 290 + widthOf('a'.repeat(40));
    const lines = [528, 514, 486, 472].map((y) => show('a'.repeat(40), 290, y));
    const text = right(`{{valor}} ${'a'.repeat(32)}rr`, edge, 500);
    const clip = `57 57 ${edge - 57} 728 re W n`;
    const [from] = await edgesOf(`q ${clip} ${[...lines, text].join(' ')} Q`, '9');
    expect(Math.abs(from - 290)).toBeLessThan(1.5);
  });
});

describe('a value keeps the alignment of the one other row of a table without borders', () => {
  const row = (place: typeof right, x: number, text: string, y: number) =>
    `${show('Total', 57, y)} ${place(text, x, y)}`;
  const rows = (place: typeof right, x: number) =>
    [row(place, x, 'Total total', 520), row(place, x, '{{valor}}', 500)].join(' ');
  /** Without the first column. */
  const edges = (content: string, valor: string) => edgesOf(content, valor, 150);

  keepsEachEdge(rows, edges);

  test('but a line that begins where it begins tells more', async () => {
    const start = 515 - widthOf('{{valor}}');
    const content = `${rows(right, 515)} ${show('Total', 57, 480)} ${show('12,0012,00', start, 480)}`;
    const [edge] = await edges(content, VALUES[1]!);
    expect(Math.abs(edge - start)).toBeLessThan(1.5);
  });

  test('but two lines tell more', async () => {
    const center = 515 - widthOf('{{valor}}') / 2;
    const others = [480, 460].map((y) => row(middle, center, '12,0012,00', y));
    const [from, to] = await edges([rows(right, 515), ...others].join(' '), '9');
    expect(Math.abs((from + to) / 2 - center)).toBeLessThan(1);
  });

  test('but one line is not enough where it has no other column that is aligned', async () => {
    const content = [right('Total total', 515, 520), show('Total', 57, 500), right('{{valor}}', 515, 500)].join(' ');
    const [edge] = await edges(content, VALUES[1]!);
    expect(Math.abs(edge - 515 + widthOf('{{valor}}'))).toBeLessThan(1.5);
  });
});

describe('columns without borders that stand close to one another', () => {
  /** Gaps of 2 to 5 ems, which alone do not separate columns. */
  const row = (y: number, cells: readonly string[]) =>
    [show(cells[0]!, 57, y), middle(cells[1]!, 150, y), right(cells[2]!, 250, y)].join(' ');
  const rows = [
    ['Total', 'total', 'lote'],
    ['Total', '{{parcela}}', '{{valor}}'],
    ['total', '1', '12,00'],
  ];
  const content = rows.map((cells, index) => row(520 - 20 * index, cells)).join(' ');
  const edges = async (values: Record<string, string>, from: number, to: number) =>
    inkBetween(await filled(handmade({ content }), values), 497, 509, from, to);

  test.each(VALUES)('keep a middle and a right edge: %s', async (valor) => {
    const values = { parcela: '2', valor };
    const [, edge] = await edges(values, 180, 595);
    expect(Math.abs(edge - 250)).toBeLessThan(1);
    const [from, to] = await edges(values, 100, 180);
    expect(Math.abs((from + to) / 2 - 150)).toBeLessThan(1);
  });

  test('a value without room moves the text that follows, and covers nothing', async () => {
    const parcela = '123456789012345678901234567890';
    const words = wordsOf(await filled(handmade({ content }), { parcela, valor: '12,00' }), 1);
    const long = words.find(({ text }) => text === parcela)!;
    const valor = words.filter(({ text }) => text === '12,00').sort((one, other) => other.left - one.left)[0]!;
    expect(valor.left).toBeGreaterThanOrEqual(long.right);
  });

  test('a value in the middle that fits there does not move the text that follows', async () => {
    const values = { parcela: '12345678901234567890', valor: '12,00' };
    const [, edge] = await edges(values, 215, 595);
    expect(Math.abs(edge - 250)).toBeLessThan(1);
    const [from, to] = await edges(values, 88, 211);
    expect(Math.abs((from + to) / 2 - 150)).toBeLessThan(1);
  });

  test('a value ends before the one beside it that became longer', async () => {
    const wide = rows.map((cells, index) => {
      const y = 520 - 20 * index;
      return [show(cells[0]!, 57, y), middle(cells[1]!, 250, y), right(cells[2]!, 500, y)].join(' ');
    });
    const content = [...wide, show('{{nome}}', 57, 460), middle('{{parcela}}', 250, 460), right('{{valor}}', 500, 460)];
    const values = { nome: 'l'.repeat(65), parcela: '123456789012345', valor: '12,00' };
    const words = wordsOf(await filled(handmade({ content: content.join(' ') }), values), 1);
    const [name, next] = [values.nome, values.parcela].map((text) => words.findLast((word) => word.text === text)!);
    expect(next!.left).toBeGreaterThan(name!.right);
  });

  test('two rows are too few to show columns', async () => {
    const two = [row(520, rows[0]!), row(500, rows[1]!)].join(' ');
    const file = await filled(handmade({ content: two }), { parcela: '2', valor: '12,00' });
    const [, edge] = inkBetween(file, 497, 509, 100, 595);
    expect(edge).toBeLessThan(235);
  });
});

test('a justified line that becomes too long moves the column beside it, and covers nothing', async () => {
  const text = 'a'.repeat(40);
  const beside = 57 + widthOf(text) + 16;
  const lines = [540, 526, 498, 484].map((y) => `${show(text, 57, y)} ${show(text, beside, y)}`);
  const own = `${'a'.repeat(33)}{{valor}}`;
  const content = [...lines, right(own, 57 + widthOf(text), 512), show('Total', beside, 512)].join(' ');
  const words = wordsOf(await filled(handmade({ content }), { valor: '1.234.567.890.123,45' }), 1);
  const [value, next] = [/45$/, /^Total$/].map((pattern) => words.find((word) => pattern.test(word.text))!);
  expect(next!.left).toBeGreaterThan(value!.right);
});

describe('columns without borders that stand less than an em apart', () => {
  const drawn = (rows: readonly ((y: number) => string)[]) => rows.map((row, index) => row(580 - 20 * index)).join(' ');

  // The currency stands at the left of each cell, the amount at its right.
  test.each(VALUES)('keep the currency beside an amount in its place: %s', async (valor) => {
    const cells = (one: string, balance: string) => (y: number) =>
      [show('R$', 100, y), right(one, 250, y), show('R$', 258, y), right(balance, 400, y)].join(' ');
    const amount = (y: number) => [show('R$', 100, y), right('{{valor}}', 250, y)].join(' ');
    const others = [amount, amount, cells('1,23', '4,56'), cells('12,00', '7,89')];
    const content = drawn([...others, cells('{{valor}}', '0,12')]);
    const file = await filled(handmade({ content }), { valor });
    const [currency] = inkBetween(file, 497, 509, 255, 300);
    expect(Math.abs(currency - 258)).toBeLessThan(1.5);
    const [, edge] = inkBetween(file, 497, 509, 120, 255);
    expect(Math.abs(edge - 250)).toBeLessThan(1);
  });

  test.each(['1,50', '1.234,56', '9'])('keep the right edge of an amount after the widest cell: %s', async (valor) => {
    const cells = (one: string, amount: string) => (y: number) =>
      [show(one, 100, y), right(amount, 190, y), show('R$', 198, y)].join(' ');
    const content = drawn([cells('t', '1,23'), cells('to', '12,00'), cells('t', '3,45'), cells('o', '{{valor}}')]);
    const wide = `${content} ${cells('{{nome}}', '{{valor}}')(500)}`;
    const [, edge] = inkBetween(await filled(handmade({ content: wide }), { nome: 'to', valor }), 497, 509, 120, 194);
    expect(Math.abs(edge - 190)).toBeLessThan(1);
  });

  test.each(['1', 'Total to'])('keep the text after the widest cell in its place: %s', async (valor) => {
    const start = 100 + widthOf('{{valor}}') + 6;
    const cells = (one: string, other: string) => (y: number) => `${show(one, 100, y)} ${show(other, start, y)}`;
    const content = drawn([
      cells('to', 'Total'),
      cells('tal', 'total'),
      cells('al', 'tal'),
      cells('1', 'total'),
      cells('{{valor}}', 'total'),
    ]);
    const file = await filled(handmade({ content }), { valor });
    const [edge] = inkBetween(file, 497, 509, start - 3);
    expect(Math.abs(edge - start)).toBeLessThan(1);
  });
});

// The typeable line of a boleto ends where the frame under it does.
describe('columns without borders that stand as close as words', () => {
  /** Two cells: one ends at 300, the next one begins 3 points after it; programs draw no space between them. */
  const row = (y: number, [one, other]: readonly [string, string]) => `${right(one, 300, y)} ${show(other, 303, y)}`;
  const isAt = (mm: number, points: number) => Math.abs((mm * 72) / 25.4 - points) < 1;
  const rows = (cells: readonly (readonly [string, string])[]) =>
    cells.map((each, index) => row(540 - 20 * index, each)).join(' ');
  const content = rows([
    ['Total', 'total'],
    ['12,00', 'lote'],
    ['{{valor}}', '{{parcela}}'],
  ]);

  test.each(VALUES)('keep the end of one and the start of the next: %s', async (valor) => {
    const words = wordsOf(await filled(handmade({ content }), { valor, parcela: '23' }), 1);
    const [value, next] = [valor, '23'].map((text) => words.find((word) => word.text === text)!);
    expect([isAt(value!.right, 300), isAt(next!.left, 303)]).toEqual([true, true]);
  });

  test('and text in the next column stays where it is', async () => {
    const rowsOfText = rows([
      ['Total', 'total'],
      ['12,00', 'lote'],
      ['Total total', '{{valor}}'],
      ['total', '{{valor}}'],
    ]);
    const words = wordsOf(await filled(handmade({ content: rowsOfText }), { valor: '9' }), 1);
    const before = words.filter(({ text, right: end }) => text === 'total' && isAt(end, 300));
    expect(before).toHaveLength(2);
    expect(words.filter(({ text, left }) => text === '9' && isAt(left, 303))).toHaveLength(2);
  });

  test('but words with a space between them are one text, which keeps its end', async () => {
    const lines = ['Total {{valor}}', 'Total total {{valor}}', 'Lote {{valor}}'];
    const text = lines.map((line, index) => right(line, 300, 540 - 20 * index)).join(' ');
    const words = wordsOf(await filled(handmade({ content: text }), { valor: '9' }), 1);
    expect(words.filter((word) => word.text === '9').map((word) => isAt(word.right, 300))).toEqual([true, true, true]);
  });
});

describe('rows whose gaps have several widths', () => {
  test.each(['1,50', '1.234,56', '9'])('begin a column where they begin: %s', async (valor) => {
    const start = 150 + widthOf('12,00 total') / 2 + 8;
    const rows = ['12,00 total', 'Total total', '{{valor}}', '12,00 lote', '{{valor}}'].map(
      (cells, index) => `${middle(cells, 150, 580 - 20 * index)} ${show('Total', start, 580 - 20 * index)}`,
    );
    const file = await filled(handmade({ content: rows.join(' ') }), { valor });
    const [edge] = inkBetween(file, 497, 509, start - 3);
    expect(Math.abs(edge - start)).toBeLessThan(1.5);
    const [from, to] = inkBetween(file, 497, 509, 57, start - 3);
    expect(Math.abs((from + to) / 2 - 150)).toBeLessThan(1);
  });

  test.each(VALUES)('end a column where they end: %s', async (valor) => {
    const texts = ['total', 'Total', 'lote', 'Total t', 'Total to'];
    const rows = ['Total', '12,00 to', '{{parcela}}', '1', '{{valor}}'].map((cell, index) =>
      [right(cell, 200, 580 - 20 * index), middle(texts[index]!, 227, 580 - 20 * index)].join(' '),
    );
    const file = await filled(handmade({ content: rows.join(' ') }), { valor, parcela: '2' });
    const [, edge] = inkBetween(file, 497, 509, 57, 206);
    expect(Math.abs(edge - 200)).toBeLessThan(1);
  });
});

describe('lines that begin by chance where a value does', () => {
  const start = 300 - widthOf('{{valor}}') / 2;
  const elsewhere = (...heights: number[]) =>
    heights.map((y) => `${show('total', 57, y)} ${show('12,00 total', start, y)}`).join(' ');
  const center = async (content: string, valor: string) => {
    const [from, to] = await edgesOf(content, valor, 150);
    return (from + to) / 2;
  };

  test.each(VALUES)('are fewer than those with its middle: %s', async (valor) => {
    const column = [560, 540, 520].map((y, index) => middle(['Total', 'lote', '12,00 to'][index]!, 300, y));
    const content = [...column, middle('{{valor}}', 300, 500), elsewhere(420)].join(' ');
    expect(Math.abs((await center(content, valor)) - 300)).toBeLessThan(1);
  });

  test.each(VALUES)('are fewer than those with its end: %s', async (valor) => {
    const end = 300 + widthOf('{{valor}}') / 2;
    const column = [560, 540, 520].map((y, index) => right(['Total', 'lote', '12,00 to'][index]!, end, y));
    const [, edge] = await edgesOf([...column, right('{{valor}}', end, 500), elsewhere(420)].join(' '), valor, 150);
    expect(Math.abs(edge - end)).toBeLessThan(1);
  });

  test.each(VALUES)('are far, and the line to sign on is near: %s', async (valor) => {
    const content = `220 515 m 380 515 l S ${middle('{{valor}}', 300, 500)} ${elsewhere(420, 400)}`;
    expect(Math.abs((await center(content, valor)) - 300)).toBeLessThan(1);
  });

  test.each(VALUES)('are not in its cell: %s', async (valor) => {
    const end = 300 + widthOf('{{valor}}') / 2;
    const box = `180 490 ${end + 4 - 180} 50 re S ${right('Total', end, 520)} ${right('{{valor}}', end, 500)}`;
    const [, edge] = await edgesOf(`${box} ${elsewhere(420, 400, 380)}`, valor, 182, end + 3);
    expect(Math.abs(edge - end)).toBeLessThan(1);
  });

  test.each(VALUES)('are one, and its heading is in the middle of the sheet: %s', async (valor) => {
    const sheet = 595.28 / 2;
    const content = `${middle('{{valor}}', sheet, 500)} ${show('12,00 total', sheet - widthOf('{{valor}}') / 2, 420)}`;
    expect(Math.abs((await center(content, valor)) - sheet)).toBeLessThan(1);
  });
});

test.each(VALUES)('a column in the middle of a frame keeps its right edge: %s', async (valor) => {
  const end = 297 + widthOf('{{valor}}') / 2;
  const row = (y: number, text: string) =>
    [show('Total', 80, y), right(text, end, y), right('12,00', 510, y)].join(' ');
  const rows = ['Total', '12,00', '{{valor}}', '1'].map((text, index) => row(540 - 20 * index, text));
  const [, edge] = await edgesOf([...rows, '72 470 450 90 re S'].join(' '), valor, 150, 400);
  expect(Math.abs(edge - end)).toBeLessThan(1);
});

test.each(VALUES)('a value over the end of a frame keeps its right edge: %s', async (valor) => {
  const content = [show('Total', 57, 500), right('{{valor}}', 515, 500), cell(57, 470, 458), cell(57, 452, 300)];
  const [, edge] = await edgesOf(content.join(' '), valor);
  expect(Math.abs(edge - 515)).toBeLessThan(1);
});

// The date of a letter whose table is the only thing that shows its margins.
test.each(VALUES)('a value far above the end of a table keeps its right edge: %s', async (valor) => {
  const content = [right('Total {{valor}}', 515, 500), cell(57, 200, 458), show('Total', 60, 200)];
  const [, edge] = await edgesOf(content.join(' '), valor);
  expect(Math.abs(edge - 515)).toBeLessThan(1);
});

// The name at the right of a page's head.
test.each(VALUES)('a value over the end of a rule keeps its right edge: %s', async (valor) => {
  const content = [show('Total', 57, 500), right('{{valor}}', 515, 500), '57 490 m 515 490 l S'];
  const [, edge] = await edgesOf(content.join(' '), valor);
  expect(Math.abs(edge - 515)).toBeLessThan(1);
});

test.each(VALUES)('a value at the right margin, far from other text, keeps its right edge: %s', async (valor) => {
  const content = [show('Total', 57, 780), right('Total total', 515, 780), right('Total {{valor}}', 515, 500)];
  const [, edge] = await edgesOf(content.join(' '), valor);
  expect(Math.abs(edge - 515)).toBeLessThan(1);
});

// A cell without borders, with the padding that HTML gives it, and a period that hangs over the margin in Typst.
test.each([513, 517].flatMap((end) => VALUES.map((valor) => [end, valor] as const)))(
  'a value close to the right margin keeps its right edge, %d: %s',
  async (end, valor) => {
    const lines = [440, 426].map((y) => `${show('Total', 57, y)} ${right('total', 515, y)}`);
    const [, edge] = await edgesOf([...lines, right('Total {{valor}}', end, 500)].join(' '), valor);
    expect(Math.abs(edge - end)).toBeLessThan(1);
  },
);

test('a line ends before the column beside it whose lines are a little higher', async () => {
  const column = [517, 503, 489].map((y) => show('a'.repeat(30), 290, y));
  const content = [show(`{{valor}} ${'l'.repeat(70)}`, 57, 500), ...column].join(' ');
  const words = wordsOf(await filled(handmade({ content }), { valor: VALUES[1]! }), 1);
  const last = words.find(({ text }) => text.startsWith('lll'))!;
  expect(last.right).toBeLessThan((290 * 25.4) / 72);
});

test('where nothing tells, a value begins where its marker began', async () => {
  for (const valor of VALUES) {
    const [from] = await edgesOf(show('{{valor}}', 300, 500), valor);
    expect(Math.abs(from - 300)).toBeLessThan(1.5);
  }
});

describe('a value keeps the middle of its line', () => {
  const expectInTheMiddle = async (content: string, valor: string, center: number) => {
    const [from, to] = await edgesOf(content, valor);
    expect(Math.abs((from + to) / 2 - center)).toBeLessThan(1);
  };
  const SHEET = 595.28 / 2;
  const paragraph = [show('Total total total', 57, 440), show('total', 57, 426)].join(' ');

  test.each(VALUES)('in a heading in the middle of the sheet: %s', (valor) =>
    expectInTheMiddle(`${middle('Total {{valor}}', SHEET, 500)} ${paragraph}`, valor, SHEET),
  );

  test.each([297, 298])('in a heading in the middle of a sheet in whole points, %i', async (center) => {
    for (const valor of VALUES)
      await expectInTheMiddle(`${middle('Total {{valor}}', center, 500)} ${paragraph}`, valor, center);
  });

  // Margins of 25 and 20 mm, as in many letters.
  const body = [440, 426].map((y) => `${show('Total total', 71, y)} ${right('total', 539, y)}`).join(' ');

  test.each(VALUES)('in a heading in the middle of the body of the letter: %s', (valor) =>
    expectInTheMiddle(`${middle('Total {{valor}}', 305, 500)} ${body}`, valor, 305),
  );

  test.each(VALUES)('in a heading in the middle over a table far below: %s', (valor) =>
    expectInTheMiddle(`${middle('Total {{valor}}', 305, 500)} ${cell(71, 200, 468)} ${paragraph}`, valor, 305),
  );

  test('but not where the longest of ragged lines ends', async () => {
    const ragged = `${show('Total', 71, 440)} ${right('total', 539, 440)} ${right('total', 520, 426)}`;
    const [from] = await edgesOf(`${middle('{{valor}}', 305, 500)} ${ragged}`, '9');
    expect(Math.abs(from - 305 + widthOf('{{valor}}') / 2)).toBeLessThan(1.5);
  });

  test.each(VALUES)('under another line of its block: %s', (valor) =>
    expectInTheMiddle([middle('Total', 200, 520), middle('{{valor}}', 200, 500), paragraph].join(' '), valor, 200),
  );

  test.each(VALUES)('under the line to sign on, beside another: %s', (valor) => {
    const lines = ['80 515 m 240 515 l S', '340 515 m 500 515 l S'];
    return expectInTheMiddle([...lines, middle('{{valor}}', 160, 500), paragraph].join(' '), valor, 160);
  });

  test.each(VALUES)('in a cell with a padding at one side: %s', async (valor) => {
    const content = `${cell(400, 500, 120)} ${middle('{{valor}}', 461, 500)}`;
    const [from, to] = await edgesOf(content, valor, 402, 518);
    expect(Math.abs((from + to) / 2 - 461)).toBeLessThan(1);
  });

  test('but not under a line that spans other columns', async () => {
    const content = ['80 515 m 240 515 l S', middle('{{valor}}', 160, 500), show('l', 235, 500), cell(225, 500, 20)];
    const [from] = await edgesOf([...content, paragraph].join(' '), '9');
    expect(Math.abs(from - 160 + widthOf('{{valor}}') / 2)).toBeLessThan(1.5);
  });
});

describe('text that is raised or lowered moves with its line', () => {
  const SMALL = 7;
  const small = (text: string, x: number, y: number) => `BT /F1 ${SMALL} Tf ${x} ${y} Td (${text}) Tj ET`;
  const width = (SMALL / 11) * widthOf('to');
  const start = 57 + widthOf('{{valor}}');

  test.each(['1,50', '1.234.567,89', '9'].flatMap((valor) => [505, 496].map((y) => [valor, y] as const)))(
    'after the value %s, at %d',
    async (valor, y) => {
      const content = [show('{{valor}}', 57, 500), small('to', start, y), show('al', start + width, 500)].join(' ');
      const words = wordsOf(await filled(handmade({ content }), { valor }), 1);
      const placeOf = (text: string) => (words.find((word) => word.text === text)!.left * 72) / 25.4;
      expect(placeOf('to')).toBeCloseTo(57 + widthOf(valor), 0);
      expect(placeOf('al')).toBeCloseTo(57 + widthOf(valor) + width, 0);
    },
  );

  test.each(VALUES)('before the value %s, at the right', async (valor) => {
    const value = 515 - widthOf('{{valor}}');
    const content = [cell(300, 500, 220), small('to', value - width, 503), right('{{valor}}', 515, 500)].join(' ');
    const words = wordsOf(await filled(handmade({ content }), { valor }), 1);
    const raised = words.find(({ text }) => text === 'to')!;
    expect((raised.right * 72) / 25.4).toBeCloseTo(515 - widthOf(valor), 0);
  });

  // The raised letters alone are a row with a gap where the table below has one.
  test('even with gaps as wide as those of a table near it', async () => {
    const notes = [small('to', start, 505), show(' lote', start + width, 500)];
    const other = start + width + widthOf(' lote');
    const rows = [485, 470, 455].map((y) => `${show('al', 57, y)} ${show('al', other, y)}`);
    const content = [show('{{valor}}', 57, 500), ...notes, small('ro', other, 505), ...rows].join(' ');
    const words = wordsOf(await filled(handmade({ content }), { valor: '9' }), 1);
    const raised = words.find(({ text }) => text === 'ro')!;
    expect((raised.left * 72) / 25.4).toBeCloseTo(other + widthOf('9') - widthOf('{{valor}}'), 0);
  });
});

describe('in the tables that programs draw, the value ends where its marker ended', () => {
  test.each(
    ['fop', 'fpdf', 'fpdf-php', 'groff', 'pdfmake', 'reportlab', 'tcpdf', 'typst'].flatMap((program) =>
      ['1,50', '1.234.567,89'].map((valor) => [program, valor] as const),
    ),
  )('%s: %s', async (program, valor) => {
    const source = fixture(`${program}-letter`);
    const others = markersIn(source).map((name) => [name, 'Ana'] as const);
    const printed = await filled(source, { ...Object.fromEntries(others), valor });
    // Of the texts that end a line, the one in the table is farthest to the right.
    const endOf = (file: Uint8Array, text: string) =>
      Math.max(...wordsOf(file, 1).flatMap((word) => (word.text === text ? [word.right] : [])));
    expect(Math.abs(endOf(printed, valor) - endOf(source, '{{valor}}'))).toBeLessThan(0.5);
  });
});
