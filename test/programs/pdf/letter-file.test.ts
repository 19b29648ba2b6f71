import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inspectLetter, type LetterRequest, type Prepared, prepareLetter } from '../../../lib/pdf/letter-file.ts';
import { LONGEST, RECIPIENT, SENDER } from './addresses.ts';
import { handmade } from './handmade.ts';
import { complaintsOf, pageSizesOf, rasterOf, run, textOf, wordsOf } from './tools.ts';

const fixture = (name: string) => readFileSync(new URL(`../../support/fixtures/pdf/${name}.pdf`, import.meta.url));

const REQUEST: LetterRequest = {
  placement: 'first_page',
  doubleSided: false,
  to: RECIPIENT,
  from: SENDER,
  param: 'document.data',
};

async function prepared(bytes: Uint8Array, changes: Partial<LetterRequest> = {}): Promise<Prepared> {
  const result = await prepareLetter(bytes, { ...REQUEST, ...changes });
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.details)}`);
  return result;
}

async function detailsOf(bytes: Uint8Array, changes: Partial<LetterRequest> = {}) {
  const result = await prepareLetter(bytes, { ...REQUEST, ...changes });
  return result.ok ? [] : result.details;
}

describe.each(['libreoffice', 'chromium'])('a letter from %s', (producer) => {
  test.each([1, 2, 3])('of %i pages prints whole, upright A4, with the address', async (pages) => {
    const source = fixture(`${producer}-letter-${pages}`);
    const letter = await prepared(source);
    expect(letter).toMatchObject({ pages, sheets: pages });
    expect(complaintsOf(letter.file)).toEqual([]);
    expect(pageSizesOf(letter.file)).toEqual(Array(pages).fill('595.28 x 841.89'));
    const words = textOf(source).split(/\s+/);
    expect(textOf(letter.file).split(/\s+/)).toEqual(expect.arrayContaining(words));
  });

  test('looks the same outside the window', async () => {
    const source = fixture(`${producer}-letter-2`);
    const { file } = await prepared(source, { placement: 'extra_page' });
    for (const [original, printed] of [
      [1, 1],
      [2, 3],
    ] as const) {
      const [before, after] = [rasterOf(source, original, 50), rasterOf(file, printed, 50)];
      expect(darkness(after.pixels) / darkness(before.pixels)).toBeCloseTo(1, 1);
    }
  });
});

const darkness = (pixels: Buffer) => pixels.reduce((sum, pixel) => sum + 255 - pixel, 0);

describe('the address', () => {
  test('has the sender on one small line and the recipient below, in the order of the carrier', async () => {
    const { file } = await prepared(fixture('chromium-letter-1'));
    expect(
      textOf(file)
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .slice(0, 5),
    ).toEqual([
      'Remetente: Empresa Exemplo, Praça da Sé, 100, Sé, 01001-000 São Paulo - SP',
      'Ana Souza',
      'Rua Caiubi, 123 - Apto 45',
      'Perdizes',
      '05010-000 São Paulo - SP',
    ]);
  });

  test('is set in an embedded subset', async () => {
    const { file } = await prepared(fixture('chromium-letter-1'));
    const fonts = run('pdffonts', file, ['FILE']).output.toString();
    expect(fonts).toMatch(/[A-Z]{6}\+LiberationSans +CID TrueType +Identity-H +yes yes yes/);
  });

  test('stays inside the window, with 3 mm around, however long it is', async () => {
    const { file } = await prepared(fixture('libreoffice-letter-1'), { to: LONGEST, from: LONGEST });
    const words = wordsOf(file, 1).filter(({ top }) => top < 92);
    expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(['78245-000', 'MT', 'Trindade']));
    expect(words.length).toBeGreaterThan(30);
    for (const { left, top, right, bottom } of words) {
      expect(left).toBeGreaterThanOrEqual(23);
      expect(top).toBeGreaterThanOrEqual(48);
      expect(right).toBeLessThanOrEqual(107);
      expect(bottom).toBeLessThanOrEqual(87);
    }
  });

  test.each([
    ['that no font has is rejected, not printed as a box', 'Ana 王', '王'],
    ['of Hebrew is rejected, not printed in the wrong order', 'אנה', 'א'],
  ])('a character %s', async (_, name, character) => {
    expect(await detailsOf(fixture('libreoffice-letter-1'), { to: { ...RECIPIENT, name } })).toEqual([
      { param: 'to.name', code: 'invalid_value', values: { character } },
    ]);
  });

  test('decomposed accents print as composed letters', async () => {
    const { file } = await prepared(fixture('libreoffice-letter-1'), {
      to: { ...RECIPIENT, name: 'João Conceição'.normalize('NFD') },
    });
    expect(textOf(file)).toContain('João Conceição');
  });
});

describe('an address on a separate side', () => {
  test.each([
    ['front only', 1, false, 1, ['Aviso', 'Remetente']],
    ['front only', 3, false, 3, ['Aviso', 'Remetente', 'Aviso', '', 'Aviso']],
    ['double-sided', 3, true, 2, ['Aviso', 'Aviso', 'Aviso', 'Remetente']],
    ['double-sided', 2, true, 2, ['Remetente', '', 'Aviso', 'Aviso']],
  ] as const)('%s, %i pages', async (_, pages, doubleSided, sheets, sides) => {
    const letter = await prepared(fixture(`libreoffice-letter-${pages}`), { placement: 'extra_page', doubleSided });
    expect(letter).toMatchObject({ pages, sheets });
    expect(complaintsOf(letter.file)).toEqual([]);
    expect(pageSizesOf(letter.file)).toHaveLength(sides.length);
    sides.forEach((word, index) => {
      const text = textOf(letter.file, index + 1).trim();
      if (word) expect(text).toMatch(new RegExp(`^${word}`));
      else expect(text).toBe('');
    });
  });
});

describe('the file', () => {
  test('is the same for the same input, and known by its hash', async () => {
    const [one, other] = [
      await prepared(fixture('libreoffice-letter-3')),
      await prepared(fixture('libreoffice-letter-3')),
    ];
    expect(Buffer.compare(one.file, other.file)).toBe(0);
    expect(one.sha256).toBe(createHash('sha256').update(other.file).digest('hex'));
    expect((await prepared(fixture('libreoffice-letter-3'), { to: LONGEST })).sha256).not.toBe(one.sha256);
  });

  test.each(['owner-aes256', 'owner-rc4-128', 'owner-rc4-40', 'object-streams'])(
    'opens without its owner password and prints unprotected (%s)',
    async (name) => {
      const { file } = await prepared(fixture(`encrypted-${name}`));
      expect(complaintsOf(file)).toEqual([]);
      expect(run('qpdf', file, ['--show-encryption', 'FILE']).output.toString()).toContain('not encrypted');
      expect(textOf(file)).toContain('cláusula sétima');
    },
  );
});

describe('refused', () => {
  test.each(['user-aes256', 'print-none', 'print-low', 'rc4-40-print-none'])('protected: %s', async (name) => {
    expect(await detailsOf(fixture(`encrypted-${name}`))).toEqual([
      { param: 'document.data', code: 'document_encrypted' },
    ]);
  });

  test.each([
    ['landscape', { page: 1, width_mm: 297, height_mm: 210 }],
    ['us-letter', { page: 1, width_mm: 215.9, height_mm: 279.4 }],
  ])('not A4 portrait: %s', async (name, values) => {
    const details = [{ param: 'document.data', code: 'document_page_size', values }];
    expect(await detailsOf(fixture(`libreoffice-${name}`))).toEqual(details);
    expect(await inspectLetter(fixture(`libreoffice-${name}`), REQUEST)).toEqual({ ok: false, details });
  });

  test.each([
    [false, 13],
    [true, 7],
  ])('more sheets than an envelope holds (double-sided %s)', async (doubleSided, sheets) => {
    expect(await detailsOf(fixture('chromium-letter-13'), { doubleSided })).toEqual([
      { param: 'document.data', code: 'too_many_sheets', values: { sheets, max: 6 } },
    ]);
  });

  test('all problems of a request at once', async () => {
    const from = { ...SENDER, street: 'Rua 王' };
    const details = await detailsOf(fixture('libreoffice-us-letter'), { from });
    expect(details.map(({ param, code }) => `${param} ${code}`)).toEqual([
      'document.data document_page_size',
      'from.street invalid_value',
    ]);
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'not_pdf'],
    ['only a header', Buffer.from('%PDF-1.7\n'), 'damaged'],
    ['a web page', Buffer.from('<!doctype html><p>%PDF'), 'not_pdf'],
    ['a ZIP file', Buffer.from('PK\u0003\u0004'.padEnd(2000, 'x')), 'not_pdf'],
    ['the first third of a letter', fixture('libreoffice-letter-1').subarray(0, 12_000), 'damaged'],
  ])('not a PDF: %s', async (_, bytes, reason) => {
    expect(await detailsOf(bytes)).toEqual([{ param: 'document.data', code: 'document_invalid', values: { reason } }]);
  });

  const DOCUMENTED = [
    'document_invalid',
    'document_encrypted',
    'invalid_value',
    'document_page_size',
    'document_text_unreadable',
    'address_area_not_blank',
    'too_many_sheets',
    'variable_missing',
    'variable_not_found',
  ];

  test.each(['chromium-letter-1', 'libreoffice-letter-3', 'encrypted-object-streams'])(
    'damage to %s gives a documented outcome, never an error',
    async (name) => {
      const source = fixture(name);
      const variables = { nome: 'Žofia', contrato: '1', valor: '2', data: '3', cidade: '4' };
      const damage = fc.array(fc.record({ at: fc.nat(source.length - 1), byte: fc.nat(255) }), {
        minLength: 1,
        maxLength: 40,
      });
      await fc.assert(
        fc.asyncProperty(damage, async (changes) => {
          const bytes = Buffer.from(source);
          for (const { at, byte } of changes) bytes[at] = byte;
          const result = await prepareLetter(bytes, { ...REQUEST, variables });
          if (!result.ok) for (const { code } of result.details) expect(DOCUMENTED).toContain(code);
        }),
        { numRuns: 40 },
      );
    },
  );
});

test('the file keeps its colors, since the press makes them gray (rule DOC-9)', async () => {
  const file = handmade({ content: '1 0 0 rg 0 0 595 842 re f' });
  const printed = await prepared(file, { placement: 'extra_page' });
  const { output } = run('pdftoppm', printed.file, ['-r', '10', '-f', '1', '-l', '1', 'FILE']);
  // A pixel in the lower half of the page.
  const [red, green, blue] = output.subarray(-6_000, -5_997);
  expect(red).toBeGreaterThan(250);
  expect(Math.max(green!, blue!)).toBeLessThan(5);
});
