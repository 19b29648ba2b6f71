import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openCursor } from '../../../../lib/adapters/http/cursors.ts';
import { readMailMergeRows } from '../../../../lib/adapters/http/mail-merge-file.ts';
import { boundaryOf, readParts, textOf } from '../../../../lib/adapters/http/multipart.ts';
import type { EdneFile } from '../../../../lib/adapters/postal-codes/edne/archive.ts';
import { layouts, type Table } from '../../../../lib/adapters/postal-codes/edne/layout.ts';
import { ImportRefusal } from '../../../../lib/adapters/postal-codes/edne/refusal.ts';
import { readTable } from '../../../../lib/adapters/postal-codes/edne/rows.ts';
import { parseReport } from '../../../../lib/adapters/production/print-report.ts';
import { childrenOf, NotDer, readDer } from '../../../../lib/core/der.ts';
import { Problem } from '../../../../lib/core/domain/problems.ts';
import { checkEvidence } from '../../../../lib/core/evidence/check.ts';
import { checkTimestamp, tokenOf } from '../../../../lib/core/evidence/timestamp-token.ts';
import { parseStrictJson } from '../../../../lib/core/strict-json.ts';
import { inspectLetter } from '../../../../lib/pdf/letter-file.ts';
import { readSpreadsheet } from '../../../../lib/spreadsheet/read-spreadsheet.ts';
import { workbookOf } from '../../../../lib/spreadsheet/write-workbook.ts';

/** A parser of bytes that strangers send. */
export interface Target {
  /** Answers, or throws what `refuses` knows. Anything else is a fault of ours. */
  run: (input: Buffer) => unknown;
  refuses?: (error: unknown) => boolean;
  /** Inputs to begin with, besides those in `corpus/<name>`. */
  seeds: readonly Buffer[];
  /** Texts of its language. */
  words: readonly Buffer[];
  longest: number;
  /** How much longer than others it may take. */
  slowness?: number;
}

const texts = (...all: string[]) => all.map((text) => Buffer.from(text, 'latin1'));
const isProblem = (error: unknown) => error instanceof Problem;
const file = (path: string) => readFileSync(resolve(import.meta.dirname, '../../../support', path));

/** The key of RFC 7517, appendix A: nobody here has its private half. */
const keys = {
  keys: [
    {
      ...createPublicKey({
        key: {
          kty: 'EC',
          crv: 'P-256',
          x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
          y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
        },
        format: 'jwk',
      }).export({ format: 'jwk' }),
      kid: 'k',
    },
  ],
} as unknown as Parameters<typeof checkEvidence>[1];

/** Every element of a tree, however deep the stranger made it. */
function visitDer(bytes: Uint8Array): void {
  const open = [readDer(bytes)];
  for (let element = open.pop(); element; element = open.pop())
    if ((element.tag & 0x20) !== 0) open.push(...childrenOf(element));
}

const reads = { placement: 'first_page', doubleSided: false, param: 'document' } as const;
const tables = Object.keys(layouts) as Table[];
const asFile = (bytes: Buffer): EdneFile => ({
  name: 'LOG_LOGRADOURO_SP.TXT',
  path: 'LOG_LOGRADOURO_SP.TXT',
  release: 2611,
  chunks: async function* () {
    // Two chunks, because a line may be cut anywhere.
    yield bytes.subarray(0, bytes.length >> 1);
    yield bytes.subarray(bytes.length >> 1);
  },
});

export const targets: Readonly<Record<string, Target>> = {
  json: {
    run: (input) => JSON.stringify(parseStrictJson(input.toString())),
    refuses: isProblem,
    seeds: texts(
      '{"to":{"name":"Maria","number":"100"},"a":[1,-2.5e3,true,null,"\\u00e9\\ud83d\\ude00"]}',
      '[]',
      '"x"',
    ),
    words: texts('{', '}', '[', ']', ',', ':', '"', '\\u', '\\ud800', '"__proto__":', '1e999', 'null'),
    longest: 4_096,
  },
  multipart: {
    run: (input) => {
      const boundary = boundaryOf(input.subarray(0, 64).toString('latin1'));
      for (const part of readParts(input, boundary ?? 'b')) textOf(part);
    },
    refuses: isProblem,
    seeds: texts(
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="to[name]"\r\n\r\nMaria\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n--b--\r\n',
    ),
    words: texts('--b', '--', '\r\n', '\r\n\r\n', 'name="', "filename*=UTF-8''", ';', '"', '\\"', 'boundary="', '\0'),
    longest: 4_096,
  },
  cursors: {
    run: (input) => openCursor('c2VjcmV0', { list: 'letters', filters: {}, limit: 20 }, input.toString('latin1')),
    seeds: [Buffer.from(Buffer.alloc(40, 1).toString('base64url'))],
    words: texts('=', '+', '/', '-', '_', '\0'),
    longest: 512,
  },
  rows: {
    run: readMailMergeRows,
    seeds: texts('{"shared":{"color":true},"rows":[{"to":{"name":"Maria","number":"1","postal_code":"05010-000"}}]}'),
    words: texts('"rows":[', '"shared":{', '"to":{', '"__proto__":', '[[[[', '{"a":', 'null', '"metadata":{'),
    longest: 4_096,
  },
  pdf: {
    run: (input) => inspectLetter(new Uint8Array(input), reads),
    seeds: [file('fixtures/pdf/fpdf-letter.pdf'), file('fixtures/pdf/reportlab-form.pdf')],
    words: texts(
      'obj',
      'endobj',
      'stream\n',
      'endstream',
      '/Type',
      '/Page',
      '/Kids[',
      '/Parent',
      '/Length',
      ' 0 R',
      '<<',
      '>>',
      '/Filter/FlateDecode',
      'xref',
      'trailer',
      '/Prev 0',
      '/AcroForm',
      '/Fields[',
      '/DV',
      '/ObjStm',
    ),
    longest: 65_536,
    slowness: 10,
  },
  csv: {
    run: (input) => readSpreadsheet(new Uint8Array(input), 'lista.csv'),
    seeds: texts('nome;cep;numero\r\nMaria;05010-000;100\r\n"Jo\xe3o ""x"";";01001-000;1\r\n', 'a\tb\n1\t2\n'),
    words: texts(';', ',', '\t', '|', '"', '""', '\r\n', '\n', '\xef\xbb\xbf', '\xff\xfe', 'sep=;\n', '=1+1', '\0'),
    longest: 4_096,
  },
  workbook: {
    run: (input) => readSpreadsheet(new Uint8Array(input), 'lista.xlsx'),
    seeds: [
      Buffer.from(
        workbookOf(
          'Plan1',
          ['nome', 'cep'],
          [
            ['Maria', '05010-000'],
            [new Date(0), 1.5],
          ],
        ),
      ),
    ],
    words: texts(
      'PK\x01\x02',
      'PK\x03\x04',
      'PK\x05\x06',
      'xl/workbook.xml',
      '<!DOCTYPE',
      '<row r="',
      '<c r="',
      't="s"',
    ),
    longest: 32_768,
  },
  evidence: {
    run: (input) => checkEvidence(input.toString(), keys),
    seeds: texts(
      '{"object":"verification_evidence","verification_id":"ver_1","statement":{"edition":1,"personal":{}},"disclosures":{},"signature":"eyJhbGciOiJFUzI1NiIsImtpZCI6ImsifQ.e30.AA"}',
      '{"object":"letter_evidence","letter_id":"ltr_1","statement":{"edition":1,"personal":{}},"disclosures":{},"signature":"a.b.c","timestamp":"MAA="}',
    ),
    words: texts(
      '"object":',
      '"statement":{',
      '"personal":{',
      '"disclosures":{',
      '"signature":"',
      '.',
      'eyJ',
      '"__proto__":',
      'null',
      '[]',
      '"timestamp":',
    ),
    longest: 8_192,
  },
  der: {
    run: (input) => {
      tokenOf(input);
      checkTimestamp(input, 'text');
      visitDer(input);
    },
    refuses: (error) => error instanceof NotDer,
    seeds: [
      Buffer.from('30140201003003020101040a0102030405060708090a', 'hex'),
      Buffer.from('3009300302010030020500', 'hex'),
    ],
    words: ['30', '3080', '0201', '0485ffffffff', '0484ffffffff', '0400', 'a000', '06092a864886f70d010702'].map((hex) =>
      Buffer.from(hex, 'hex'),
    ),
    longest: 4_096,
  },
  report: {
    run: (input) => parseReport(input.toString()),
    seeds: texts(
      '{"id":"ltr_01m8dt1qx2ay6h6trs3sys7yrf","status":"posted","at":"2026-11-20T12:00:00Z","tracking_code":"AA123456785BR"}\n{"id":"x","status":"failed","at":"","reason":"damaged"}\n',
    ),
    words: texts(
      '"status":"',
      'posted',
      'printed',
      'failed',
      '"at":"',
      '\n',
      '\r\n',
      '{',
      '}',
      '\xef\xbb\xbf',
      'null',
      '"__proto__":',
    ),
    longest: 4_096,
  },
  postal_codes: {
    run: (input) => {
      const table = tables[(input[0] ?? 0) % tables.length]!;
      const rows = asFile(input.subarray(1));
      const [base, deltas] = (input[0] ?? 0) > 127 ? [[], [rows]] : [[rows], []];
      return readTable(
        table,
        { base, deltas },
        () => undefined,
        () => undefined,
      );
    },
    refuses: (error) => error instanceof ImportRefusal,
    seeds: texts('\x001@SP@9668@1@@Avenida@Paulista@01310100@@S@\r\n', '\x801@SP@S\xe3o Paulo@@0@M@@@3550308@INS@\n'),
    words: texts('@', '\r\n', 'INS', 'UPD', 'DEL', '01310100', '\xc3\xa3', '\0', 'SP'),
    longest: 4_096,
  },
};
