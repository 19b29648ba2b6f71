import { deflateSync } from 'node:zlib';
import { A4_BOX, fileOf, handmade } from './handmade.ts';

type Objects = Parameters<typeof fileOf>[0][number][];

const flate = (data: string | Buffer) => deflateSync(data);
const zeros = (bytes: number) => Buffer.alloc(bytes, 0x20);
const FLATE = '/Filter /FlateDecode';
const CATALOG: Objects[number] = [1, '<< /Type /Catalog /Pages 2 0 R >>'];
const ONE_PAGE: Objects = [
  CATALOG,
  [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
  [3, `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents 4 0 R >>`],
  [4, ['', '0 g 100 100 50 50 re f']],
];

const withContent = (dictionary: string, data: string | Buffer) =>
  fileOf([...ONE_PAGE.slice(0, 3), [4, [dictionary, data]]]);
const withText = (content: string, font = '') =>
  fileOf([
    ...ONE_PAGE.slice(0, 2),
    [3, `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`],
    [4, [FLATE, flate(content)]],
    [5, `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${font} >>`],
  ]);
const withTree = (objects: Objects) => fileOf([CATALOG, ...objects]);
const leaf = (number: number): Objects[number] => [number, `<< /Type /Page /Parent 2 0 R ${A4_BOX} >>`];

/** Forms that draw each other; `calls` is the content of each. */
function forms(count: number, calls: (index: number) => string): Buffer {
  const name = (index: number) => `/X${index} ${10 + index} 0 R`;
  const all = Array.from({ length: count }, (_, index) => name(index)).join(' ');
  return handmade({
    content: '/X0 Do',
    resources: `/XObject << ${all} >>`,
    objects: Array.from(
      { length: count },
      (_, index) =>
        [
          `/Type /XObject /Subtype /Form /BBox [0 0 600 850] /Resources << /XObject << ${all} >> >>`,
          calls(index),
        ] as const,
    ),
  });
}

const MEGABYTE = 1024 * 1024;
/** A valid file followed by more: parsers that need no cross-reference table read that too. */
const followedBy = (...parts: string[]) => Buffer.concat([fileOf(ONE_PAGE), Buffer.from(parts.join(''), 'latin1')]);
const stream = (length: number) => `9 0 obj << /Length ${length} >> stream\nendstream endobj\n`;
/** An object stream whose objects are found at the given offsets. */
function objectsAt(offsets: readonly number[], content: string): Buffer {
  const table = `${offsets.map((offset, index) => `${20 + index} ${offset}`).join(' ')} `;
  const dictionary = `/Type /ObjStm /N ${offsets.length} /First ${table.length} ${FLATE}`;
  return fileOf([...ONE_PAGE, [9, [dictionary, flate(table + content)]]]);
}
const objectStream = (type: string, data: Buffer, filter = FLATE) =>
  fileOf([...ONE_PAGE, [9, [`/Type /${type} /N 1 /First 5 ${filter}`, data]]]);

/**
 * Files made to exhaust memory, time or stack. Each must finish quickly, with a documented outcome.
 * They are made on demand: together they would take gigabytes.
 */
export const HOSTILE: Readonly<Record<string, () => Buffer>> = {
  'a content bomb': () => withContent(FLATE, flate(zeros(100 * MEGABYTE))),
  'a content bomb within a bomb': () =>
    withContent('/Filter [/FlateDecode /FlateDecode]', flate(flate(zeros(80 * MEGABYTE)))),
  'the same large stream forty times': () =>
    fileOf([
      ...ONE_PAGE.slice(0, 2),
      [3, `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents [${'4 0 R '.repeat(40)}] >>`],
      [4, [FLATE, flate(zeros(8 * MEGABYTE))]],
    ]),
  'an object-stream bomb': () => objectStream('ObjStm', flate(zeros(80 * MEGABYTE))),
  'an object-stream bomb with an escaped name': () => objectStream('Obj#53tm', flate(zeros(80 * MEGABYTE))),
  'an object-stream bomb with a referenced type': () =>
    fileOf([...ONE_PAGE, [8, '/ObjStm'], [9, [`/Type 8 0 R /N 1 /First 5 ${FLATE}`, flate(zeros(80 * MEGABYTE))]]]),
  'an object stream behind two filters': () =>
    objectStream('ObjStm', flate(flate('5 0 <<>>')), '/Filter [/FlateDecode /FlateDecode]'),
  'an object stream of numbers': () => objectStream('ObjStm', flate(`10 0 [${'1 '.repeat(8_000_000)}]`)),
  'a cross-reference stream bomb': () => objectStream('XRef', flate(zeros(80 * MEGABYTE))),
  'a cross-reference stream of two billion entries': () =>
    fileOf([...ONE_PAGE, [9, [`/Type /XRef /Size 2000000000 /W [0 0 0] /Root 1 0 R ${FLATE}`, flate('x')]]]),
  'an object stream whose strings lie in one another': () =>
    objectsAt([...Array(20_000).keys()], `${'('.repeat(20_000)}${')'.repeat(20_000)}`),
  'an object stream of one array many times': () => objectsAt(Array(20_000).fill(0), `[${'1 '.repeat(300_000)}]`),
  'a length that leads back': () => followedBy(...Array.from({ length: 120 }, (_, back) => stream(-back))),
  'lengths that lead into white space': () => followedBy(stream(5_000_000).repeat(35_000), ' '.repeat(7 * MEGABYTE)),
  'objects that never end': () => followedBy('9 0 obj )\n'.repeat(39_000), 'x'.repeat(9 * MEGABYTE)),
  'strings that never end': () => followedBy('9 0 obj ( endobj\n'.repeat(39_000), 'x'.repeat(8 * MEGABYTE)),
  'hexadecimal strings that never end': () => followedBy('9 0 obj < endobj\n'.repeat(39_000), 'x'.repeat(8 * MEGABYTE)),
  'streams that never end': () =>
    followedBy('9 0 obj << /Length 5 >> stream\n'.repeat(30_000), 'y'.repeat(8 * MEGABYTE)),
  'one dictionary for many streams': () => followedBy('9 0 obj << >> ', 'stream endstream '.repeat(500_000)),
  'a filter list that never ends': () =>
    followedBy('9 0 obj << /Type /ObjStm ', '/Filter [ '.repeat(700_000), '>> stream\nendstream'),
  'half a million numbers out of range': () => followedBy(`9 0 obj [${'99999999999999999999 '.repeat(450_000)}]`),
  'widths in 300,000 ranges': () =>
    fileOf([
      ...ONE_PAGE.slice(0, 2),
      [3, `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`],
      [4, [FLATE, flate(`BT /F1 1 Tf ${`<${'00ff'.repeat(2000)}> Tj `.repeat(30)} ET`)]],
      [5, '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [6 0 R] >>'],
      [6, `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /W [${'500 501 3 '.repeat(300_000)}] >>`],
    ]),
  'a page tree that is a cycle': () => withTree([[2, '<< /Type /Pages /Kids [2 0 R] /Count 1 >>']]),
  'a page tree with two cycles': () =>
    withTree([
      [2, '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>'],
      [3, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>'],
    ]),
  'a page tree that doubles at each of 30 levels': () =>
    withTree([
      ...Array.from({ length: 30 }, (_, index): Objects[number] => [
        2 + index,
        `<< /Type /Pages /Kids [${3 + index} 0 R ${3 + index} 0 R] >>`,
      ]),
      leaf(32),
    ]),
  'a page tree 20,000 levels deep': () =>
    withTree([
      ...Array.from({ length: 20_000 }, (_, index): Objects[number] => [
        2 + index,
        `<< /Type /Pages /Kids [${3 + index} 0 R] >>`,
      ]),
      leaf(20_002),
    ]),
  'the same page half a million times': () =>
    withTree([[2, `<< /Type /Pages /Kids [${'3 0 R '.repeat(500_000)}] >>`], leaf(3)]),
  'a page count that lies': () => withTree([[2, '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>'], leaf(3)]),
  'a million nested arrays': () => fileOf([...ONE_PAGE, [9, `${'['.repeat(1_000_000)}`]]),
  '300,000 nested dictionaries': () => fileOf([...ONE_PAGE, [9, '<</A'.repeat(300_000)]]),
  'nested arrays hidden behind a string': () => fileOf([...ONE_PAGE, [9, `(>> stream\n) ${'['.repeat(500_000)}`]]),
  'as many parentheses': () => fileOf([...ONE_PAGE, [9, '('.repeat(1_000_000)]]),
  '180,000 objects': () =>
    fileOf([...ONE_PAGE, ...Array.from({ length: 180_000 }, (_, index): Objects[number] => [9 + index, '1'])]),
  'references that go in circles': () => fileOf([CATALOG, [2, '3 0 R'], [3, '2 0 R']]),
  'a length that is itself': () =>
    Buffer.from(withContent('', 'q Q').toString('latin1').replace('/Length 3', '/Length 4 0 R'), 'latin1'),
  'content operands nested without end': () => withContent(FLATE, flate(`${'['.repeat(1_000_000)} TJ`)),
  'forms that draw themselves': () => forms(1, () => '/X0 Do /X0 Do'),
  'forms that draw each other': () => forms(3, (index) => `/X${(index + 1) % 3} Do /X${(index + 2) % 3} Do`),
  'a billion laughs': () => forms(12, (index) => (index === 11 ? '0 0 1 1 re f' : `/X${index + 1} Do `.repeat(10))),
  'half a million operators': () => withText('BT /F1 12 Tf ET '.repeat(125_000)),
  'five million operators': () => withText('q Q '.repeat(2_500_000)),
  '200,000 path segments': () => withText(`0 0 m ${'1 1 l '.repeat(200_000)} S`),
  'two million glyphs': () => withText(`BT /F1 1 Tf ${`(${'x'.repeat(2000)}) Tj `.repeat(1000)} ET`),
  'a string of ten megabytes': () => withText(`BT /F1 1 Tf (${'x'.repeat(10 * MEGABYTE)}) Tj ET`),
  'a character map bomb': () =>
    fileOf([
      ...ONE_PAGE.slice(0, 2),
      [3, `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`],
      [4, ['', 'BT /F1 12 Tf 100 400 Td <0001> Tj ET']],
      [
        5,
        '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
      ],
      [
        6,
        '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
      ],
      [7, [FLATE, flate(`100 beginbfrange ${'<0000> <FFFF> <0041> '.repeat(6_000)} endbfrange`)]],
    ]),
  'a character map of codes too long to count': () =>
    fileOf([
      ...ONE_PAGE.slice(0, 2),
      [3, `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`],
      [4, ['', 'BT /F1 12 Tf 100 400 Td <0001> Tj ET']],
      [5, '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /ToUnicode 7 0 R >>'],
      [7, ['', '1 beginbfrange <1000000000000000> <1000000000000000> <0041> endbfrange']],
    ]),
  'an empty stream twenty thousand times': () =>
    fileOf([
      ...ONE_PAGE.slice(0, 2),
      [3, `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents [${'4 0 R '.repeat(20_000)}] >>`],
      [4, [FLATE, flate('')]],
    ]),
  'text under 100,000 marks': () => withText(`${'/A BMC '.repeat(100_000)} BT /F1 1 Tf ${'()Tj '.repeat(200_000)} ET`),
  '100,000 clips within one another': () => withText('0 0 1 1 re W n '.repeat(100_000)),
  'a pattern of tiny tiles': () =>
    handmade({
      content: '/Pattern cs /P scn 0 0 595 842 re f',
      resources: '/Pattern << /P 10 0 R >>',
      objects: [
        [
          '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources << >>',
          '0 g 0 0 1 1 re f',
        ],
      ],
    }),
  'a line of tiny dashes': () => handmade({ content: '[0.00001] 0 d 1 w 0 650 m 595 650 l S' }),
  'a picture of four billion pixels': () =>
    handmade({
      content: '595 0 0 842 0 0 cm /I Do',
      resources: '/XObject << /I 10 0 R >>',
      objects: [
        [
          `/Type /XObject /Subtype /Image /Width 65535 /Height 65535 /ColorSpace /DeviceRGB /BitsPerComponent 8 ${FLATE}`,
          flate(zeros(20 * MEGABYTE)),
        ],
      ],
    }),
  'a function of 200,000 sines': () =>
    handmade({
      content: '/Sh sh',
      resources:
        '/Shading << /Sh << /ShadingType 1 /ColorSpace /DeviceGray /Domain [0 595 0 842] /Function 10 0 R >> >>',
      objects: [['/FunctionType 4 /Domain [0 595 0 842] /Range [0 1]', `{ add ${'sin '.repeat(200_000)} }`]],
    }),
  'a large picture twenty thousand times': () =>
    handmade({
      content: 'q 595 0 0 842 0 0 cm /I Do Q '.repeat(20_000),
      resources: '/XObject << /I 10 0 R >>',
      objects: [
        [
          `/Type /XObject /Subtype /Image /Width 4000 /Height 4000 /ColorSpace /DeviceRGB /BitsPerComponent 8 ${FLATE}`,
          flate(Buffer.alloc(48_000_000, 255)),
        ],
      ],
    }),
  'transparent groups that double at each of 60 levels': () =>
    handmade({
      content: '/N Do',
      resources: '/XObject << /N 10 0 R >>',
      objects: Array.from(
        { length: 60 },
        (_, index) =>
          [
            `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency >> /Resources << /XObject << /N ${11 + index} 0 R >> >>`,
            '/N Do /N Do',
          ] as const,
      ),
    }),
  'a letter that draws itself': () =>
    handmade({
      content: 'BT /T 12 Tf 100 400 Td (a) Tj ET',
      resources: '/Font << /T 10 0 R >>',
      objects: [
        `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [1]
         /CharProcs << /a 11 0 R >> /Encoding << /Differences [97 /a] >> /Resources << /Font << /T 10 0 R >> >> >>`,
        ['', '1 0 0 0 1 1 d1 BT /T 1 Tf (aaaaaaaaaa) Tj ET'],
      ],
    }),
  '60,000 annotations': () =>
    handmade({
      page: `${A4_BOX} /Annots [${'10 0 R '.repeat(60_000)}]`,
      objects: ['<< /Type /Annot /Subtype /Square /F 4 /Rect [0 0 1 1] >>'],
    }),
  'no box': () => handmade({ page: '' }),
  'a box of no numbers': () => handmade({ page: '/MediaBox [/a /b /c /d]' }),
  'an endless box': () => handmade({ page: '/MediaBox [0 0 1e99 -1e99]' }),
  'a looping script': () => handmade({ catalog: '/OpenAction << /S /JavaScript /JS (for\\(;;\\);) >>' }),
  'a matrix of nothing': () => withText('0 0 0 0 0 0 cm BT /F1 12 Tf 0 0 0 0 0 0 Tm ({{nome}}) Tj ET'),
  'huge numbers': () => withText('1e300 0 0 1e300 0 0 cm BT /F1 1e300 Tf 99999999999999999999 0 Td ({{nome}}) Tj ET'),
};

export const LINE_OF_6_000_MARKERS = () => withText(`BT /F1 0.01 Tf 20 300 Td ${'({{nome}})Tj '.repeat(6_000)} ET`);

/**
 * Text in an order that no program writes: 48,000 operations of one letter each, shuffled, with markers on every line.
 * @param pages number of pages to spread the letters over; on fewer pages they are smaller
 */
export function shuffledLetters(pages: number): Buffer {
  const perPage = 48_000 / pages;
  const size = Math.min(9, Math.floor(10 * Math.sqrt((500 * 520) / (perPage * 0.5))) / 10);
  const [advance, leading] = [0.6 * size, 1.2 * size];
  const perLine = Math.floor(500 / advance);
  const line = 'Prezada {{nome}}, as partes declaram ter lido e aceitado esta {{nome}} do contrato. '.repeat(20);
  const letters = Array.from({ length: perPage }, (_, index) => {
    const [row, column] = [Math.floor(index / perLine), index % perLine];
    const [x, y] = [50 + column * advance, 570 - row * leading];
    return `1 0 0 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm (${line[column % line.length]}) Tj`;
  });
  // The constants of Numerical Recipes: the same order each time.
  let state = 1;
  for (let index = letters.length - 1; index > 0; index--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const other = state % (index + 1);
    [letters[index], letters[other]] = [letters[other]!, letters[index]!];
  }
  const content = flate(`BT /F1 ${size} Tf ${letters.join('\n')} ET`);
  const numbers = Array.from({ length: pages }, (_, index) => 10 + index);
  return fileOf([
    CATALOG,
    [2, `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages} >>`],
    [4, [FLATE, content]],
    [5, '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>'],
    ...numbers.map((number): Objects[number] => [
      number,
      `<< /Type /Page /Parent 2 0 R ${A4_BOX} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    ]),
  ]);
}
