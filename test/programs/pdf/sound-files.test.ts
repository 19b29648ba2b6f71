import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { newTimeBudget } from '../../../lib/pdf/base/budgets.ts';
import { inspectLetter, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { REQUEST } from './fixture-letters.ts';
import { A4_BOX, fileOf, handmade } from './handmade.ts';
import { rasterOf, textOf } from './tools.ts';

const detailsOf = async (bytes: Uint8Array) => {
  const result = await inspectLetter(bytes, REQUEST);
  return result.ok ? [] : result.details;
};

describe('a page with bleed prints its TrimBox', () => {
  const A4_TRIM = '/TrimBox [14.17 14.17 609.45 856.06]';
  const content = '0 g 100 700 200 30 re f 0.5 g 0 0 14 870.23 re f';
  const unbled = handmade({ content: '1 0 0 1 -14.17 -14.17 cm 0 g 100 700 200 30 re f' });

  test.each([
    ['upright', '/MediaBox [0 0 623.62 870.23]', content],
    ['turned', '/MediaBox [0 0 623.62 870.23] /Rotate 180', `-1 0 0 -1 623.62 870.23 cm ${content}`],
  ])('%s', async (_, boxes, drawn) => {
    const result = await prepareLetter(handmade({ content: drawn, page: `${boxes} ${A4_TRIM}` }), REQUEST);
    if (!result.ok) throw new Error(JSON.stringify(result.details));
    expect(rasterOf(result.file, 1).pixels.equals(rasterOf(unbled, 1).pixels)).toBe(true);
  });

  test('unless a CropBox defines the visible area', async () => {
    const page = `/MediaBox [0 0 623.62 870.23] /CropBox [0 0 623.62 870.23] ${A4_TRIM}`;
    expect((await detailsOf(handmade({ content, page }))).map(({ code }) => code)).toEqual(['document_page_size']);
  });

  test('nor a TrimBox of another size', async () => {
    const page = '/MediaBox [0 0 623.62 870.23] /TrimBox [10 10 400 600]';
    expect((await detailsOf(handmade({ content, page }))).map(({ code }) => code)).toEqual(['document_page_size']);
  });
});

test('letters drawn in pixels, as in files of Ghostscript, may have markers', async () => {
  const codes = [...'{}valor'].map((letter) => letter.charCodeAt(0));
  const names = ['braceleft', 'braceright', 'v', 'a', 'l', 'o', 'r'];
  const differences = codes.map((code, index) => `${code} /${names[index]}`).join(' ');
  const widths = Array.from({ length: 29 }, (_, index) => (codes.includes(97 + index) ? 23 : 0)).join(' ');
  const file = fileOf([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`],
    [4, ['', 'BT /F1 0.24 Tf 300 500 Td ({{valor}}) Tj ET']],
    [
      5,
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 46 46] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 125
      /Widths [${widths}] /Encoding << /Differences [${differences}] >> /Resources << >>
      /CharProcs << ${names.map((name) => `/${name} 6 0 R`).join(' ')} >> >>`,
    ],
    [6, ['', '23 0 0 0 20 32 d1 0 0 20 32 re f']],
  ]);
  const result = await prepareLetter(file, { ...REQUEST, variables: { valor: '1.234.567,89' } });
  if (!result.ok) throw new Error(JSON.stringify(result.details));
  expect(textOf(result.file, 1)).toContain('1.234.567,89');
});

// As pdfTeX writes them: PDFium puts each picture on whole pixels, so a comma may lie in the left half of its width.
test('letters that are pictures, as in files of LaTeX, may have values with commas', async () => {
  const letters = [...'{}valor123456.,'];
  const codes = letters.map((letter) => letter.charCodeAt(0));
  const widths = Array.from({ length: 82 }, (_, index) =>
    codes.includes(44 + index) ? (index > 2 ? 45 : 25) : 0,
  ).join(' ');
  const places = Array.from({ length: 20 }, (_, index) => `1 0 0 1 ${300 + 0.07 * index} ${500 - 20 * index} Tm`);
  const picture = (
    advance: number,
    [left, bottom, width, height]: [number, number, number, number],
  ): readonly [string, string] => [
    '',
    `${advance} 0 ${left} ${bottom} ${left + width} ${bottom + height} d1
    q ${width} 0 0 ${height} ${left} ${bottom} cm BI /W ${width} /H ${height} /IM true /BPC 1 /D [1 0] ID ${'\xff'.repeat(Math.ceil(width / 8) * height)} EI Q`,
  ];
  const file = fileOf([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`],
    [
      4,
      [
        '',
        `BT /F1 10.9091 Tf 300 540 Td (123456.,) Tj ${places.map((place) => `${place} ({{valor}}) Tj`).join(' ')} ET`,
      ],
    ],
    [
      5,
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 -20 46 70] /FontMatrix [0.011 0 0 0.011 0 0] /FirstChar 44 /LastChar 125
      /Widths [${widths}] /Encoding << /Differences [${codes.map((code) => `${code} /g${code}`).join(' ')}] >>
      /Resources << >> /ToUnicode 8 0 R
      /CharProcs << ${letters.map((letter, index) => `/g${codes[index]} ${/[.,]/.test(letter) ? 7 : 6} 0 R`).join(' ')} >> >>`,
    ],
    [6, picture(45, [8, 0, 30, 61])],
    [7, picture(25, [8, -18, 11, 27])],
    [
      8,
      [
        '',
        `/CMapType 2 def 1 begincodespacerange <00> <ff> endcodespacerange
        1 beginbfrange <2c> <7d> <002c> endbfrange endcmap`,
      ],
    ],
  ]);
  const result = await prepareLetter(file, { ...REQUEST, variables: { valor: '1.234,56' } });
  if (!result.ok) throw new Error(JSON.stringify(result.details));
  expect(textOf(result.file, 1)).toContain('1.234,56');
});

describe('the structure of a tagged file, which never prints, may be large', () => {
  type Numbered = Parameters<typeof fileOf>[0][number];
  const CONTENT = 'BT /F1 20 Tf 100 400 Td (Tagged) Tj ET';
  const page: Numbered[] = [
    [1, '<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 10 0 R >>'],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [
      3,
      `<< /Type /Page /Parent 2 0 R ${A4_BOX} /StructParents 0 /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    ],
    [4, ['', CONTENT]],
    [5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    [10, '<< /Type /StructTreeRoot /K [11 0 R] >>'],
  ];
  const element = (index: number) =>
    `<< /Type /StructElem /S /TD /P 10 0 R /Pg 3 0 R /K [${index} << /Type /MCR /MCID ${index} >>] >>`;
  const elements = (count: number) => Array.from({ length: count }, (_, index) => element(index));

  /** Object streams of 1,000 objects each. */
  function inStreams(objects: readonly string[]): Numbered[] {
    return Array.from({ length: objects.length / 1_000 }, (_, stream): Numbered => {
      const own = objects.slice(1_000 * stream, 1_000 * (stream + 1));
      let offset = 0;
      const table = own.map((object, index) => {
        const entry = `${1_000 + 1_000 * stream + index} ${offset}`;
        offset += object.length + 1;
        return entry;
      });
      const first = `${table.join(' ')} `;
      const dictionary = `/Type /ObjStm /N ${own.length} /First ${first.length} /Filter /FlateDecode`;
      return [200_000 + stream, [dictionary, deflateSync(first + own.join('\n'))]];
    });
  }
  const plain = (objects: readonly string[]) => objects.map((object, index): Numbered => [1_000 + index, object]);

  test.each<[string, Numbered[]]>([
    ['60,000 elements', plain(elements(60_000))],
    ['100,000 elements in object streams', inStreams(elements(100_000))],
  ])('%s', async (_, objects) => {
    const result = await prepareLetter(fileOf([...page, ...objects]), REQUEST);
    if (!result.ok) throw new Error(JSON.stringify(result.details));
    expect(rasterOf(result.file, 1).pixels.equals(rasterOf(handmade({ content: CONTENT }), 1).pixels)).toBe(true);
  });

  test.each<[string, 'structure' | 'objects', number, Numbered[]]>([
    ['with more elements than any letter has', 'structure', 120_000, inStreams(elements(130_000))],
    ['with other objects that refer to it', 'objects', 40_000, plain(Array<string>(45_000).fill('[ /P /P ]'))],
    [
      'with objects that refer to it often',
      'objects',
      40_000,
      [[1_000, `[${'/StructElem '.repeat(60_000)}]`], ...plain(Array<string>(45_000).fill('[]'))],
    ],
  ])('not %s', async (_, limit, maximum, objects) => {
    expect(await detailsOf(fileOf([...page, ...objects]))).toEqual([
      { param: 'document.data', code: 'document_invalid', values: { reason: 'too_complex', limit, maximum } },
    ]);
  });
});

describe('a rejected file gets the right reason', () => {
  const refused = (reason: string) => [{ param: 'document.data', code: 'document_invalid', values: { reason } }];

  test('a dynamic form, whose page only says "Please wait"', async () => {
    const catalog = '/NeedsRendering true /AcroForm << /XFA [(template) 10 0 R] /Fields [] >>';
    const file = handmade({
      content: 'BT /F1 12 Tf 100 400 Td (Please wait...) Tj ET',
      catalog,
      objects: [['', '<xdp/>']],
    });
    expect(await detailsOf(file)).toEqual(refused('dynamic_form'));
  });

  test('a dynamic form that is declared only in its configuration', async () => {
    const catalog = '/AcroForm << /XFA [(config) 10 0 R (template) 11 0 R] /Fields [] >>';
    const config = '<config><acrobat><acrobat7><dynamicRender>required</dynamicRender></acrobat7></acrobat></config>';
    const file = handmade({
      content: 'q Q',
      catalog,
      objects: [
        ['', config],
        ['', '<template/>'],
      ],
    });
    expect(await detailsOf(file)).toEqual(refused('dynamic_form'));
  });

  test('a form with XFA and its own pages is printed', async () => {
    const catalog = '/AcroForm << /XFA [(template) 10 0 R] /Fields [] >>';
    expect(await detailsOf(handmade({ content: 'q Q', catalog, objects: [['', '<xdp/>']] }))).toEqual([]);
  });

  test('a portfolio, whose page only names a viewer', async () => {
    expect(await detailsOf(handmade({ content: 'q Q', catalog: '/Collection << /View /D >>' }))).toEqual(
      refused('portfolio'),
    );
  });

  test('a file encrypted for the holders of certificates', async () => {
    const encrypt =
      '<< /Filter /Adobe.PubSec /SubFilter /adbe.pkcs7.s5 /V 4 /Length 128 /CF << /DefaultCryptFilter << /CFM /AESV2 /Recipients [<00>] >> >> /StmF /DefaultCryptFilter /StrF /DefaultCryptFilter >>';
    const sound = fileOf([
      [1, '<< /Type /Catalog /Pages 2 0 R >>'],
      [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
      [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595.28 841.89] >>'],
      [9, encrypt],
    ]);
    const file = Buffer.from(sound.toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 9 0 R'), 'latin1');
    expect(await detailsOf(file)).toEqual([{ param: 'document.data', code: 'document_encrypted' }]);
  });
});

describe('a page of 300 dpi in CMYK with a profile, as printers send them, leaves a third of its time', () => {
  const [WIDTH, HEIGHT] = [2480, 3508];
  const pixels = Buffer.alloc(4 * WIDTH * HEIGHT);
  // As in a photo, almost every pixel differs from the previous one.
  for (let at = 0; at < pixels.length; at++) pixels[at] = ((7 * at) >> 5) & 127;
  const picture = `/Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /BitsPerComponent 8`;
  const PROFILE = '[/ICCBased 11 0 R]';
  const INKS = '/Cyan /Magenta /Yellow /Black';

  test.each([
    ['unchanged', PROFILE, '', '', null],
    ['with a value on it', PROFILE, '', 'BT /F1 11 Tf 100 300 Td ({{valor}}) Tj ET', { valor: '1.234,56' }],
    ['whose profile applies to all CMYK', '/DeviceCMYK', `/ColorSpace << /DefaultCMYK ${PROFILE} >>`, '', null],
    ['with spot colors', `[/DeviceN [${INKS}] ${PROFILE} 12 0 R]`, '', '', null],
  ])('%s', async (_, space, colors, text, variables) => {
    const content = `q 595 0 0 842 0 0 cm /I Do Q ${text}`;
    const objects = [
      [`${picture} /ColorSpace ${space} /Filter /FlateDecode`, deflateSync(pixels)],
      ['/N 4', cmykProfile()],
      ['/FunctionType 4 /Domain [0 1 0 1 0 1 0 1] /Range [0 1 0 1 0 1 0 1]', '{}'],
    ] as const;
    const file = handmade({ content, resources: `/XObject << /I 10 0 R >> ${colors}`, objects });
    const time = newTimeBudget();
    const result = await prepareLetter(file, { ...REQUEST, variables }, time);
    expect(result).toMatchObject({ ok: true, pages: 1 });
    expect(time.remainingMs).toBeGreaterThan(time.allowedMs / 3);
  });
});

/** The smallest printer profile: one table from CMYK to Lab with two steps per color (ICC.1:2010, 10.9). */
function cmykProfile(): Buffer {
  const curve = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
  // Each ink darkens; without ink the paper is white.
  const lightness = Array.from({ length: 16 }, (_, inks) => 255 >> inks.toString(2).replaceAll('0', '').length);
  const head = Buffer.alloc(48);
  head.write('mft1', 'latin1');
  head.set([4, 3, 2], 8);
  [0, 4, 8].forEach((entry) => head.writeInt32BE(0x10000, 12 + 4 * entry));
  const table = Buffer.concat([
    head,
    curve,
    curve,
    curve,
    curve,
    Buffer.from(lightness.flatMap((value) => [value, 128, 128])),
    curve,
    curve,
    curve,
  ]);
  const tags = Buffer.alloc(16);
  tags.writeUInt32BE(1);
  tags.write('A2B0', 4, 'latin1');
  tags.writeUInt32BE(128 + tags.length, 8);
  tags.writeUInt32BE(table.length, 12);
  const header = Buffer.alloc(128);
  header.writeUInt32BE(128 + tags.length + table.length);
  header.writeUInt32BE(0x02400000, 8);
  header.write('prtrCMYKLab ', 12, 'latin1');
  header.write('acsp', 36, 'latin1');
  // The white point of the connection space, D50.
  [0xf6d6, 0x10000, 0xd32d].forEach((value, index) => header.writeUInt32BE(value, 68 + 4 * index));
  return Buffer.concat([header, tags, table]);
}
