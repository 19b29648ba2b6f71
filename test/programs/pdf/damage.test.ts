import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { inspectLetter } from '../../../lib/pdf/letter-file.ts';
import { ascii85, hex, lzw, runLength } from './encoders.ts';
import { fixture, LETTERS, REQUEST } from './fixture-letters.ts';
import { A4_BOX, fileOf, type Handmade, handmade } from './handmade.ts';

type Objects = Parameters<typeof fileOf>[0][number][];

async function outcomeOf(bytes: Uint8Array) {
  const result = await inspectLetter(bytes, REQUEST);
  return result.ok ? { pages: result.pages } : result.details;
}

/** The messages about a file that did not arrive complete. */
const DAMAGE: ReadonlySet<unknown> = new Set(['damaged', 'page_damaged', 'pages_missing']);

const refused = (values: Record<string, string | number>) => [
  { param: 'document.data', code: 'document_invalid', values },
];

const page = (number: number): Objects[number] => [
  number,
  `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Resources << /Font << /F1 5 0 R >> >> /Contents ${number + 10} 0 R >>`,
];
const content = (number: number): Objects[number] => [number + 10, ['', `BT /F1 12 Tf 100 400 Td (Page) Tj ET`]];
const FONT: Objects[number] = [5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'];

/** Three pages, 20 to 22; `tree` and `changed` say what differs. */
function threePages(tree: string, changed: Objects = []): Buffer {
  const objects = new Map<number, Objects[number][1]>([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, tree],
    FONT,
    ...[20, 21, 22].flatMap((number) => [page(number), content(number)]),
    ...changed,
  ]);
  return fileOf([...objects]);
}

const TREE = '<< /Type /Pages /Kids [20 0 R 21 0 R 22 0 R] /Count 3 >>';
const broken = (file: Buffer, from: string, to: string) => {
  const text = file.toString('latin1');
  expect(text).toContain(from);
  return Buffer.from(text.replace(from, to), 'latin1');
};

describe('a document prints whole or not at all', () => {
  test('three sound pages are three', async () => {
    expect(await outcomeOf(threePages(TREE))).toEqual({ pages: 3 });
  });

  test.each<[string, Buffer]>([
    ['is null', threePages(TREE, [[21, 'null']])],
    ['is a number', threePages(TREE, [[21, '42']])],
    ['is a name', threePages(TREE, [[21, '/Page']])],
    ['is an array', threePages(TREE, [[21, '[1 2 3]']])],
    ['is not in the file', threePages('<< /Type /Pages /Kids [20 0 R 99 0 R 22 0 R] /Count 3 >>')],
    ['has lost its object number', broken(threePages(TREE), '21 0 obj', '21 0 xbj')],
    ['is overwritten', broken(threePages(TREE), '21 0 obj\n<< /Type /Page', '21 0 obj\n\0\0\0\0\0\0\0\0\0\0\0\0\0')],
    ['is missing from its list', threePages('<< /Type /Pages /Kids [20 0 R 22 0 R] /Count 3 >>')],
    ['belongs to a node without children', threePages(TREE, [[21, '<< /Type /Pages /Parent 2 0 R /Count 1 >>']])],
  ])('a page that %s', async (_, file) => {
    expect(await outcomeOf(file)).toEqual(refused({ reason: 'pages_missing', found: 2, count: 3 }));
  });

  test('a page that is truncated', async () => {
    const cut = broken(
      threePages(TREE),
      '21 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0',
      '21 0 obj\n<< /Type (',
    );
    // Its text without an end takes the objects behind it along, so nobody knows how many pages there were.
    expect(await outcomeOf(cut)).toEqual(refused({ reason: 'damaged' }));
  });

  test('more pages than the tree counts, and readers show', async () => {
    expect(await outcomeOf(threePages('<< /Type /Pages /Kids [20 0 R 21 0 R 22 0 R] /Count 1 >>'))).toEqual(
      refused({ reason: 'pages_missing', found: 3, count: 1 }),
    );
  });

  test('a null page that is not counted: readers show another in its place', async () => {
    const tree = '<< /Type /Pages /Kids [20 0 R 21 0 R 22 0 R] /Count 2 >>';
    expect(await outcomeOf(threePages(tree, [[21, 'null']]))).toEqual(
      refused({ reason: 'prints_differently', page: 2 }),
    );
  });
});

describe('a page prints whole or not at all', () => {
  const lines = Array.from({ length: 400 }, (_, line) => `1 0 0 1 57 ${line * 2} Tm (Line ${line * 7919}) Tj`);
  const whole = Buffer.from(`BT /F1 2 Tf ${lines.join('\n')} ET`);
  const half = (data: Buffer) => data.subarray(0, data.length / 2);
  const flate = '/Filter /FlateDecode';
  const withContent = (...stream: readonly [string, Buffer]) => threePages(TREE, [[31, stream]]);

  const packed = (content: Buffer) => withContent(flate, deflateSync(content));

  test.each<[string, Buffer]>([
    ['compressed content is truncated', withContent(flate, half(deflateSync(whole)))],
    [
      'compressed content is damaged halfway',
      withContent(flate, Buffer.concat([half(deflateSync(whole)), Buffer.alloc(200, 0xff)])),
    ],
    [
      'compressed content has a wrong checksum',
      withContent(flate, Buffer.concat([deflateSync(whole).subarray(0, -4), Buffer.alloc(4)])),
    ],
    [
      'compressed content has a wrong header',
      withContent(flate, Buffer.concat([Buffer.of(0x78, 0x9e), deflateSync(whole).subarray(2)])),
    ],
    ['hexadecimal content is truncated', withContent('/Filter /ASCIIHexDecode', half(hex(whole)))],
    ['ASCII85 content is truncated', withContent('/Filter /ASCII85Decode', half(ascii85(whole)))],
    ['LZW content is truncated', withContent('/Filter /LZWDecode', half(lzw(whole)))],
    ['run-length content is truncated', withContent('/Filter /RunLengthDecode', half(runLength(whole)))],
    [
      'content is truncated within a string',
      withContent('', half(whole).subarray(0, half(whole).lastIndexOf('(') + 4)),
    ],
    ['content is truncated within an array', withContent('', Buffer.from('BT /F1 12 Tf [(Dear) 20 (cus'))],
    ['content is truncated between operands', withContent('', Buffer.from('BT /F1 12 Tf 100 40'))],
    ['content is truncated within a picture', withContent('', Buffer.from('BI /W 9 /H 9 ID abcdef'))],
    [
      'content was truncated within a string before compression',
      packed(half(whole).subarray(0, half(whole).lastIndexOf('(') + 4)),
    ],
    ['content was truncated within an array before compression', packed(Buffer.from('BT /F1 12 Tf [(Dear) 20 (cus'))],
    ['content has an image filter', withContent('/Filter /DCTDecode', whole)],
    ['content is not in the file', threePages(TREE)],
    ['content is a number', threePages(TREE, [[31, '42']])],
  ])('%s', async (name, file) => {
    const lost = name === 'content is not in the file' ? broken(file, '31 0 obj', '93 0 obj') : file;
    expect(await outcomeOf(lost)).toEqual(refused({ reason: 'page_damaged', page: 2 }));
  });

  const form = '/Type /XObject /Subtype /Form /BBox [0 0 595 842]';
  const DAMAGED = [`${form} ${flate}`, half(deflateSync(whole))] as const;
  test.each<[string, string, Handmade['objects'], string?]>([
    ['a form', '/A#42 Do', [DAMAGED]],
    ['a form within a form', '/AB Do', [[`${form} /Resources << /XObject << /In 11 0 R >> >>`, '/In Do'], DAMAGED]],
    ['a form without compression', '/AB Do', [[form, 'BT /F1 12 Tf [(Dear) 20 (cus']]],
    [
      'a form that was truncated before compression',
      '/AB Do',
      [[`${form} ${flate}`, deflateSync(Buffer.from('BT [(Dear) 20 (cus'))]],
    ],
    ['a form with an image filter', '/AB Do', [[`${form} /Filter /DCTDecode`, whole]]],
    [
      'the appearance of an annotation',
      '',
      [DAMAGED, '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [100 100 200 200] /AP << /N 10 0 R >> >>'],
      '/Annots [11 0 R]',
    ],
  ])('%s is truncated', async (_, content, objects, page = '') => {
    const file = handmade({ content, resources: '/XObject << /AB 10 0 R >>', objects, page: `${A4_BOX} ${page}` });
    expect(await outcomeOf(file)).toEqual(refused({ reason: 'page_damaged', page: 1 }));
  });

  const CUT = ['BT /F1 12 Tf [(Dear) 20 (cus'] as const;
  const MASK = `${form} /Group << /S /Transparency /CS /DeviceGray >>`;
  const TILE =
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>';
  const TYPE_3 =
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [1] ' +
    '/Encoding << /Type /Encoding /Differences [97 /a] >> /CharProcs << /a 10 0 R >> >>';
  test.each<[string, string, string, Handmade['objects']]>([
    [
      'a soft mask',
      '/G gs 100 100 50 50 re f',
      '/ExtGState << /G << /SMask << /S /Luminosity /G 10 0 R >> >> >>',
      [[MASK, ...CUT]],
    ],
    ['a pattern', '/Pattern cs /P scn 100 100 50 50 re f', '/Pattern << /P 10 0 R >>', [[TILE, ...CUT]]],
    ['a pattern for strokes', '/Pattern CS /P SCN 100 100 50 50 re S', '/Pattern << /P 10 0 R >>', [[TILE, ...CUT]]],
    ['a Type 3 glyph', 'BT /T 12 Tf 100 100 Td (a) Tj ET', '/Font << /T 11 0 R >>', [['', '1 0 d0 0 0 [(x'], TYPE_3]],
  ])('%s that is truncated', async (_, content, resources, objects) => {
    const whole = objects!.map((object) => (typeof object === 'string' ? object : ([object[0], '1 0 d0'] as const)));
    expect(await outcomeOf(handmade({ content, resources, objects: whole }))).toEqual({ pages: 1 });
    expect(await outcomeOf(handmade({ content, resources, objects }))).toEqual(
      refused({ reason: 'page_damaged', page: 1 }),
    );
    expect(await outcomeOf(handmade({ content: 'q Q', resources, objects }))).toEqual({ pages: 1 });
  });

  test('a form that breaks off and is not drawn', async () => {
    const file = handmade({ content: 'q Q', resources: '/XObject << /AB 10 0 R >>', objects: [DAMAGED] });
    expect(await outcomeOf(file)).toEqual({ pages: 1 });
  });

  const picture = '/Type /XObject /Subtype /Image /Width 300 /Height 300 /BitsPerComponent 8';
  const noise = Buffer.from(Array.from({ length: 2_000 }, (_, index) => (index * 7_919) % 251));
  const onPage = (dictionary: string, data: Buffer) =>
    handmade({
      content: 'q 400 0 0 400 100 100 cm /P Do Q BT /F1 12 Tf 100 700 Td (Page) Tj ET',
      resources: '/XObject << /P 10 0 R >>',
      objects: [[dictionary, data]],
    });

  test.each<[string, Buffer]>([
    ['JPEG', onPage(`${picture} /ColorSpace /DeviceRGB /Filter /DCTDecode`, noise)],
    ['JPEG 2000', onPage(`${picture} /ColorSpace /DeviceRGB /Filter /JPXDecode`, noise)],
    ['JBIG2', onPage(`${picture.replace('8', '1')} /ColorSpace /DeviceGray /Filter /JBIG2Decode`, noise)],
    ['an unknown filter', onPage(`${picture} /ColorSpace /DeviceGray /Filter /OwnDecode`, noise)],
    ['no data', onPage(`${picture} /ColorSpace /DeviceGray /Filter /FlateDecode`, Buffer.alloc(0))],
    ['colors that are not in the file', onPage(`${picture} /ColorSpace [/ICCBased 99 0 R]`, Buffer.alloc(90_000))],
  ])('a picture that readers omit: %s', async (_, file) => {
    expect(await outcomeOf(file)).toEqual(refused({ reason: 'page_damaged', page: 1 }));
  });

  const draws = (content: string, resources: string) => handmade({ content, resources });
  test.each<[string, Buffer]>([
    ['its object', draws('/P Do', '/XObject << /P 99 0 R >>')],
    ['its name', draws('/P Do', '/XObject << >>')],
    ['its name, and there are no others', draws('/P Do', '')],
    ['its object, in a name with a code', draws('/Q#50 Do', '/XObject << /QP null >>')],
  ])('a picture that is drawn, but %s is not in the file', async (_, file) => {
    expect(await outcomeOf(file)).toEqual(refused({ reason: 'page_damaged', page: 1 }));
  });

  test('a text that looks like a drawing operator', async () => {
    expect(await outcomeOf(draws('BT /F1 12 Tf 100 400 Td (Type /P Do here) Tj ET', ''))).toEqual({ pages: 1 });
  });

  test.each<[string, Buffer]>([
    ['half a checksum', withContent(flate, deflateSync(whole).subarray(0, -2))],
    [
      'half a checksum and a line end',
      withContent(flate, Buffer.concat([deflateSync(whole).subarray(0, -2), Buffer.from('\r\n')])),
    ],
    [
      'only a line end after it',
      withContent(flate, Buffer.concat([deflateSync(whole).subarray(0, -4), Buffer.from('\r\n')])),
    ],
    ['no checksum', withContent(flate, deflateSync(whole).subarray(0, -4))],
    ['more data after its end', withContent(flate, Buffer.concat([deflateSync(whole), Buffer.from('\r\n\0\0')]))],
    ['no content', withContent('', Buffer.alloc(0))],
    ['no end mark, hexadecimal,', withContent('/Filter /ASCIIHexDecode', hex(whole).subarray(0, -1))],
    ['no end mark, ASCII85,', withContent('/Filter /ASCII85Decode', ascii85(whole).subarray(0, -2))],
    ['no end mark, run-length,', withContent('/Filter /RunLengthDecode', runLength(whole).subarray(0, -1))],
  ])('compressed content with %s is whole', async (_, file) => {
    expect(await outcomeOf(file)).toEqual({ pages: 3 });
  });
});

describe('the error of a damaged PDF says why', () => {
  test.each(LETTERS)('%s, wherever it is truncated', async (name) => {
    const whole = fixture(name);
    const reasons = await Promise.all(
      Array.from({ length: 12 }, async (_, part) => {
        const result = await inspectLetter(whole.subarray(0, (whole.length * (part + 0.5)) / 12), REQUEST);
        return result.ok ? 'accepted' : result.details[0]!.values?.['reason'];
      }),
    );
    expect(reasons.filter((reason) => !DAMAGE.has(reason))).toEqual([]);
  });

  test.each<[string, Buffer, Record<string, string | number>]>([
    ['a text', Buffer.from('Prezada cliente'), { reason: 'not_pdf' }],
    ['only a header', Buffer.from('%PDF-1.7\n'), { reason: 'damaged' }],
    // Its list of pages breaks off before their number.
    ['half a file', handmade({ content: 'q Q' }).subarray(0, 110), { reason: 'damaged' }],
    [
      '180,000 objects',
      fileOf(Array.from({ length: 180_000 }, (_, index): Objects[number] => [1 + index, '1'])),
      { reason: 'too_complex', limit: 'objects', maximum: 40_000 },
    ],
    ['no pages', threePages('<< /Type /Pages /Kids [] /Count 0 >>'), { reason: 'damaged' }],
  ])('%s', async (_, file, values) => {
    expect(await outcomeOf(file)).toEqual(refused(values));
  });
});
