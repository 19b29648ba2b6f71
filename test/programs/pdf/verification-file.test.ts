import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import {
  inspectVerification,
  prepareVerification,
  type VerificationRequest,
} from '../../../lib/pdf/verification-file.ts';
import { RECIPIENT, SENDER } from './addresses.ts';
import { handmade } from './handmade.ts';
import { complaintsOf, qrCodesIn, run, textOf, wordsOf } from './tools.ts';

const source = readFileSync(new URL('../../support/fixtures/pdf/chromium-verification.pdf', import.meta.url));
const PAGE_URL = 'https://confirma.example/acc_1/pagina';
const QR_URL = `${PAGE_URL}#739154`;

const REQUEST: VerificationRequest = {
  placement: 'first_page',
  doubleSided: false,
  param: 'document.url',
  method: 'hosted_page',
  variables: { nome: 'Ana Souza', valor: 'R$ 10,00' },
  to: RECIPIENT,
  from: SENDER,
  code: '739154',
  hostedPageUrl: PAGE_URL,
  qrCodeUrl: QR_URL,
};

async function prepared(bytes: Uint8Array = source, changes: Partial<VerificationRequest> = {}) {
  const result = await prepareVerification(bytes, { ...REQUEST, ...changes });
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.details)}`);
  return result;
}

async function detailsOf(bytes: Uint8Array, changes: Partial<VerificationRequest> = {}) {
  const result = await inspectVerification(bytes, { ...REQUEST, ...changes });
  return result.ok ? [] : result.details;
}

const page = (content: string) => handmade({ content: `BT /F1 12 Tf 100 400 Td ${content} ET` });

describe('the print file of a verification', () => {
  test('carries code, page address and QR code in the place of their markers', async () => {
    const { file, pages, sheets } = await prepared();
    expect([pages, sheets]).toEqual([1, 1]);
    expect(complaintsOf(file)).toEqual([]);
    expect(textOf(file)).toContain('739 154');
    expect(textOf(file)).toContain(PAGE_URL);
    expect(textOf(file)).not.toMatch(/[{}]/);
    expect(qrCodesIn(file, 1)).toEqual([QR_URL]);
  });

  test('has a QR code of 25 mm whose corner is where its marker began', async () => {
    const marker = wordsOf(source, 1).find(({ text }) => text === '{{QR_CODE}}')!;
    const { file } = await prepared();
    const trace = run('mutool', file, ['draw', '-F', 'trace', '-o', '-', 'FILE', '1']).output.toString();
    const [width, , , height, left, top] = /<fill_image_mask [^>]*transform="([^"]+)"/
      .exec(trace)![1]!
      .split(' ')
      .map((n) => (Number(n) * 25.4) / 72);
    expect([width, Math.abs(height!)]).toEqual([expect.closeTo(25, 2), expect.closeTo(25, 2)]);
    expect(left).toBeCloseTo(marker.left, 1);
    expect(Math.min(top!, top! + height!)).toBeGreaterThan(marker.top - 1);
    expect(Math.min(top!, top! + height!)).toBeLessThan(marker.top + 2);
  });

  test('with an address on a separate side', async () => {
    const { file, sheets } = await prepared(source, { placement: 'extra_page', doubleSided: true });
    expect(sheets).toBe(1);
    expect(textOf(file, 2)).toContain('Remetente');
    expect(qrCodesIn(file, 1)).toEqual([QR_URL]);
  });

  test('is the same for the same input', async () => {
    const [one, other] = [await prepared(), await prepared()];
    expect([one.sha256, one.previewSha256]).toEqual([other.sha256, other.previewSha256]);
    expect((await prepared(source, { code: '739155', qrCodeUrl: null })).previewSha256).toBe(one.previewSha256);
  });
});

describe('the copy that may be shown', () => {
  test('has six zeros for the code and a box for the QR code', async () => {
    const { preview } = await prepared();
    expect(complaintsOf(preview)).toEqual([]);
    expect(textOf(preview)).toContain('000 000');
    expect(textOf(preview)).toContain('Ana Souza');
    expect(qrCodesIn(preview, 1)).toEqual([]);
  });

  test('does not contain the code, not even invisibly', async () => {
    const { preview, file } = await prepared();
    const plain = (bytes: Uint8Array) =>
      run('qpdf', bytes, ['--qdf', '--object-streams=disable', 'FILE', '-']).output.toString('latin1');
    const trace = (bytes: Uint8Array) =>
      run('mutool', bytes, ['draw', '-F', 'trace', '-o', '-', 'FILE']).output.toString();
    const drawn = (bytes: Uint8Array) =>
      [...trace(bytes).matchAll(/unicode="(.)"/g)].map(([, character]) => character).join('');
    expect(drawn(file)).toContain('739 154');
    // Nothing else on the page has these two digits.
    expect(drawn(preview)).not.toMatch(/[79]/);
    for (const secret of ['739154', '739 154']) expect(plain(preview)).not.toContain(secret);
  });

  test('shares nothing with the print file, whose forms and fonts are those of the code', async () => {
    // A subset font, as its name says, has only its own letters: both values use one of our fonts.
    const form = 'BT /Sub 12 Tf 100 400 Td ({{OTP_CODE}} {{nome}}) Tj ET';
    const bytes = handmade({
      content: '/Form Do',
      resources: '/XObject << /Form 10 0 R >>',
      objects: [
        ['/Type /XObject /Subtype /Form /BBox [100 390 110 420] /Resources << /Font << /Sub 11 0 R >> >>', form],
        '<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Helvetica /Encoding /WinAnsiEncoding /FontDescriptor 12 0 R >>',
        '<< /Type /FontDescriptor /FontName /ABCDEF+Helvetica /Flags 32 /FontFile3 13 0 R >>',
        ['/Subtype /Type1C', ''],
      ],
    });
    const request = { method: 'code', variables: { nome: 'Ana' }, hostedPageUrl: null, qrCodeUrl: null } as const;
    const { file, preview } = await prepared(bytes, request);
    expect(textOf(file)).toContain('739 154 Ana');
    expect(textOf(preview)).toContain('000 000 Ana');
    const fontsIn = (pdf: Uint8Array) => run('pdffonts', pdf, ['FILE']).output.toString();
    // One for the address, one for the values.
    expect(fontsIn(file).match(/ yes yes yes /g)).toHaveLength(2);
    expect(fontsIn(preview).match(/ yes yes yes /g)).toHaveLength(2);
  });
});

describe('with method code', () => {
  const request = { method: 'code', variables: null, hostedPageUrl: null, qrCodeUrl: null } as const;

  test('only the code is printed, and ordinary markers stay', async () => {
    const { file } = await prepared(page('(Codigo {{OTP_CODE}} para {{nome}}) Tj'), request);
    expect(textOf(file)).toContain('Codigo 739 154 para {{nome}}');
  });

  test('markers of the page are refused', async () => {
    const content = '({{OTP_CODE}} {{QR_CODE}} {{VERIFICATION_URL}}) Tj';
    expect(await detailsOf(page(content), request)).toEqual([
      { param: 'document.url', code: 'invalid_value', values: { name: 'VERIFICATION_URL', page: 1 } },
      { param: 'document.url', code: 'invalid_value', values: { name: 'QR_CODE', page: 1 } },
    ]);
  });
});

describe('refused', () => {
  test('a document without the code marker', async () => {
    expect(await detailsOf(page('({{otp_code}}) Tj'), { variables: null })).toEqual([
      { param: 'document.url', code: 'otp_code_missing' },
    ]);
  });

  const at = (place: string) => `BT /F1 12 Tf ${place} ({{OTP_CODE}}) Tj ET`;
  const layer = {
    resources: '/Properties << /L 10 0 R >>',
    objects: ['<< /Type /OCG /Name (Camada) >>'],
    catalog: '/OCProperties << /OCGs [10 0 R] /D << /OFF [10 0 R] >> >>',
  };

  test.each([
    ['off the page', { content: at('100 -400 Td') }],
    ['outside the page', { content: at('1 0 0 1 700 400 Tm') }],
    ['in white', { content: `1 g ${at('100 400 Td')}` }],
    ['in a layer that is switched off', { ...layer, content: `/OC /L BDC ${at('100 400 Td')} EMC` }],
    ['covered', { content: `${at('100 400 Td')} 1 g 50 300 300 300 re f` }],
  ])('an invisible code: %s', async (_, file) => {
    expect(await detailsOf(handmade(file), { variables: null })).toEqual([
      { param: 'document.url', code: 'otp_code_missing' },
    ]);
  });

  test.each([
    ['running upwards', { content: at('0 1 -1 0 300 400 Tm') }],
    ['at the edge of the page', { content: at('1 0 0 1 2 3 Tm') }],
    ['in light gray', { content: `0.9 g ${at('100 400 Td')}` }],
    ['visible at one of its places', { content: `${at('100 -400 Td')} ${at('100 400 Td')}` }],
  ])('but not a code %s', async (_, file) => {
    expect(await detailsOf(handmade(file), { variables: null })).toEqual([]);
  });

  test('a reserved marker sent as a variable, with all other problems', async () => {
    expect(
      await detailsOf(page('({{OTP_CODE}} {{nome}}) Tj'), { variables: { OTP_CODE: '000000', cep: 'x' } }),
    ).toEqual([
      { param: 'document.variables.nome', code: 'variable_missing', values: { name: 'nome', page: 1 } },
      { param: 'document.variables.OTP_CODE', code: 'variable_not_found', values: { reserved: 'OTP_CODE' } },
      { param: 'document.variables.cep', code: 'variable_not_found', values: { name: 'cep' } },
    ]);
  });

  test('a scanned page', async () => {
    expect(await detailsOf(handmade({ content: '0.9 g 100 100 400 400 re f' }))).toEqual([
      { param: 'document.url', code: 'document_text_unreadable' },
    ]);
  });

  test('a code under an invisible layer of text: it would not be printed', async () => {
    const result = await prepareVerification(page('3 Tr ({{OTP_CODE}}) Tj'), { ...REQUEST, variables: null });
    expect(result).toMatchObject({ ok: false, details: [{ code: 'document_text_unreadable' }] });
  });
});
