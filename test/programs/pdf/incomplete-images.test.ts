import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { inspectLetter } from '../../../lib/pdf/letter-file.ts';
import { ascii85, hex, lzw, runLength } from './encoders.ts';
import { REQUEST } from './fixture-letters.ts';
import { type Handmade, handmade } from './handmade.ts';

const fixtures = new URL('../../support/fixtures/pdf/', import.meta.url);

async function told(file: Uint8Array) {
  const result = await inspectLetter(file, REQUEST);
  return result.ok ? result.warnings.filter(({ code }) => code === 'image_incomplete') : result.details;
}

const INCOMPLETE = [{ code: 'image_incomplete', page: 1 }];
const DAMAGED = [{ param: 'document.data', code: 'document_invalid', values: { reason: 'page_damaged', page: 1 } }];

type Stream = readonly [dictionary: string, data: Buffer];

const SIDE = 96;
const image = (colors: string, bits = 8) =>
  `/Type /XObject /Subtype /Image /Width ${SIDE} /Height ${SIDE} /BitsPerComponent ${bits} ${colors}`;
const RGB = image('/ColorSpace /DeviceRGB');
const BITS = image('/ColorSpace /DeviceGray', 1);

const DRAWN = 'q 40 0 0 40 100 300 cm /I Do Q';
const showing = (...objects: NonNullable<Handmade['objects']>) =>
  handmade({ content: DRAWN, resources: '/XObject << /I 10 0 R >>', objects });

const noise = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, index) => (index * 7_919) % 251));
const PIXELS = noise(3 * SIDE * SIDE);
const half = (data: Buffer) => data.subarray(0, data.length / 2);
/** Half of a small JPEG is its tables. */
const most = (data: Buffer) => data.subarray(0, 0.8 * data.length);

const [JPEG, JPEG_DATA] = [
  '/Type /XObject /Subtype /Image /Width 240 /Height 120 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode',
  readFileSync(new URL('ghostscript-logo.jpg', fixtures)),
];

const uint32 = (...numbers: number[]) => Buffer.from(Uint32Array.from(numbers).buffer).swap32();
const segment = (number: number, kind: number, data: Buffer) =>
  Buffer.concat([uint32(number), Buffer.of(kind, 0, 1), uint32(data.length), data]);
/** Rows like the white one above them, one bit each, and the mark of the end (ITU-T T.6). */
const FAX = Buffer.concat([Buffer.alloc(SIDE / 8, 0xff), Buffer.from('001001', 'hex')]);
/** A page, and a region of facsimile on it (ISO/IEC 14492, 7.4). */
const JBIG2 = Buffer.concat([
  segment(0, 48, Buffer.concat([uint32(SIDE, SIDE, 0, 0), Buffer.of(0, 0, 0)])),
  segment(1, 38, Buffer.concat([uint32(SIDE, SIDE, 0, 0), Buffer.of(0, 1), FAX])),
]);

const flate = '/Filter /FlateDecode';
const fax = (entries = '') => `${BITS} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${SIDE} ${entries} >>`;
/** Rows with the byte of a PNG predictor. */
const predicted = `${RGB} ${flate} /DecodeParms << /Predictor 15 /Colors 3 /Columns ${SIDE} >>`;
const ROWS = Buffer.alloc(SIDE * (3 * SIDE + 1), 1);

describe('a picture whose data end early', () => {
  test.each<[string, Stream]>([
    ['JPEG', [JPEG, most(JPEG_DATA)]],
    ['JPEG without its end mark', [JPEG, JPEG_DATA.subarray(0, JPEG_DATA.lastIndexOf(Buffer.of(0xff, 0xd9)))]],
    ['compressed JPEG', [JPEG.replace('/DCT', '[/FlateDecode /DCT').concat(']'), deflateSync(most(JPEG_DATA))]],
    ['JBIG2', [`${BITS} /Filter /JBIG2Decode`, JBIG2.subarray(0, -9)]],
    ['facsimile', [fax(), half(FAX)]],
    ['half of the pixels, compressed', [`${RGB} ${flate}`, deflateSync(half(PIXELS))]],
    ['rows with predictors', [predicted, deflateSync(ROWS.subarray(0, -3 * SIDE - 1))]],
    ['pixels', [RGB, half(PIXELS)]],
    ['all pixels but a row', [RGB, PIXELS.subarray(0, -3 * SIDE)]],
    ['codes', [`${RGB} /Filter /LZWDecode`, half(lzw(PIXELS))]],
    ['85 characters', [`${RGB} /Filter /ASCII85Decode`, half(ascii85(PIXELS))]],
    ['four bits a byte', [`${RGB} /Filter /ASCIIHexDecode`, half(hex(PIXELS))]],
    ['colors of a palette', [image('/ColorSpace [/Indexed /DeviceRGB 1 <000000ffffff>]', 1), Buffer.alloc(600)]],
    ['a stencil', [image('/ImageMask true', 1), Buffer.alloc(600)]],
  ])('is told: %s', async (_, stream) => {
    expect(await told(showing(stream))).toEqual(INCOMPLETE);
  });

  test.each<[string, Handmade]>([
    [
      'in a form',
      {
        content: '/F Do',
        resources: '/XObject << /F 11 0 R >>',
        objects: [
          [RGB, half(PIXELS)],
          ['/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /I 10 0 R >> >>', DRAWN],
        ],
      },
    ],
    [
      'in a pattern',
      {
        content: '/Pattern cs /P scn 100 100 50 50 re f',
        resources: '/Pattern << /P 11 0 R >>',
        objects: [
          [RGB, half(PIXELS)],
          [
            '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 99 99] /XStep 99 /YStep 99 ' +
              '/Resources << /XObject << /I 10 0 R >> >>',
            '99 0 0 99 0 0 cm /I Do',
          ],
        ],
      },
    ],
    [
      'as the mask of another',
      {
        content: DRAWN,
        resources: '/XObject << /I 11 0 R >>',
        objects: [
          [image('/ColorSpace /DeviceGray'), Buffer.alloc((SIDE * SIDE) / 2)],
          [`${RGB} /SMask 10 0 R`, PIXELS],
        ],
      },
    ],
  ])('is told %s', async (_, letter) => {
    expect(await told(handmade(letter))).toEqual(INCOMPLETE);
  });

  test('is told once for each page', async () => {
    const twice = handmade({
      content: `${DRAWN} /J Do`,
      resources: '/XObject << /I 10 0 R /J 11 0 R >>',
      objects: [
        [RGB, half(PIXELS)],
        [JPEG, most(JPEG_DATA)],
      ],
    });
    expect(await told(twice)).toEqual(INCOMPLETE);
  });

  test('and is not drawn needs no warning', async () => {
    const unused = handmade({ resources: '/XObject << /I 10 0 R >>', objects: [[RGB, half(PIXELS)]] });
    expect(await told(unused)).toEqual([]);
  });
});

describe('compressed data that are not those that were written', () => {
  const broken: [string, Buffer][] = [
    ['break off', half(deflateSync(PIXELS))],
    ['are damaged', Buffer.concat([half(deflateSync(PIXELS)), noise(99)])],
    ['have a wrong checksum', Buffer.concat([deflateSync(PIXELS).subarray(0, -4), noise(4)])],
    ['have a wrong header', Buffer.concat([Buffer.of(0x78, 0x9e), deflateSync(PIXELS).subarray(2)])],
  ];

  test.each(broken)('a picture whose data %s', async (_, data) => {
    expect(await told(showing([`${RGB} ${flate}`, data]))).toEqual(DAMAGED);
    expect(
      await told(showing([`${RGB} /SMask 11 0 R`, PIXELS], [`${image('/ColorSpace /DeviceGray')} ${flate}`, data])),
    ).toEqual(DAMAGED);
  });

  test.each(broken)('are no matter in a picture that is not drawn and whose data %s', async (_, data) => {
    const unused = handmade({ resources: '/XObject << /I 10 0 R >>', objects: [[`${RGB} ${flate}`, data]] });
    expect(await told(unused)).toEqual([]);
  });

  const ALPHABET = Buffer.from(
    '/CIDInit /ProcSet findresource begin begincmap 1 beginbfchar <41> <0041> endbfchar endcmap end',
  );
  test.each<[string, (data: Buffer) => Handmade]>([
    [
      'a font',
      (data) => ({
        content: 'BT /F2 12 Tf 100 400 Td (A) Tj ET',
        resources: '/Font << /F2 11 0 R >>',
        objects: [
          [flate, data],
          '<< /Type /Font /Subtype /TrueType /BaseFont /Own /FirstChar 65 /LastChar 65 /Widths [500] /FontDescriptor 12 0 R >>',
          '<< /Type /FontDescriptor /FontName /Own /Flags 32 /FontBBox [0 0 1 1] /ItalicAngle 0 /Ascent 1 /Descent 0 /CapHeight 1 /StemV 1 /FontFile2 10 0 R >>',
        ],
      }),
    ],
    [
      "a font's texts",
      (data) => ({
        content: 'BT /F2 12 Tf 100 400 Td (A) Tj ET',
        resources: '/Font << /F2 11 0 R >>',
        objects: [[flate, data], '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 10 0 R >>'],
      }),
    ],
    [
      'a function of a shading',
      (data) => ({
        content: '/S sh',
        resources:
          '/Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 300 99 300] /Function 10 0 R >> >>',
        objects: [[`/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [2] /BitsPerSample 8 ${flate}`, data]],
      }),
    ],
  ])('%s', async (_, letter) => {
    const whole = deflateSync(ALPHABET);
    const altered = Buffer.from(whole);
    altered[whole.length - 1]! ^= 1;
    const refusals = async (data: Buffer) => {
      const result = await inspectLetter(handmade(letter(data)), REQUEST);
      return result.ok ? [] : result.details;
    };
    expect(await refusals(whole)).toEqual([]);
    expect(await refusals(altered)).toEqual(DAMAGED);
    expect(await refusals(whole.subarray(0, -5))).toEqual(DAMAGED);
  });
});

describe('a picture that is whole', () => {
  test.each<[string, Stream]>([
    ['JPEG', [JPEG, JPEG_DATA]],
    ['JPEG with more after its end', [JPEG, Buffer.concat([JPEG_DATA, Buffer.from('\r\n\0\0more')])]],
    ['compressed JPEG', [JPEG.replace('/DCT', '[/FlateDecode /DCT').concat(']'), deflateSync(JPEG_DATA)]],
    ['JBIG2', [`${BITS} /Filter /JBIG2Decode`, JBIG2]],
    ['JBIG2 with a line break after its end', [`${BITS} /Filter /JBIG2Decode`, Buffer.concat([JBIG2, Buffer.of(10)])]],
    ['facsimile', [fax(), FAX]],
    ['facsimile that needs no end', [fax('/EndOfBlock false'), FAX.subarray(0, -3)]],
    ['compressed pixels', [`${RGB} ${flate}`, deflateSync(PIXELS)]],
    ['more compressed pixels than it needs', [`${RGB} ${flate}`, deflateSync(noise(4 * SIDE * SIDE))]],
    ['pixels without a checksum', [`${RGB} ${flate}`, deflateSync(PIXELS).subarray(0, -4)]],
    ['rows with predictors', [predicted, deflateSync(ROWS)]],
    ['pixels', [RGB, PIXELS]],
    ['all pixels but the end of a row', [RGB, PIXELS.subarray(0, 1 - 3 * SIDE)]],
    ['codes', [`${RGB} /Filter /LZWDecode`, lzw(PIXELS)]],
    ['85 characters', [`${RGB} /Filter /ASCII85Decode`, ascii85(PIXELS)]],
    ['colors of a palette', [image('/ColorSpace [/Indexed /DeviceRGB 1 <000000ffffff>]', 1), Buffer.alloc(1_152)]],
    ['a stencil', [image('/ImageMask true', 1), Buffer.alloc(1_152)]],
  ])('is not told: %s', async (_, stream) => {
    expect(await told(showing(stream))).toEqual([]);
  });

  test.each(readdirSync(fixtures).filter((name) => name.endsWith('.pdf')))('is not told: %s', async (name) => {
    const found = await told(readFileSync(new URL(name, fixtures)));
    expect(found.filter(({ code }) => code === 'image_incomplete')).toEqual([]);
  });
});

describe('runs, and JPEG 2000, of which nothing is drawn unless they are whole,', () => {
  /** 16 × 16 pixels of gray, made with OpenJPEG. */
  const data = Buffer.from(
    '/0//UQApAAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAABBwEB/1IADAAAAAEAAQQEAAH/XAAHQEBISFD/kAAKAAAAAAAXAAH/k8mAE4xKPkMHgP/Z',
    'base64',
  );
  const dictionary = image('/ColorSpace /DeviceGray /Filter /JPXDecode').replaceAll(`${SIDE}`, '16');

  const RUNS = `${RGB} /Filter /RunLengthDecode`;

  test.each<[string, Stream, object[]]>([
    ['whole', [dictionary, data], []],
    ['half', [dictionary, half(data)], DAMAGED],
    ['without its end mark', [dictionary, data.subarray(0, -2)], DAMAGED],
    ['whole runs', [RUNS, runLength(PIXELS)], []],
    ['half of the runs', [RUNS, half(runLength(PIXELS))], DAMAGED],
  ])('%s', async (_, stream, details) => {
    expect(await told(showing(stream))).toEqual(details);
  });
});
