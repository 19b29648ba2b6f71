import { describe, expect, test } from '@jest/globals';
import { inspectLetter, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { filled, fixture, REQUEST, valuesFor } from './fixture-letters.ts';
import { A4_BOX, fileOf, type Handmade, handmade } from './handmade.ts';
import { wordsOf } from './tools.ts';

async function warningsOf(file: Uint8Array, variables: Record<string, string> | null = null) {
  const results = [
    await inspectLetter(file, { ...REQUEST, variables }),
    await prepareLetter(file, { ...REQUEST, variables }),
  ];
  const warnings = results.map((result) => (result.ok ? result.warnings : result.details));
  expect(warnings[0]).toEqual(warnings[1]);
  return warnings[0] ?? [];
}

const picture = (pixels: number, bits = 8): NonNullable<Handmade['objects']>[number] => [
  `/Type /XObject /Subtype /Image /Width ${pixels} /Height ${pixels} /ColorSpace /DeviceGray /BitsPerComponent ${bits}`,
  Buffer.alloc(bits === 8 ? pixels * pixels : Math.ceil(pixels / 8) * pixels, 0x55),
];
const drawn = (points: number) => `q ${points} 0 0 ${points} 100 300 cm /I Do Q`;
const PICTURE = '/XObject << /I 10 0 R >>';

/** PDFium draws an unknown font with the widths in the file; without them, like the previous font. */
const companyFont = (number: number) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /Company-${number} /FirstChar 32 /LastChar 125 /Widths [${'500 '.repeat(94)}] >>`;

const HELVETICA = { code: 'font_not_embedded', page: 1, font: 'Helvetica' };
const OWN_FONT = '/Resources << /Font << /F2 12 0 R >> >>';
const TILE = `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 99 99] /XStep 99 /YStep 99 ${OWN_FONT}`;
const LETTERS =
  '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [1] ' +
  `/Encoding << /Type /Encoding /Differences [97 /a] >> /CharProcs << /a 10 0 R >> ${OWN_FONT} >>`;
const DRAWN_TEXT = 'BT /F2 1 Tf (A) Tj ET';

describe('warnings about unintended printing', () => {
  test.each<[string, Handmade, object[]]>([
    ['nothing', { content: '100 300 50 50 re f' }, []],
    [
      'a font that is not embedded, once',
      { content: 'BT /F1 11 Tf 100 300 Td (A) Tj 0 -20 Td (B) Tj ET' },
      [{ code: 'font_not_embedded', page: 1, font: 'Helvetica' }],
    ],
    [
      'one in a pattern',
      {
        content: '/Pattern cs /P scn 100 300 50 50 re f',
        resources: '/Pattern << /P 10 0 R >>',
        objects: [[TILE, DRAWN_TEXT], '', companyFont(1)],
      },
      [{ code: 'font_not_embedded', page: 1, font: 'Company-1' }],
    ],
    [
      'one in a pattern and beside it, once',
      {
        content: '/Pattern cs /P scn 100 300 50 50 re f 0 g BT /F3 11 Tf 100 500 Td (A) Tj ET',
        resources: '/Pattern << /P 10 0 R >> /Font << /F3 12 0 R >>',
        objects: [[TILE, DRAWN_TEXT], '', companyFont(1)],
      },
      [{ code: 'font_not_embedded', page: 1, font: 'Company-1' }],
    ],
    [
      'one in drawn letters',
      {
        content: 'BT /T 12 Tf 100 300 Td (a) Tj ET',
        resources: '/Font << /T 11 0 R >>',
        objects: [['', `1 0 d0 ${DRAWN_TEXT}`], LETTERS, companyFont(1)],
      },
      [{ code: 'font_not_embedded', page: 1, font: 'Company-1' }],
    ],
    [
      'one in a pattern that is not drawn',
      { resources: '/Pattern << /P 10 0 R >>', objects: [[TILE, DRAWN_TEXT], '', companyFont(1)] },
      [],
    ],
    ['one that draws nothing', { content: 'BT 3 Tr /F1 11 Tf 100 300 Td (A) Tj ET' }, []],
    [
      'a picture of 144 dpi',
      { content: drawn(72), resources: PICTURE, objects: [picture(144)] },
      [{ code: 'image_low_resolution', page: 1 }],
    ],
    ['a picture of 150 dpi', { content: drawn(72), resources: PICTURE, objects: [picture(150)] }, []],
    [
      'a picture within a form that enlarges it',
      {
        content: '2 0 0 2 -100 -300 cm /F Do',
        resources: '/XObject << /F 11 0 R >>',
        objects: [
          picture(200),
          [`/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${PICTURE} >>`, drawn(72)],
        ],
      },
      [{ code: 'image_low_resolution', page: 1 }],
    ],
    ['a code of few pixels', { content: drawn(72), resources: PICTURE, objects: [picture(25, 1)] }, []],
    ['a shading of few pixels', { content: drawn(72), resources: PICTURE, objects: [picture(2)] }, []],
    ['ink 4 mm from the left edge', { content: '11.3 300 50 50 re f' }, [{ code: 'ink_near_edge', page: 1 }]],
    ['ink 4 mm from the lower edge', { content: '100 11.3 50 50 re f' }, [{ code: 'ink_near_edge', page: 1 }]],
    ['ink 6 mm from every edge', { content: '17 17 561 100 re f 17 650 20 174 re f 558 650 20 174 re f' }, []],
    ['white near the edge', { content: '1 g 0 0 595 842 re f' }, []],
    ['a line of width zero', { content: '0 w 100 300 m 200 300 l S' }, [{ code: 'hairline', page: 1 }]],
    [
      'a line that is scaled thin',
      { content: '0.1 0 0 0.1 0 0 cm 1 w 1000 3000 m 2000 3000 l S' },
      [{ code: 'hairline', page: 1 }],
    ],
    ['a line of a quarter of a point', { content: '0.25 w 100 300 m 200 300 l S' }, []],
    ['a thin line that is not drawn', { content: '0 w 100 300 50 50 re f' }, []],
    ['a box as thin as a line', { content: '100 300 200 0.1 re f' }, [{ code: 'hairline', page: 1 }]],
    [
      'a box that a form scales thin',
      {
        content: 'q 1 0 0 0.1 0 270 cm /F Do Q',
        resources: '/XObject << /F 10 0 R >>',
        objects: [['/Type /XObject /Subtype /Form /BBox [0 0 595 842]', '100 300 200 1 re f']],
      },
      [{ code: 'hairline', page: 1 }],
    ],
    [
      'letters of thin outlines',
      { content: '1 Tr 0.2 w BT /F1 11 Tf 100 300 Td (A) Tj ET' },
      [{ code: 'hairline', page: 1 }, HELVETICA],
    ],
    [
      'letters of outlines that are made thin',
      { content: 'q 0.1 0 0 0.1 0 0 cm 1 Tr 2 w BT /F1 110 Tf 1000 3000 Td (A) Tj ET Q' },
      [{ code: 'hairline', page: 1 }, HELVETICA],
    ],
    [
      'letters of thin outlines whose matrix has their size',
      { content: '1 Tr 0.2 w BT /F1 1 Tf 11 0 0 11 100 300 Tm (A) Tj ET' },
      [{ code: 'hairline', page: 1 }, HELVETICA],
    ],
    ['letters of outlines', { content: '1 Tr 0.25 w BT /F1 11 Tf 100 300 Td (A) Tj ET' }, [HELVETICA]],
    ['filled letters with thin outlines', { content: '2 Tr 0 w BT /F1 11 Tf 100 300 Td (A) Tj ET' }, [HELVETICA]],
    [
      'marks, notes and pictures beside the paper of a file for printers',
      {
        page: '/MediaBox [-40 -40 635.28 881.89] /TrimBox [0 0 595.28 841.89]',
        content: `0.1 w -30 0 m -6 0 l S BT /F1 6 Tf 100 -20 Td (arquivo.indd) Tj ET q 1 0 0 1 -140 0 cm ${drawn(30)} Q`,
        resources: PICTURE,
        objects: [picture(40)],
      },
      [],
    ],
    ['a thin box that clips', { content: '100 300 200 0.1 re W n' }, []],
    ['a dot', { content: '100 300 0.1 3 re f' }, []],
    [
      'a scanned page of one bit with 100 dpi',
      { content: drawn(288), resources: PICTURE, objects: [picture(400, 1)] },
      [{ code: 'image_low_resolution', page: 1 }],
    ],
  ])('%s', async (_, letter, warnings) => {
    expect(await warningsOf(handmade(letter))).toEqual(warnings);
  });

  test('a value that runs off the paper, by its name', async () => {
    const file = handmade({ content: 'BT /F1 11 Tf 560 300 Td ({{valor}} {{nota}}) Tj ET' });
    expect(await warningsOf(file, { valor: '1.234.567,89', nota: '' })).toEqual([
      { code: 'value_off_paper', page: 1, name: 'valor' },
      { code: 'font_not_embedded', page: 1, font: 'Helvetica' },
      { code: 'ink_near_edge', page: 1 },
    ]);
  });

  const [A4_PAGE, SMALLER] = [A4_BOX, '/MediaBox [0 0 591 837]'];
  const RUNS_OFF = { code: 'value_off_paper', page: 1, name: 'valor' };
  test.each<[string, string, string, number[], number[]]>([
    ['at the lower edge', A4_PAGE, '100 {} Td', [-20, -9, -6, -4, -3, -2, -1], [0.5, 2, 6]],
    ['at the upper edge', A4_PAGE, '100 {} Td', [843, 840, 838], [833, 830]],
    ['at the left edge', A4_PAGE, '{} 400 Td', [-80, -30, -6, -3], [0, 2]],
    ['at the right edge', A4_PAGE, '{} 400 Td', [600, 590, 570, 545], [530]],
    ['at the lower edge of a smaller page', SMALLER, '100 {} Td', [-9, -3, -1], [0.5, 6]],
    ['at the right edge of a smaller page', SMALLER, '{} 400 Td', [596, 590, 545], [527]],
  ])('a value %s runs off the paper or prints whole, and is never rejected', async (_, page, place, off, on) => {
    const findings = [...off, ...on].map(async (at) => {
      const content = `BT /F1 12 Tf ${place.replace('{}', String(at))} ({{valor}}) Tj ET`;
      const found = await warningsOf(handmade({ content, page }), { valor: '1.234.567,89' });
      return [
        at,
        (found as { code: string }[]).filter(({ code }) => code !== 'font_not_embedded' && code !== 'ink_near_edge'),
      ];
    });
    expect(await Promise.all(findings)).toEqual([...off.map((at) => [at, [RUNS_OFF]]), ...on.map((at) => [at, []])]);
  });

  const LONG = { valor: 'Associação dos Moradores do Bairro' };
  const SHORT = { valor: 'Ana' };
  const show = (x: number, y: number, text: string) => `BT /F1 11 Tf ${x} ${y} Td (${text}) Tj ET `;
  const OVER_TEXT = { code: 'value_over_text', page: 1, name: 'valor' };
  test.each<[string, string, Record<string, string>, object[]]>([
    ['a value on the next column', show(60, 300, '{{valor}}') + show(180, 300, 'Vila Nova'), LONG, [OVER_TEXT]],
    ['a value that leaves the next column free', show(60, 300, '{{valor}}') + show(180, 300, 'Vila Nova'), SHORT, []],
    [
      'a value on top of a value',
      show(60, 300, '{{valor}}') + show(180, 300, '{{outro}}'),
      { ...LONG, outro: 'Vila' },
      [OVER_TEXT, { ...OVER_TEXT, name: 'outro' }],
    ],
    [
      'a value next to an empty one',
      show(60, 300, '{{valor}}') + show(180, 300, '{{outro}}'),
      { ...LONG, outro: '' },
      [],
    ],
    ['text that a value pushes there', show(60, 300, '{{valor}}, em dia') + show(225, 300, 'Vila'), LONG, [OVER_TEXT]],
    ['a value on another line', show(60, 300, '{{valor}}') + show(180, 314, 'Vila Nova'), LONG, []],
    ['a value that is drawn twice', show(60, 300, '{{valor}}') + show(60.3, 300, '{{valor}}'), LONG, []],
    ['text that is drawn twice', show(60, 300, 'De {{valor}} em dia') + show(60.3, 300, 'De'), LONG, []],
    ['the end of a line outside the paper', show(400, 300, '{{valor}} paga em dia.'), LONG, [RUNS_OFF]],
    [
      'a value between the two lines of the next column',
      show(60, 300, '{{valor}}') + show(180, 306, 'Vila') + show(180, 293, 'Nova'),
      LONG,
      [OVER_TEXT],
    ],
    [
      'a value in superscript',
      'BT /F1 11 Tf 60 300 Td (Preco) Tj 5 Ts /F1 7 Tf ({{valor}}) Tj 0 Ts /F1 11 Tf ( a vista) Tj ET',
      LONG,
      [OVER_TEXT],
    ],
    [
      'a value between lines set solid',
      show(60, 311, 'Vila Nova') + show(60, 300, '{{valor}}') + show(60, 289, 'Vila Nova'),
      LONG,
      [],
    ],
    ['a value above a line to fill in', show(60, 300, 'Nome: ________________') + show(95, 303, '{{valor}}'), LONG, []],
    ['a value on a watermark', `BT /F1 80 Tf 60 280 Td (MINUTA) Tj ET ${show(60, 300, '{{valor}}')}`, LONG, []],
    ['the end of a line that runs up', 'BT /F1 11 Tf 0 1 -1 0 300 680 Tm ({{valor}} em dia.) Tj ET', LONG, [RUNS_OFF]],
    [
      'the end of a line that runs down',
      'BT /F1 11 Tf 0 -1 1 0 300 162 Tm ({{valor}} em dia.) Tj ET',
      LONG,
      [RUNS_OFF],
    ],
    ['a line that runs up with room', 'BT /F1 11 Tf 0 1 -1 0 300 500 Tm ({{valor}} em dia.) Tj ET', LONG, []],
    ['a line that already ran off', show(500, 300, '{{valor}} e mais texto do que cabe'), { valor: '{{valor}}' }, []],
  ])('%s', async (_, content, variables, warnings) => {
    const found = await warningsOf(handmade({ content }), variables);
    const ofValues = (found as { code: string }[]).filter(({ code }) => code.startsWith('value_'));
    expect(ofValues).toEqual(warnings);
  });

  test.each<[string, string, object[]]>([
    ['over text', `q 1 0 0 1 0 -100 cm /X Do Q ${show(180, 200, 'Vila Nova')}`, [OVER_TEXT]],
    ['over text of its own size', `q 2 0 0 2 0 -400 cm /X Do Q ${show(420, 200, 'Vila Nova')}`, [OVER_TEXT]],
    [
      'over text that runs up',
      `q 0 1 -1 0 500 100 cm /X Do Q BT /F1 11 Tf 0 1 -1 0 200 280 Tm (Vila) Tj ET`,
      [OVER_TEXT],
    ],
    ['off the paper with the text after it', 'q 1 0 0 1 345 -100 cm /X Do Q', [RUNS_OFF]],
    ['beside text', `q 1 0 0 1 0 -100 cm /X Do Q ${show(380, 200, 'Vila Nova')}`, []],
    ['a little beside itself, as fake bold', 'q 1 0 0 1 0.3 0 cm /X Do Q', []],
  ])('a form drawn again, with its value %s', async (_, again, warnings) => {
    const file = handmade({
      content: `/X Do ${again}`,
      resources: '/XObject << /X 10 0 R >>',
      objects: [
        [
          '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >>',
          show(60, 300, '{{valor}} em dia'),
        ],
      ],
    });
    const found = (await warningsOf(file, LONG)) as { code: string }[];
    expect(found.filter(({ code }) => code.startsWith('value_'))).toEqual(warnings);
  });

  test('page by page, 50 at most', async () => {
    const fonts = Array.from({ length: 30 }, (_, index) => `/F${index} ${50 + index} 0 R`).join(' ');
    const text = Array.from({ length: 30 }, (_, index) => `/F${index} 9 Tf 0 -12 Td (A) Tj`).join(' ');
    const file = fileOf([
      [1, '<< /Type /Catalog /Pages 2 0 R >>'],
      [2, '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>'],
      ...[3, 4].map((number): [number, string] => [
        number,
        `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents 5 0 R /Resources << /Font << ${fonts} >> >> >>`,
      ]),
      [5, ['', `BT 100 500 Td ${text} ET`]],
      ...Array.from({ length: 30 }, (_, index): [number, string] => [50 + index, companyFont(index)]),
    ]);
    const warnings = (await warningsOf(file)) as { page: number }[];
    expect(warnings.map(({ page }) => page)).toEqual([...Array<number>(30).fill(1), ...Array<number>(20).fill(2)]);
  });

  test('with the values that run off the paper, however many others there are', async () => {
    const fonts = (first: number) =>
      Array.from({ length: 30 }, (_, index) => `/F${index} ${first + index} 0 R`).join(' ');
    const text = Array.from({ length: 30 }, (_, index) => `/F${index} 9 Tf 0 -12 Td (A) Tj`).join(' ');
    const page = (content: number, first: number) =>
      `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents ${content} 0 R /Resources << /Font << ${fonts(first)} >> >> >>`;
    const file = fileOf([
      [1, '<< /Type /Catalog /Pages 2 0 R >>'],
      [2, '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>'],
      [3, page(5, 50)],
      [4, page(6, 80)],
      [5, ['', `BT 100 500 Td ${text} ET`]],
      [6, ['', `BT 100 500 Td ${text} ET BT /F1 11 Tf 560 700 Td ({{valor}}) Tj ET`]],
      ...Array.from({ length: 60 }, (_, index): [number, string] => [50 + index, companyFont(index)]),
    ]);
    const warnings = (await warningsOf(file, { valor: '1.234.567,89' })) as { code: string; page: number }[];
    expect(warnings).toHaveLength(50);
    expect(warnings.filter(({ code }) => code === 'value_off_paper')).toEqual([
      { code: 'value_off_paper', page: 2, name: 'valor' },
    ]);
    expect(warnings.map(({ page }) => page)).toEqual([...Array<number>(30).fill(1), ...Array<number>(20).fill(2)]);
  });

  test('of a letter whose fonts are embedded, none', async () => {
    const file = fixture('libreoffice-letter-1');
    expect(await warningsOf(file, { ...valuesFor(file), cidade: 'Recife' })).toEqual([]);
  });

  test('a value whose line runs past the margin, with its millimeters by poppler', async () => {
    const file = fixture('libreoffice-letter-1');
    const [before, after] = [file, await filled(file, valuesFor(file))].map((each) =>
      Math.max(...wordsOf(each, 1).map(({ right }) => right)),
    ) as [number, number];
    const warnings = await warningsOf(file, valuesFor(file));
    expect(warnings).toMatchObject([{ code: 'value_too_wide', page: 1, name: 'cidade' }]);
    expect(Math.abs((warnings[0] as { over_mm: number }).over_mm - (after - before))).toBeLessThan(0.5);
  });

  // 132.7 points in Helvetica, condensed to 112.8: to 212.8 instead of 200, or to 552.8 instead of 595.3 - 60.
  const WALL = '1 w 200 280 m 200 330 l S ';
  test.each<[string, string, object[]]>([
    ['the edge of its cell', WALL + show(100, 300, '{{valor}}'), [{ over_mm: 4.5 }]],
    ['the margin of other lines', show(440, 300, '{{valor}}') + show(60, 340, 'Vila Nova'), [{ over_mm: 6.2 }]],
    ['no margin where no other line shows one', show(480, 300, '{{valor}}'), []],
    ['the next column, which it prints over', WALL + show(100, 300, '{{valor}}') + show(205, 300, 'Vila'), [OVER_TEXT]],
  ])('a value that exceeds %s', async (_, content, warnings) => {
    const found = (await warningsOf(handmade({ content }), { valor: 'Associação dos Moradores' })) as {
      code: string;
    }[];
    expect(found.filter(({ code }) => code.startsWith('value_'))).toMatchObject(warnings);
  });
});

describe('a marker that stays as it is', () => {
  const unfilled = (...names: string[]) => names.map((name) => ({ code: 'marker_unfilled', page: 1, name }));
  const about = async (...given: Parameters<typeof warningsOf>) =>
    (await warningsOf(...given)).filter(({ code }) => code === 'marker_unfilled');
  const saying = (text: string) => handmade({ content: `BT /F1 11 Tf 100 400 Td (${text}) Tj ET` });

  test('is told without variables, once for each name', async () => {
    const names = ['nome', 'contrato', 'valor', 'data', 'cidade', 'AV_To', 'fim'];
    const found = await about(fixture('libreoffice-letter-1'));
    expect(found).toHaveLength(names.length);
    expect(found).toEqual(expect.arrayContaining(unfilled(...names)));
    expect(await about(saying('{{nome}} e {{nome}}'))).toEqual(unfilled('nome'));
  });

  test('is told with its page', async () => {
    expect(await about(saying('{{nome}}'))).toEqual(unfilled('nome'));
    expect(await about(saying('{nome} e {{}} e {{a b}} e {{ação}}'))).toEqual([]);
  });

  test.each(['{{ valor }}', '{{ valor}}', '{{valor }}', '{ {valor} }'])(
    'is told although %s has blanks',
    async (text) => {
      expect(await about(saying(text))).toEqual(unfilled('valor'));
      expect(await about(saying(`${text} ou {{valor}}`), { valor: 'R$ 1,00' })).toEqual(unfilled('valor'));
      expect(await about(saying(`{{valor}} ou ${text}`), { valor: 'R$ 1,00' })).toEqual(unfilled('valor'));
    },
  );

  test('is none when a value looks like it', async () => {
    expect(await about(saying('{{valor}}'), { valor: '{{nome}}' })).toEqual([]);
    expect(await about(saying('{{valor}}'), { valor: '{{ valor }}' })).toEqual([]);
  });
});
