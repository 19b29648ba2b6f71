import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { closestTo } from '../../../lib/pdf/text/fallback-fonts.ts';
import { fontFile } from '../../../lib/pdf/text/font-files.ts';
import { RECIPIENT, SENDER } from './addresses.ts';
import { filled as printed } from './fixture-letters.ts';
import { handmade } from './handmade.ts';
import { complaintsOf, rasterOf, run, textOf } from './tools.ts';

const [SERIF, ITALIC] = [1 << 1, 1 << 6];

describe('the font closest to another', () => {
  test.each([
    ['ABCDEF+Calibri', 0, 'Carlito-Regular'],
    ['BCDEEE+Calibri-BoldItalic', 0, 'Carlito-BoldItalic'],
    ['Cambria,Bold', SERIF, 'Caladea-Bold'],
    ['ArialMT', 0, 'LiberationSans-Regular'],
    ['TimesNewRomanPS-ItalicMT', SERIF, 'LiberationSerif-Italic'],
    ['CourierNewPSMT', 1, 'LiberationMono-Regular'],
    ['DejaVuSans-BoldOblique', 0, 'DejaVuSans-BoldItalic'],
    ['DejaVuSansMono', 1, 'LiberationMono-Regular'],
    ['Verdana', 0, 'DejaVuSans-Regular'],
    ['Merriweather-Bold', 0, 'LiberationSerif-Bold'],
    ['PlayfairDisplay-Italic', 0, 'LiberationSerif-Italic'],
    ['Lora-Regular', 0, 'LiberationSerif-Regular'],
    ['AlegreyaSans-Regular', 0, 'LiberationSans-Regular'],
    ['Unheard', SERIF | ITALIC, 'LiberationSerif-Italic'],
  ])('to %s (%i) is %s', (name, flags, closest) => {
    expect(closestTo(name, flags)[0]).toBe(closest);
  });
});

/** A letter in an embedded font that has only the glyphs of its marker. By default its program is damaged. */
const letterIn = (font: string, width = 500, program: Buffer = Buffer.from([0, 1, 0, 0])) =>
  handmade({
    content: 'BT /F2 12 Tf 100 400 Td (Cara {{nome}}, bom dia.) Tj ET',
    resources: '/Font << /F2 10 0 R >>',
    objects: [
      `<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+${font} /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 125
       /Widths [${`${width} `.repeat(94)}] /FontDescriptor 11 0 R >>`,
      `<< /Type /FontDescriptor /FontName /ABCDEF+${font} /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800
       /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 12 0 R >>`,
      ['', program],
    ],
  });

async function filled(font: string, nome: string, program?: Buffer): Promise<Uint8Array> {
  const request = { placement: 'extra_page', doubleSided: false, param: 'file', to: RECIPIENT, from: SENDER } as const;
  const result = await prepareLetter(letterIn(font, 500, program), { ...request, variables: { nome } });
  if (!result.ok) throw new Error(JSON.stringify(result.details));
  return result.file;
}

const fontsIn = (file: Uint8Array) => run('pdffonts', file, ['FILE']).output.toString();

describe('a value in an embedded font that lacks its letters', () => {
  test.each([
    ['Calibri', 'Zuleide Conceição', 'Carlito'],
    ['Cambria-Bold', 'Zuleide Conceição', 'Caladea-Bold'],
    ['Cambria', 'Київ', 'LiberationSerif'],
    ['Arial', '✓ Conferido', 'DejaVuSans'],
  ])('%s: %s is set in %s, as a subset', async (font, nome, used) => {
    const file = await filled(font, nome);
    expect(fontsIn(file)).toMatch(new RegExp(`[A-Z]{6}\\+${used}\\S* +CID .* yes yes yes`));
    expect(textOf(file)).toContain(`Cara ${nome}`);
  });

  test.each([
    ['Bold', 'LiberationSans-Bold'],
    ['Italic', 'LiberationSans-Italic'],
    ['BoldItalic', 'LiberationSans-BoldItalic'],
    ['Regular', 'LiberationSans'],
  ])(
    'with a name of its producer, as in gopdf: the value has the style that the font states, %s',
    async (style, name) => {
      const program = readFileSync(`data/fonts/LiberationSans-${style}.ttf`);
      expect(fontsIn(await filled('minha-fonte', 'Zuleide', program))).toContain(`+${name} `);
    },
  );

  test.each([
    ['regular', 400, false],
    ['bold', 700, true],
    ['not stated', 0, true],
  ])('whose program has the bit of bold fonts, as all of Qt have: its weight decides, %s', async (_, weight, bold) => {
    const program = readFileSync('data/fonts/LiberationSans-Bold.ttf');
    const record = program.indexOf('OS/2');
    program.writeUInt16BE(weight, program.readUInt32BE(record + 8) + 4);
    expect(fontsIn(await filled('minha-fonte', 'Zuleide', program)).includes('+LiberationSans-Bold ')).toBe(bold);
  });

  test.each(['Calibri', 'Cambria', 'Arial', 'Times', 'Courier'])('%s: any Portuguese text prints', async (font) => {
    const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZáàâãçéêíóôõúüÁÀÂÃÇÉÊÍÓÔÕÚÜ0123456789'];
    const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 9 });
    const value = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
    await fc.assert(
      fc.asyncProperty(value, async (nome) => {
        expect(textOf(await filled(font, nome)).replace(/\s+/g, ' ')).toContain(nome);
      }),
      { numRuns: 8 },
    );
  });

  /** Letters of `{{nome}}` that were drawn, and their widths in Liberation Sans, in thousandths of an em. */
  const NATURAL = ['C', 'a', 'r', '{', 'n', 'o', 'm', 'e', '}', ',', ' ', 'b', 'd', 'i', '.'];
  const advance = (text: string) => {
    const font = fontFile('LiberationSans-Regular');
    return [...text].reduce((sum, letter) => sum + font.advanceOf(font.glyphOf(letter.codePointAt(0)!)), 0);
  };
  const mean = advance(NATURAL.join('')) / NATURAL.length;

  test.each([
    ['as wide', 1, 1],
    ['narrower', 0.9, 0.9],
    ['wider', 1.1, 1.1],
    ['much narrower', 0.6, 0.85],
    ['much wider', 1.6, 1.15],
  ])('of another family, %s: is scaled to its width', async (_, ratio, expected) => {
    const request = {
      placement: 'extra_page',
      doubleSided: false,
      param: 'file',
      to: RECIPIENT,
      from: SENDER,
    } as const;
    const variables = { nome: 'Žofia' };
    const result = await prepareLetter(letterIn('Corporate', Math.round(mean * ratio)), { ...request, variables });
    if (!result.ok) throw new Error(JSON.stringify(result.details));
    const trace = run('mutool', result.file, ['draw', '-F', 'trace', '-o', '-', 'FILE', '1']).output.toString();
    const [, scale] = /<span font="[A-Z]{6}\+LiberationSans"[^>]* trm="([\d.]+) /.exec(trace)!;
    expect(Number(scale) / 12).toBeCloseTo(expected, 1.5);
    expect(textOf(result.file, 1)).toContain('Cara Žofia, bom dia.');
  });

  test.each(['Carlito', 'Caladea'])('%s leaves a sound file', async (font) => {
    const problems = complaintsOf(await filled(font === 'Carlito' ? 'Calibri-Italic' : 'Cambria-Italic', 'Ação'));
    // The letter's own font is a stub: only problems of ours count.
    expect(problems.filter((line) => line.includes(font))).toEqual([]);
  });
});

test('a value is not set with the sign for missing letters, whatever that was drawn for', async () => {
  const font = fontFile('LiberationSans-Regular');
  const hex = (number: number) => number.toString(16).padStart(4, '0');
  const codes = (text: string) => [...text].map((letter) => hex(font.glyphOf(letter.codePointAt(0)!))).join('');
  const letters = [...new Set('Ola{nome}')].map((letter) => `<${codes(letter)}> <${hex(letter.codePointAt(0)!)}>`);
  const map = `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${letters.length + 1} beginbfchar
    <0000> <2713> ${letters.join(' ')} endbfchar endcmap`;
  const letter = handmade({
    content: `BT /F2 12 Tf 100 400 Td <0000${codes('Ola{{nome}}')}> Tj ET`,
    resources: '/Font << /F2 10 0 R >>',
    objects: [
      '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Own /Encoding /Identity-H /DescendantFonts [11 0 R] /ToUnicode 14 0 R >>',
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity)
       /Supplement 0 >> /CIDToGIDMap /Identity /DW 600 /FontDescriptor 12 0 R >>`,
      `<< /Type /FontDescriptor /FontName /ABCDEF+Own /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800
       /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 13 0 R >>`,
      ['', readFileSync(new URL('../../../data/fonts/LiberationSans-Regular.ttf', import.meta.url))],
      ['', map],
    ],
  });
  expect(fontsIn(await printed(letter, { nome: '✓' }))).toContain('DejaVuSans');
});

test('a font that is not embedded draws what its encoding says, whatever it says for copying', async () => {
  const map =
    'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 2 beginbfchar <31> <0038> <38> <0031> endbfchar';
  const sound = handmade({ content: 'BT /F1 11 Tf 100 500 Td (1 8 {{valor}}) Tj ET', objects: [['', map]] });
  const encoding = '/Encoding /WinAnsiEncoding';
  const contradicting = Buffer.from(
    sound.toString('latin1').replace(encoding, `${encoding} /ToUnicode 10 0 R`),
    'latin1',
  );
  const inkOf = async (valor: string) =>
    rasterOf(await printed(contradicting, { valor }), 1).pixels.reduce((sum, pixel) => sum + 255 - pixel, 0);
  expect(await inkOf('11111111')).toBeLessThan(0.8 * (await inkOf('88888888')));
});

test.each([
  [400, 'LiberationSerif '],
  [700, 'LiberationSerif-Bold '],
])('a value in a variable font of weight %d, as Chromium writes it, is in %s', async (weight, closest) => {
  const codes = [...'{}valor'].map((letter) => letter.charCodeAt(0));
  const names = ['braceleft', 'braceright', 'v', 'a', 'l', 'o', 'r'];
  const differences = codes.map((code, index) => `${code} /${names[index]}`).join(' ');
  const file = handmade({
    content: 'BT /F2 11 Tf 100 500 Td ({{valor}}) Tj ET',
    resources: '/Font << /F2 10 0 R >>',
    objects: [
      `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97
      /LastChar 125 /Widths [${'500 '.repeat(29)}] /Encoding << /Differences [${differences}] >> /Resources << >>
      /FontDescriptor 11 0 R /CharProcs << ${names.map((name) => `/${name} 12 0 R`).join(' ')} >> >>`,
      `<< /Type /FontDescriptor /FontName /ABCDEF+SourceSerif4-Regular /FontWeight ${weight} /Flags 4 >>`,
      ['', '500 0 0 0 450 700 d1 0 0 450 700 re f'],
    ],
  });
  expect(fontsIn(await printed(file, { valor: '1,50' }))).toContain(closest);
});

test('a value has the usual form of its digits, not that of the superscripts before it', async () => {
  const map =
    'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 5 beginbfchar <61> <0031> <62> <0031> <63> <007b> <64> <006e> <65> <007d> endbfchar';
  const font = `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 97 /LastChar 101
    /Widths [300 500 500 500 500] /Encoding << /Differences [97 /a /b /c /d /e] >> /Resources << >> /ToUnicode 11 0 R
    /CharProcs << /a 12 0 R ${[...'bcde'].map((name) => `/${name} 13 0 R`).join(' ')} >> >>`;
  const drawn = (x: number, code: string) => `BT /F1 11 Tf ${x} 500 Td (${code}) Tj ET`;
  const printedAs = async (codes: readonly (readonly [x: number, code: string])[]) => {
    const content = codes.map(([x, code]) => drawn(x, code)).join(' ');
    const file = handmade({
      content: `${content} ${drawn(200, 'ccdee')}`,
      objects: [
        font,
        ['', map],
        ['', '300 0 0 400 250 700 d1 0 400 250 300 re f'],
        ['', '500 0 0 0 450 700 d1 0 0 450 700 re f'],
      ],
    });
    const own = Buffer.from(file.toString('latin1').replace('/F1 5 0 R', '/F1 10 0 R'), 'latin1');
    return rasterOf(await printed(own, { n: '11' }), 1).pixels;
  };
  const codes = [
    [100, 'a'],
    [120, 'a'],
    [140, 'b'],
  ] as const;
  expect((await printedAs(codes)).equals(await printedAs(codes.toReversed()))).toBe(true);
});

// PDFium drops the fractions of widths, and refused the letter: its text after the value was elsewhere.
test('a long value does not move the text that the same operation draws in the next column', async () => {
  const content = 'BT /F1 11 Tf 60 400 Td [({{nome}}) -27000 (fim)] TJ ET';
  const file = await printed(handmade({ content }), { nome: `ł${'t'.repeat(80)}` });
  expect(textOf(file, 1)).toContain(`ł${'t'.repeat(80)}`);
});
