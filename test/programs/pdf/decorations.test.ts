import { describe, expect, test } from '@jest/globals';
import { newTimeBudget } from '../../../lib/pdf/base/budgets.ts';
import type { Box } from '../../../lib/pdf/base/geometry.ts';
import { askPdfium } from '../../../lib/pdf/pdfium/pdfium.ts';
import { filled } from './fixture-letters.ts';
import { A4_BOX, type Handmade, handmade } from './handmade.ts';
import { complaintsOf, rasterOf, run } from './tools.ts';

const DPI = 200;
const [WIDTH, HEIGHT] = [595.28, 841.89];

type Ends = [left: number, right: number];

/** Left and right end of the ink between two heights of page 1, in points. */
function inkIn({ width, pixels }: { width: number; pixels: Uint8Array }, bottom: number, top: number): Ends {
  const row = (y: number) => Math.round(((HEIGHT - y) * DPI) / 72);
  let [left, right] = [Infinity, -Infinity];
  for (let y = row(top); y < row(bottom); y++)
    for (let x = 0; x < width; x++)
      if (pixels[y * width + x]! < 200) [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
  return [(left * 72) / DPI, (right * 72) / DPI];
}

/** Whether there is ink in a box of page 1. */
const hasInk = (picture: { width: number; pixels: Uint8Array }, [left, bottom, right, top]: Box): boolean => {
  const column = (x: number) => Math.round((x * DPI) / 72);
  const row = (y: number) => Math.round(((HEIGHT - y) * DPI) / 72);
  for (let y = row(top); y < row(bottom); y++)
    if (
      picture.pixels
        .subarray(y * picture.width + column(left), y * picture.width + column(right))
        .some((value) => value < 200)
    )
      return true;
  return false;
};

function mupdf(file: Uint8Array) {
  const args = ['draw', '-F', 'pgm', '-r', String(DPI), '-o', '-', 'FILE', '1'];
  const { output } = run('mutool', file, args);
  const header = /^P5\s(?:#.*\s)?(\d+)\s+(\d+)\s+255\s/.exec(output.toString('latin1', 0, 200))!;
  return { width: Number(header[1]), pixels: output.subarray(header[0].length) };
}

async function pdfium(file: Uint8Array, bottom: number, top: number): Promise<Ends> {
  const ink = await askPdfium('inkIn', { file, page: 0, box: [0, bottom, WIDTH, top] }, newTimeBudget());
  return ink ? [ink[0], ink[2]] : [Infinity, -Infinity];
}

/** Where the ink between two heights begins and ends, as three renderers draw it. */
async function endsIn(file: Uint8Array, bottom: number, top: number): Promise<Ends[]> {
  return [inkIn(rasterOf(file, 1, DPI), bottom, top), inkIn(mupdf(file), bottom, top), await pdfium(file, bottom, top)];
}

async function printed(document: Handmade, valor: string): Promise<Uint8Array> {
  const file = await filled(handmade(document), { valor });
  expect(complaintsOf(file)).toEqual([]);
  return file;
}

/** Helvetica at 11 points: the marker is 47.06 wide, a digit 6.116. */
const [MARKER, DIGIT] = [(11 * (4 * 334 + 500 + 556 + 222 + 556 + 333)) / 1000, (11 * 556) / 1000];
const BRACE = (11 * 334) / 1000;
const show = (text: string, x: number, y = 500) => `BT /F1 11 Tf ${x} ${y} Td (${text}) Tj ET`;
/** The first line shows the margin of the page. */
const MONEY = `${show('7', 57, 700)} ${show('{{valor}}', 300)}`;

/** Digits, whose width is proportional to their number. */
const VALUES = ['12', '12345678', '12345678901234567890'] as const;

/** A rule under the marker, in the ways that programs draw one: from 497 to 498. */
const UNDERLINES: Readonly<Record<string, string>> = {
  'a rectangle': `300 497 ${MARKER} 1 re f`,
  'a rectangle of negative size': `${300 + MARKER} 498 ${-MARKER} -1 re f`,
  'a line': `q 1 w 300 497.5 m ${300 + MARKER} 497.5 l S Q`,
  'a closed path': `300 497 m ${300 + MARKER} 497 l ${300 + MARKER} 498 l 300 498 l h f`,
  'pieces for each run of letters': `300 497 20 1 re 320 497 10 1 re 330 497 ${MARKER - 30} 1 re f`,
  'scaled and mirrored coordinates': `q 0.5 0 0 -0.5 0 842 cm 600 688 ${2 * MARKER} 2 re f Q`,
  'a rule that goes round letters, as Chromium draws one': `q 0 0 595 842 re 310 490 6 20 re W* n 300 497 ${MARKER} 1 re f Q`,
  'a rule that leaves out the braces, as Typst draws one': `${300 + 2 * BRACE} 497 ${MARKER - 4 * BRACE} 1 re f`,
  'a rule under a clip of its own': `q 299 496 ${MARKER + 2} 4 re W n 300 497 ${MARKER} 1 re f Q`,
};

describe('an underline is as long as the new text', () => {
  test.each(Object.entries(UNDERLINES).flatMap(([name, rule]) => VALUES.map((value) => [name, value, rule] as const)))(
    '%s, %s',
    async (_, value, rule) => {
      const file = await printed({ content: `${MONEY} ${rule}` }, value);
      for (const [left, right] of await endsIn(file, 497.1, 497.9)) {
        expect(Math.abs(left - 300)).toBeLessThan(0.6);
        expect(Math.abs(right - 300 - DIGIT * value.length)).toBeLessThan(0.6);
      }
    },
  );

  test('in a form whose box is as small', async () => {
    const file = await printed(
      {
        content: '/X Do',
        resources: '/XObject << /X 10 0 R >>',
        objects: [
          [
            `/Type /XObject /Subtype /Form /BBox [299 495 ${301 + MARKER} 512] /Resources << /Font << /F1 5 0 R >> >>`,
            `${MONEY} ${UNDERLINES['a rectangle']}`,
          ],
        ],
      },
      VALUES[2],
    );
    for (const [, right] of await endsIn(file, 497.1, 497.9))
      expect(Math.abs(right - 300 - DIGIT * 20)).toBeLessThan(0.6);
  });

  const form = (resources: string, box = '0 0 595 842') =>
    `/Type /XObject /Subtype /Form /BBox [${box}] /Resources << ${resources} >>`;
  const [fonts, forms] = ['/Font << /F1 5 0 R >>', '/XObject << /X 10 0 R /Y 11 0 R /Z 12 0 R >>'];
  const rule = UNDERLINES['a rectangle']!;

  test.each([
    ['the rule in a form', `${MONEY} /X Do`, [[form('', '299 495 360 512'), rule]]],
    ['the text in a form', `/X Do ${rule}`, [[form(fonts), MONEY]]],
    [
      'each in a separate form, one of them nested',
      '/X Do /Y Do',
      [
        [form(fonts), MONEY],
        [form(forms), '/Z Do'],
        [form(''), rule],
      ],
    ],
  ] as const)('%s', async (_, content, objects) => {
    for (const value of VALUES) {
      const file = await printed({ content, resources: forms, objects: [...objects] }, value);
      for (const [left, right] of await endsIn(file, 497.1, 497.9)) {
        expect(Math.abs(left - 300)).toBeLessThan(0.6);
        expect(Math.abs(right - 300 - DIGIT * value.length)).toBeLessThan(0.6);
      }
    }
  });

  test('under a word and a value, without the braces', async () => {
    const rules = `${300 - 4 * DIGIT} 497 ${4 * DIGIT} 1 re f ${UNDERLINES['a rule that leaves out the braces, as Typst draws one']!}`;
    for (const value of VALUES) {
      const file = await printed({ content: `${MONEY} ${show('7777', 300 - 4 * DIGIT)} ${rules}` }, value);
      for (const [left, right] of await endsIn(file, 497.1, 497.9)) {
        expect(Math.abs(left - 300 + 4 * DIGIT)).toBeLessThan(0.6);
        expect(Math.abs(right - 300 - DIGIT * value.length)).toBeLessThan(0.6);
      }
    }
  });

  test('under text that moves', async () => {
    const word = show('7777', 300 + MARKER + 3);
    const rule = `${300 + MARKER + 3} 497 ${4 * DIGIT} 1 re f`;
    const file = await printed({ content: `${MONEY} ${word} ${rule}` }, VALUES[1]);
    for (const [left, right] of await endsIn(file, 497.1, 497.9)) {
      expect(Math.abs(left - 303 - 8 * DIGIT)).toBeLessThan(0.6);
      expect(Math.abs(right - 303 - 12 * DIGIT)).toBeLessThan(0.6);
    }
  });

  test('under a value that keeps its right edge', async () => {
    const others = [540, 520].map((y) => show('777', 300 + MARKER - 3 * DIGIT, y)).join(' ');
    const file = await printed({ content: `${others} ${MONEY} ${UNDERLINES['a rectangle']}` }, VALUES[2]);
    for (const [left, right] of await endsIn(file, 497.1, 497.9)) {
      expect(Math.abs(left - (300 + MARKER - 20 * DIGIT))).toBeLessThan(0.6);
      expect(Math.abs(right - 300 - MARKER)).toBeLessThan(0.6);
    }
  });

  test('twice, as under a total', async () => {
    const rules = `300 497.5 ${MARKER} 0.5 re f 300 496 ${MARKER} 0.5 re f`;
    const file = await printed({ content: `${MONEY} ${rules}` }, VALUES[1]);
    for (const bottom of [495.8, 497.3])
      for (const [, right] of await endsIn(file, bottom, bottom + 0.9))
        expect(Math.abs(right - 300 - 8 * DIGIT)).toBeLessThan(0.6);
  });

  test.each([
    ['an underline', 1.5, 497.9],
    ['a strikeout', -3, 502.9],
  ])('%s in each row of a list', async (_, below, height) => {
    const rule = (y: number) => `300 ${y - below - 0.5} ${MARKER} 1 re f`;
    const rows = [540, 520].map((y) => `${show('{{valor}}', 300, y)} ${rule(y)}`).join(' ');
    for (const value of VALUES) {
      const file = await printed({ content: `${rows} ${MONEY} ${rule(500)}` }, value);
      // Where only the rule has ink beyond the digits: left and right of them.
      for (const [left, right] of await endsIn(file, height, height + 1.2)) {
        expect(Math.abs(left - 300)).toBeLessThan(0.8);
        expect(Math.abs(right - 300 - DIGIT * value.length)).toBeLessThan(0.8);
      }
    }
  });

  test('and disappears under an empty value', async () => {
    const file = await printed({ content: `${MONEY} ${UNDERLINES['a line']}` }, '');
    for (const ends of await endsIn(file, 490, 515)) expect(ends).toEqual([Infinity, -Infinity]);
  });
});

/** Waves under the marker, between 494 and 498, each period 2 wide. */
const turns = Array.from({ length: 23 }, (_, index) => 300 + (MARKER * (index + 1)) / 23);
const turnsOf = (y: number) => turns.map((x, turn) => `${x} ${turn % 2 ? y - 5.5 : y - 2.5} l`).join(' ');
const WAVES: Readonly<Record<string, string>> = {
  'a path of lines': `q 0.5 w 300 494.5 m ${turnsOf(500)} S Q`,
  'a path of curves': `q 0.5 w 300 496 m ${turns
    .map((x, turn) => `${x - MARKER / 23} ${turn % 2 ? 494 : 498} ${x} ${turn % 2 ? 494 : 498} ${x} 496 c`)
    .join(' ')} S Q`,
  'a pattern over the page, as Chromium draws one': `q /Pattern cs /P scn 300 494 ${MARKER} 4 re f Q`,
};
const PATTERN = [
  '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 4 4] /XStep 4 /YStep 4 /Resources << >> /Matrix [1 0 0 1 0 494]',
  '0.5 w -1 -0.5 m 2 3.5 l 5 -0.5 l S',
] as const;

describe('a wavy underline is as long as the new text', () => {
  const letter = (wave: string) => ({
    content: `${MONEY} ${wave}`,
    resources: '/Pattern << /P 10 0 R >>',
    objects: [PATTERN],
  });

  test.each(Object.entries(WAVES).flatMap(([name, wave]) => VALUES.map((value) => [name, value, wave] as const)))(
    '%s, %s',
    async (_, value, wave) => {
      const file = await printed(letter(wave), value);
      for (const [left, right] of await endsIn(file, 494, 498)) {
        expect(Math.abs(left - 300)).toBeLessThan(1);
        expect(Math.abs(right - 300 - DIGIT * value.length)).toBeLessThan(1);
      }
      // No part of it is straight: each stretch of two original periods has a high and a low.
      const width = DIGIT * value.length;
      const turn = (2 * Math.max(MARKER, width)) / 23 + 2;
      const picture = rasterOf(file, 1, DPI);
      for (let from = 300; from + turn <= 300 + width; from += turn)
        for (const bottom of [494, 497]) expect(hasInk(picture, [from, bottom, from + turn, bottom + 1])).toBe(true);
    },
  );

  test.each(Object.entries(WAVES))('%s, and is gone under a value of nothing', async (_, wave) => {
    for (const ends of await endsIn(await printed(letter(wave), ''), 490, 515))
      expect(ends).toEqual([Infinity, -Infinity]);
  });
});

const PAD = 4;
const [FROM, TO] = [300 - PAD, 300 + MARKER + PAD];
const side = (x: number) => `${x} 494 m ${x} 514 l S`;
/** Corners as Chromium draws those of large text: 16 curves each, here all of a straight part. */
const corner = (from: readonly [number, number], to: readonly [number, number]) =>
  Array.from({ length: 16 }, (_, index) => {
    const [x, y] = [0, 1].map((axis) => from[axis]! + ((to[axis]! - from[axis]!) * (index + 1)) / 16) as [
      number,
      number,
    ];
    return `${x} ${y} ${x} ${y} ${x} ${y} c`;
  }).join(' ');
const LARGE_CORNERS = `${FROM + 4} 494 m ${TO - 4} 494 l ${corner([TO - 4, 494], [TO, 498])} ${TO} 510 l ${corner([TO, 510], [TO - 4, 514])} ${FROM + 4} 514 l ${corner([FROM + 4, 514], [FROM, 510])} ${FROM} 498 l ${corner([FROM, 498], [FROM + 4, 494])} h`;
const FRAMES: Readonly<Record<string, string>> = {
  'a rectangle': `${FROM} 494 ${MARKER + 2 * PAD} 20 re S`,
  'a ground and a frame': `q 0.8 1 0.8 rg ${FROM} 494 ${MARKER + 2 * PAD} 20 re f Q ${FROM} 494 ${MARKER + 2 * PAD} 20 re S`,
  'round corners': `${FROM + 3} 494 m ${TO - 3} 494 l ${TO} 494 ${TO} 494 ${TO} 497 c ${TO} 511 l ${TO} 514 ${TO} 514 ${TO - 3} 514 c ${FROM + 3} 514 l ${FROM} 514 ${FROM} 514 ${FROM} 511 c ${FROM} 497 l ${FROM} 494 ${FROM} 494 ${FROM + 3} 494 c h S`,
  'large round corners': `${LARGE_CORNERS} S`,
  'four sides': `${FROM} 494 m ${TO} 494 l S ${FROM} 514 m ${TO} 514 l S ${side(FROM)} ${side(TO)}`,
};

describe('a box around a marker is drawn around its value', () => {
  test.each(Object.entries(FRAMES).flatMap(([name, frame]) => VALUES.map((value) => [name, value, frame] as const)))(
    '%s, %s',
    async (_, value, frame) => {
      const file = await printed({ content: `${frame} ${MONEY}` }, value);
      // Between the text and the lower edge, and at the upper edge.
      for (const height of [494, 514])
        for (const [left, right] of await endsIn(file, height - 1, height + 1)) {
          expect(Math.abs(left - FROM)).toBeLessThan(4);
          expect(Math.abs(right - (300 + PAD + DIGIT * value.length))).toBeLessThan(4);
        }
      for (const [left, right] of await endsIn(file, 503, 505)) {
        expect(Math.abs(left - FROM)).toBeLessThan(1);
        expect(Math.abs(right - (300 + PAD + DIGIT * value.length))).toBeLessThan(1);
      }
    },
  );

  test.each(['round corners', 'large round corners'])('%s, in each row of a list', async (name) => {
    const frame = FRAMES[name]!;
    const rows = [40, 80].map((up) => `q 1 0 0 1 0 ${up} cm ${frame} Q ${show('{{valor}}', 300, 500 + up)}`).join(' ');
    for (const value of VALUES)
      for (const [left, right] of await endsIn(
        await printed({ content: `${rows} ${frame} ${MONEY}` }, value),
        503,
        505,
      )) {
        expect(Math.abs(left - FROM)).toBeLessThan(1);
        expect(Math.abs(right - (300 + PAD + DIGIT * value.length))).toBeLessThan(1);
      }
  });

  test('between words, in each row of a list', async () => {
    const SPACE = (11 * 278) / 1000;
    const rowAt = (y: number) =>
      `q 0.7 g ${FROM} ${y - 6} ${MARKER + 2 * PAD} 20 re f Q ${show('7 ', FROM - DIGIT - SPACE, y)} ${show('{{valor}}', 300, y)} ${show(' 7', TO, y)}`;
    const content = `${show('7', 57, 700)} ${[580, 540, 500].map(rowAt).join(' ')}`;
    for (const value of VALUES)
      for (const [left, right] of await endsIn(await printed({ content }, value), 494.2, 497)) {
        expect(Math.abs(left - FROM)).toBeLessThan(1);
        expect(Math.abs(right - (300 + PAD + DIGIT * value.length))).toBeLessThan(1);
      }
  });

  test('and the text that follows moves', async () => {
    const after = show('000', TO + 6);
    const file = await printed({ content: `${FRAMES['a rectangle']} ${MONEY} ${after}` }, VALUES[1]);
    for (const [, right] of await endsIn(file, 503, 505))
      expect(Math.abs(right - (306 + PAD + 11 * DIGIT))).toBeLessThan(1);
  });
});

const note = (subtype: string, quads: string, more = '') =>
  `<< /Type /Annot /Subtype /${subtype} /F 4 /Border [0 0 1] /Rect [300 480 ${300 + MARKER} 511] /C [1 1 0] ${quads} ${more} >>`;
const quad = (left: number, bottom: number, right: number, top: number) =>
  `${left} ${top} ${right} ${top} ${left} ${bottom} ${right} ${bottom}`;

describe('a note on a marker is as long as its value', () => {
  // The rectangle is often larger than the marked text.
  test.each(
    ['Highlight', 'Underline', 'StrikeOut', 'Link'].flatMap((subtype) =>
      [497, 480].map((bottom) => [subtype, bottom] as const),
    ),
  )('%s, in a rectangle from %d', async (subtype, bottom) => {
    const own = note(subtype, `/QuadPoints [${quad(300, 497, 300 + MARKER, 509)}]`).replace('480', String(bottom));
    const document = { content: MONEY, page: `${A4_BOX} /Annots [10 0 R]`, objects: [own] };
    for (const value of VALUES) {
      const file = await printed(document, value);
      const [from, to] = [300, 300 + DIGIT * value.length];
      for (const [left, right] of endsOfColor(file)) {
        expect(Math.abs(left - from)).toBeLessThan(2);
        expect(Math.abs(right - to)).toBeLessThan(2);
      }
    }
  });
});

/** Where the yellow of a note begins and ends, as two renderers draw it. */
function endsOfColor(file: Uint8Array): Ends[] {
  const pictures = [
    run('pdftoppm', file, ['-r', String(DPI), '-f', '1', '-l', '1', 'FILE']).output,
    run('mutool', file, ['draw', '-F', 'ppm', '-r', String(DPI), '-o', '-', 'FILE', '1']).output,
  ];
  return pictures.map((picture): Ends => {
    const header = /^P6\s(?:#.*\s)?(\d+)\s+(\d+)\s+255\s/.exec(picture.toString('latin1', 0, 200))!;
    const [width, pixels] = [Number(header[1]), picture.subarray(header[0].length)];
    let [left, right] = [Infinity, -Infinity];
    for (let at = 0; at < pixels.length; at += 3) {
      if (pixels[at]! < 128 || pixels[at + 2]! > 128) continue;
      const x = (at / 3) % width;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
    }
    return [(left * 72) / DPI, (right * 72) / DPI];
  });
}

test('a highlight over two lines keeps its other line', async () => {
  const quads = `/QuadPoints [${quad(300, 497, 300 + MARKER, 509)} ${quad(57, 482, 157, 494)}]`;
  const own = note('Highlight', quads).replace(/Rect \[.*?\]/, `Rect [57 482 ${300 + MARKER} 509]`);
  const content = `${MONEY} ${show('0'.repeat(16), 58, 485)}`;
  const file = await printed({ content, page: `${A4_BOX} /Annots [10 0 R]`, objects: [own] }, VALUES[2]);
  for (const [left, right] of endsOfColor(file)) {
    expect(Math.abs(left - 57)).toBeLessThan(4);
    expect(Math.abs(right - 300 - 20 * DIGIT)).toBeLessThan(4);
  }
});

const row = (y: number) => `300 ${y - 6} ${MARKER} 20 re S`;
/** Shapes that only seem to belong to the text, and the height at which nothing may have changed. */
const OTHERS: Readonly<Record<string, readonly [content: string, height: number]>> = {
  'the cell of a column': [[540, 520, 500].map(row).join(' '), 514],
  'a rule under each row': [[540, 520, 500].map((y) => `300 ${y - 3} ${MARKER} 1 re f`).join(' '), 497.5],
  'the lower side of a cell': [`300 497 ${MARKER} 1 re f 300 497 1 30 re f`, 497.5],
  'a row of cells': [[300 - MARKER, 300, 300 + MARKER].map((x) => `${x} 494 ${MARKER} 20 re S`).join(' '), 514],
  'a blank to fill in': ['300 497 150 1 re f', 497.5],
  'a rule over the page': ['57 497 480 1 re f', 497.5],
  'a frame around two lines': [`296 480 ${MARKER + 8} 33 re S ${show('777', 300, 486)}`, 513],
  'a ground of a paragraph': ['57 494 480 20 re S', 514],
  'a wave under each row': [[540, 520, 500].map((y) => `300 ${y - 5.5} m ${turnsOf(y)} S`).join(' '), 496],
  'a wave over the page': [
    `57 494.5 m ${Array.from({ length: 240 }, (_, at) => `${59 + 2 * at} ${at % 2 ? 494.5 : 497.5} l`).join(' ')} S`,
    496,
  ],
  'a turned rule': [`q 0.999 0.04 -0.04 0.999 0 0 cm 320 484.5 ${MARKER} 0.5 re f Q`, 498],
  'a shadow around a box, as Chromium draws one': [
    `q 0 0 595 842 re 298 494 ${MARKER + 4} 18 re W* n 296 490 ${MARKER + 8} 26 re f Q`,
    503,
  ],
  'a rule in a form that is drawn elsewhere too': ['/X Do q 1 0 0 1 0 -300 cm /X Do Q', 497.5],
  'a rule in a form that is drawn elsewhere first': ['q 1 0 0 1 0 -300 cm /X Do Q /X Do', 497.5],
  'a rule in a form of a form that is drawn elsewhere too': ['/Y Do q 1 0 0 1 0 -300 cm /Y Do Q', 497.5],
};

describe('shapes that may not belong to the text stay', () => {
  test.each(Object.entries(OTHERS))('%s', async (_, [content, height]) => {
    const form = '/Type /XObject /Subtype /Form /BBox [0 0 595 842]';
    const more = {
      resources: '/XObject << /X 10 0 R /Y 11 0 R >>',
      objects: [
        [form, `300 497 ${MARKER} 1 re f`],
        [`${form} /Resources << /XObject << /X 10 0 R >> >>`, '/X Do'],
      ] as const,
    };
    const before = handmade({ content: `${content} ${MONEY.replace('{{valor}}', '12')}`, ...more });
    const file = await printed({ content: `${content} ${MONEY}`, ...more }, '12');
    const expected = await endsIn(before, height - 0.4, height + 0.4);
    expect(await endsIn(file, height - 0.4, height + 0.4)).toEqual(expected);
    expect(expected[0]![0]).toBeLessThan(400);
  });
});
