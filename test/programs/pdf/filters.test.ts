import { deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PDFContext } from 'pdf-lib';
import { budgetOf } from '../../../lib/pdf/base/budgets.ts';
import { PdfRefused } from '../../../lib/pdf/base/refusal.ts';
import { decodeStream } from '../../../lib/pdf/file/filters.ts';
import { inflate } from '../../../lib/pdf/file/inflate.ts';
import { prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { RECIPIENT, SENDER } from './addresses.ts';
import { ascii85, hex, lzw, runLength } from './encoders.ts';
import { fileOf } from './handmade.ts';
import { textOf } from './tools.ts';

const COLUMNS = 16;

function pngRows(data: Buffer, type: number): Buffer {
  const padded = Buffer.concat([data, Buffer.alloc(-data.length & (COLUMNS - 1), 0x20)]);
  const rows: Buffer[] = [];
  for (let at = 0; at < padded.length; at += COLUMNS) {
    const row = Buffer.alloc(COLUMNS + 1, type);
    for (let column = 0; column < COLUMNS; column++) {
      const left = column > 0 ? padded[at + column - 1]! : 0;
      const up = at > 0 ? padded[at + column - COLUMNS]! : 0;
      const corner = at > 0 && column > 0 ? padded[at + column - COLUMNS - 1]! : 0;
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      row[column + 1] = (padded[at + column]! - [0, left, up, (left + up) >> 1, paeth][type]!) & 255;
    }
    rows.push(row);
  }
  return Buffer.concat(rows);
}

const CONTENT = Buffer.from(
  `BT /F1 12 Tf 100 400 Td (Texto comum ${'de uma carta '.repeat(3)}) Tj ET\n${'% comentário\n'.repeat(40)}`,
  'latin1',
);

const ENCODED: Readonly<Record<string, readonly [dictionary: string, data: Buffer]>> = {
  'no filter': ['', CONTENT],
  FlateDecode: ['/Filter /FlateDecode', deflateSync(CONTENT)],
  'FlateDecode without its checksum': ['/Filter /FlateDecode', deflateSync(CONTENT).subarray(0, -4)],
  'FlateDecode by its short name in a list': ['/Filter [/Fl]', deflateSync(CONTENT)],
  LZWDecode: ['/Filter /LZWDecode', lzw(CONTENT)],
  ASCII85Decode: ['/Filter /ASCII85Decode', ascii85(CONTENT)],
  ASCIIHexDecode: ['/Filter /ASCIIHexDecode', hex(CONTENT)],
  RunLengthDecode: ['/Filter /RunLengthDecode', runLength(CONTENT)],
  'a chain': ['/Filter [/ASCII85Decode /FlateDecode]', ascii85(deflateSync(CONTENT))],
  ...Object.fromEntries(
    [0, 1, 2, 3, 4].map((type) => [
      `PNG predictor ${type}`,
      [
        `/Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns ${COLUMNS} >>`,
        deflateSync(pngRows(CONTENT, type)),
      ] as const,
    ]),
  ),
};

describe('page content behind', () => {
  test.each(Object.entries(ENCODED))('%s prints', async (_, [dictionary, data]) => {
    const source = fileOf([
      [1, '<< /Type /Catalog /Pages 2 0 R >>'],
      [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
      [
        3,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      ],
      [4, [dictionary, data]],
      [5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    ]);
    // Poppler confirms that the encoders of this file are correct.
    expect(textOf(source)).toContain('Texto comum de uma carta');
    const result = await prepareLetter(source, {
      placement: 'first_page',
      doubleSided: false,
      to: RECIPIENT,
      from: SENDER,
      param: 'file',
    });
    expect(result.ok && textOf(result.file)).toContain('Texto comum de uma carta');
  });
});

describe('decoding', () => {
  const decoded = (dictionary: Record<string, string>, data: Buffer, bytes = 10_000) => {
    const context = PDFContext.create();
    return decodeStream(context, context.stream(data, dictionary), budgetOf(bytes));
  };

  test.each([
    ['LZWDecode', lzw],
    ['ASCII85Decode', ascii85],
    ['ASCIIHexDecode', hex],
    ['RunLengthDecode', runLength],
    ['FlateDecode', (data: Buffer) => deflateSync(data)],
  ] as const)('%s gives back any bytes', (Filter, encode) => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 6000 }), (bytes) => {
        const data = Buffer.from(bytes);
        expect(Buffer.compare(decoded({ Filter }, encode(data))!, data)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test.each(['FlateDecode', 'LZWDecode', 'ASCII85Decode', 'ASCIIHexDecode', 'RunLengthDecode'])(
    '%s survives any junk within its budget',
    (Filter) => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
          expect(decoded({ Filter }, Buffer.from(bytes), 1_000_000)!.length).toBeLessThanOrEqual(1_000_000);
        }),
      );
    },
  );

  test('a picture is not decoded', () => {
    expect(decoded({ Filter: 'DCTDecode' }, Buffer.from([0xff, 0xd8]))).toBeUndefined();
  });

  test.each([
    ['FlateDecode', deflateSync(Buffer.alloc(20_000))],
    ['LZWDecode', lzw(Buffer.alloc(20_000))],
    ['RunLengthDecode', runLength(Buffer.alloc(20_000))],
    ['ASCII85Decode', ascii85(Buffer.alloc(20_000))],
    ['ASCIIHexDecode', hex(Buffer.alloc(20_000))],
  ])('%s stops at its budget', (Filter, data) => {
    expect(() => decoded({ Filter }, data)).toThrow(PdfRefused);
  });

  test('a damaged deflate stream keeps the data before the damage', () => {
    const text = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 251));
    const damaged = Buffer.concat([deflateSync(text, { level: 0 }).subarray(0, 3000), Buffer.alloc(50, 0xff)]);
    expect(inflate(damaged, budgetOf(10_000)).bytes.subarray(0, 2900).equals(text.subarray(0, 2900))).toBe(true);
    expect(
      inflate(Buffer.concat([Buffer.of(0x78, 0x01), deflateRawSync(text)]), budgetOf(10_000)).bytes.equals(text),
    ).toBe(true);
  });
});
