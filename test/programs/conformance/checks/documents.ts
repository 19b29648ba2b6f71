import { randomBytes } from 'node:crypto';
import { printedText } from '../../../../lib/programs/openapi/printed-text.ts';
import { blankPdf, inkInAddressArea, scannedPdf, wordsPdf } from '../../../support/pdfs.ts';
import { A4_BOX, fileOf, handmade } from '../../pdf/handmade.ts';
import { check } from '../check.ts';
import { expectStatus, holds, invalid, same } from '../expectations.ts';
import { base64, letterOrder, recipient, verificationOrder, type World } from '../world.ts';

const MEGABYTE = 1024 * 1024;

const quote = ({ api }: World, pdf: Buffer, fields: object = {}, more: object = {}) =>
  api.post('/letters/quote', letterOrder({ document: base64(pdf, fields), ...more }));

const verificationQuote = ({ api }: World, pdf: Buffer, fields: object = {}, method = 'hosted_page') =>
  api.post('/verifications/quote', verificationOrder({ method, document: base64(pdf, fields) }));

/** A file that asks for a password: an empty one does not open what these random keys protect (ISO 32000-1 §7.6). */
const locked = () => {
  const key = () => `<${randomBytes(32).toString('hex')}>`;
  const encrypt = `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O ${key()} /U ${key()} >>`;
  const plain = fileOf([
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
    [3, `<< /Type /Page /Parent 2 0 R ${A4_BOX} >>`],
    [4, encrypt],
  ]).toString('latin1');
  return Buffer.from(plain.replace('/Root 1 0 R', '/Root 1 0 R /Encrypt 4 0 R /ID [<00> <00>]'), 'latin1');
};

const textAt = async (url: string) => {
  const response = await fetch(url);
  same(response.status, 200, 'the status of the preview');
  return printedText(new Uint8Array(await response.arrayBuffer()));
};

export const documents = [
  check('DOC-17', 'a marker may declare the alignment and width of its value', async (world) => {
    for (const marker of ['{{total:r}}', '{{total:c}}', '{{total:l30}}', '{{total}}'])
      expectStatus(await quote(world, wordsPdf(`Total ${marker}`), { variables: { total: 'R$ 1,00' } }), 200);
    invalid(
      await quote(world, wordsPdf('Total {{total:r}}'), { variables: {} }),
      'document.variables.total variable_missing',
    );
    invalid(
      await quote(world, wordsPdf('Total {{a:b}}'), { variables: { a: '1' } }),
      'document.variables.a variable_not_found',
    );
  }),
  check('DOC-1', 'a PDF in base64 has at most 3 MB, and no data URI prefix', async (world) => {
    expectStatus(await quote(world, blankPdf(1, 3 * MEGABYTE)), 200);
    invalid(await quote(world, blankPdf(1, 3 * MEGABYTE + 1)), 'document.data document_too_large');
    const document = { type: 'base64', data: `data:application/pdf;base64,${wordsPdf('x').toString('base64')}` };
    invalid(await world.api.post('/letters/quote', letterOrder({ document })), 'document.data invalid_format');
    invalid(
      await world.api.post('/letters/quote', letterOrder({ document: { type: 'fax' } })),
      'document.type invalid_value',
    );
  }),
  check('DOC-2', 'a document in base64 shows its type and its variables', ['orders'], async (world) => {
    same((await world.scheduledLetter()).document, { type: 'base64', variables: null }, 'document without variables');
    const document = base64(wordsPdf('{{nome}}'), { variables: { nome: 'Ana' } });
    same(
      (await world.scheduledLetter({ document })).document,
      { type: 'base64', variables: { nome: 'Ana' } },
      'document with variables',
    );
  }),
  check('DOC-3', 'a URL is https and public; other failures are document_unreachable', async ({ api }) => {
    const from = (url: string) => api.post('/letters/quote', letterOrder({ document: { type: 'url', url } }));
    invalid(await from('http://example.com/carta.pdf'), 'document.url invalid_format');
    invalid(await from('carta.pdf'), 'document.url invalid_format');
    invalid(await from('https://127.0.0.1:1/carta.pdf'), 'document.url document_unreachable');
    invalid(await from('https://nowhere.invalid/carta.pdf'), 'document.url document_unreachable');
    invalid(await from('https://user:password@example.com/carta.pdf'), 'document.url invalid_format');
  }),
  check('DOC-4', 'every page is A4 portrait, and the file is a PDF', async (world) => {
    invalid(await quote(world, handmade({ page: '/MediaBox [0 0 612 792]' })), 'document.data document_page_size');
    invalid(
      await quote(world, handmade({ page: '/MediaBox [0 0 841.89 595.28]' })),
      'document.data document_page_size',
    );
    expectStatus(await quote(world, handmade({ page: '/MediaBox [0 0 597 840]' })), 200);
    invalid(await quote(world, Buffer.from('Prezada Ana')), 'document.data document_invalid');
    invalid(await quote(world, blankPdf(0)), 'document.data document_invalid');
  }),
  check('DOC-5', 'a PDF with a password is rejected', async (world) => {
    invalid(await quote(world, locked()), 'document.data document_encrypted');
  }),
  check(
    'DOC-6',
    'the address area is blank on the first page, unless the address has a separate side',
    async (world) => {
      invalid(await quote(world, inkInAddressArea), 'document.data address_area_not_blank');
      expectStatus(await quote(world, inkInAddressArea, {}, { address_placement: 'extra_page' }), 200);
      // 21 mm and 46 mm into the page from the window's outer corner: 19 mm from the left, 44 mm from the top.
      expectStatus(await quote(world, handmade({ content: '40 720 10 10 re f' })), 200);
    },
  ),
  check('DOC-7', 'a separate address side is never charged', async (world) => {
    for (const double_sided of [false, true]) {
      const total = async (address_placement: string) =>
        expectStatus(await quote(world, blankPdf(2), {}, { address_placement, double_sided }), 200).price.total;
      same(await total('extra_page'), await total('first_page'), 'the price');
    }
  }),
  check('DOC-8', 'sheets follow from pages, sides and placement, and are at most six', async (world) => {
    const sheets = async (pages: number, double_sided: boolean, address_placement: string) =>
      expectStatus(await quote(world, blankPdf(pages), {}, { double_sided, address_placement }), 200).sheets;
    for (const pages of [1, 2, 5, 6]) {
      same(await sheets(pages, false, 'first_page'), pages, `sheets of ${pages} pages on fronts`);
      same(await sheets(pages, false, 'extra_page'), pages, `sheets of ${pages} pages on fronts with an extra page`);
      same(await sheets(pages, true, 'first_page'), Math.ceil(pages / 2), `sheets of ${pages} pages on both sides`);
      same(
        await sheets(pages, true, 'extra_page'),
        Math.floor(pages / 2) + 1,
        `sheets of ${pages} pages on both sides with an extra page`,
      );
    }
    const tooMany = 'document.data too_many_sheets';
    invalid(await quote(world, blankPdf(7)), tooMany);
    expectStatus(await quote(world, blankPdf(12), {}, { double_sided: true }), 200);
    invalid(await quote(world, blankPdf(12), {}, { double_sided: true, address_placement: 'extra_page' }), tooMany);
  }),
  check('DOC-10', 'variables have limits', async (world) => {
    const pdf = wordsPdf('{{nome}}');
    const refuses = async (variables: object, ...details: string[]) =>
      invalid(await quote(world, pdf, { variables }), ...details);
    expectStatus(await quote(world, pdf, { variables: { nome: 'x'.repeat(500) } }), 200);
    expectStatus(await quote(world, pdf, { variables: { nome: 1.5 } }), 200);
    await refuses({ nome: 'x'.repeat(501) }, 'document.variables.nome too_long');
    await refuses({ nome: true }, 'document.variables.nome invalid_type');
    await refuses({ nome: 2 ** 53 }, 'document.variables.nome out_of_range');
    await refuses({ nome: 'x', ['n'.repeat(61)]: 1 }, `document.variables.${'n'.repeat(61)} too_long`);
    await refuses({ nome: 'x', 'a b': 1 }, 'document.variables.a b invalid_format');
    await refuses(
      Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`v${index}`, 1])),
      'document.variables too_long',
    );
  }),
  check('DOC-11', 'every marker needs a variable and every variable a marker if variables are sent', async (world) => {
    const pdf = wordsPdf('{{nome}} {{valor}}');
    expectStatus(await quote(world, pdf), 200);
    invalid(
      await quote(world, pdf, { variables: {} }),
      'document.variables.nome variable_missing',
      'document.variables.valor variable_missing',
    );
    invalid(
      await quote(world, pdf, { variables: { nome: '', valor: 1, data: 'x' } }),
      'document.variables.data variable_not_found',
    );
    expectStatus(await quote(world, pdf, { variables: { nome: '', valor: 1 } }), 200);
    invalid(await quote(world, scannedPdf, { variables: { nome: 'Ana' } }), 'document.data document_text_unreadable');
  }),
  check('DOC-12', 'a value replaces its marker, and a long one is accepted', ['orders'], async (world) => {
    const document = base64(wordsPdf('Cara {{nome}}, bom dia.', '{{longo}}'), {
      variables: { nome: 'Beatriz', longo: 'palavra '.repeat(60) },
    });
    const text = await textAt((await world.scheduledLetter({ document })).preview_url);
    holds(/Cara Beatriz, bom dia\./.test(text), 'the line does not read as it should');
    holds(!text.includes('{{'), 'a marker is printed');
  }),
  check('DOC-13', 'a character that no font has is rejected on its variable', async (world) => {
    invalid(
      await quote(world, wordsPdf('{{nome}}'), { variables: { nome: '\u{1f4ee}' } }),
      'document.variables.nome invalid_value',
    );
  }),
  check('DOC-14', 'reserved markers of a verification', async (world) => {
    const needed = wordsPdf('{{OTP_CODE}}');
    expectStatus(await verificationQuote(world, needed), 200);
    invalid(await verificationQuote(world, wordsPdf('Sem o marcador')), 'document.data otp_code_missing');
    invalid(await verificationQuote(world, scannedPdf), 'document.data document_text_unreadable');
    holds(
      (await verificationQuote(world, wordsPdf('{{OTP_CODE}}', '{{VERIFICATION_URL}}'), {}, 'code')).status === 422,
      '{{VERIFICATION_URL}} is accepted with method code',
    );
    holds(
      (await verificationQuote(world, wordsPdf('{{OTP_CODE}}', '{{QR_CODE}}'), {}, 'code')).status === 422,
      '{{QR_CODE}} is accepted with method code',
    );
    invalid(
      await verificationQuote(world, needed, { variables: { OTP_CODE: '1' } }),
      'document.variables.OTP_CODE variable_not_found',
    );
    expectStatus(await quote(world, needed, { variables: { OTP_CODE: '1' } }), 200);
  }),
  check('DOC-15', 'the stored file is the document with the address', ['orders'], async (world) => {
    const text = await textAt(
      (await world.scheduledLetter({ document: base64(wordsPdf('Linha da carta')) })).preview_url,
    );
    holds(text.includes('Linha da carta'), 'the line of the document is missing');
    holds(text.includes(recipient.name), "the recipient's name is missing");
    holds(text.includes(recipient.postal_code), 'the postal code is missing');
  }),
  check('DOC-16', 'unintended printing causes a warning, not an error', async (world) => {
    const { warnings } = expectStatus(
      await quote(world, handmade({ content: 'BT /F1 12 Tf 60 400 Td ({{nome}}) Tj ET 2 400 8 8 re f' })),
      200,
    );
    const codes = warnings.map(({ code }: any) => code);
    holds(codes.includes('font_not_embedded'), 'a font that is not embedded has no warning');
    holds(codes.includes('ink_near_edge'), 'ink near the edge has no warning');
    holds(codes.includes('marker_unfilled'), 'a marker that prints as it is has no warning');
    holds(
      warnings.every(({ page }: any) => page === 1),
      'a warning has another page than 1',
    );
  }),
];
