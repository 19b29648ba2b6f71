import { describe, expect, test } from '@jest/globals';
import { storeUpload, unchanged, unknownId } from '../../../support/internals.ts';
import { base64, pdfFixture } from '../../../support/letters.ts';
import { blankPdf, inkInAddressArea, scannedPdf, wordsPdf } from '../../../support/pdfs.ts';
import { type Case, type Fields, good, refused, refuses } from '../../../support/refused-letters.ts';
import { openCustomer, useCustomer } from '../../../support/service.ts';

describe('the document', () => {
  const document = (title: string, value: unknown, ...details: string[]): Case => [title, { document: value }, details];
  const text = base64(wordsPdf('{{nome}}', '{{valor}}'));
  const variables = (title: string, values: unknown, ...details: string[]): Case =>
    document(title, { ...text, variables: values }, ...details.map((detail) => `document.${detail}`));
  const data = (title: string, value: unknown, code: string): Case =>
    document(title, { type: 'base64', data: value }, `document.data ${code}`);
  const pdf = (title: string, bytes: Buffer, code: string, fields: Fields = {}): Case => [
    title,
    { document: base64(bytes), ...fields },
    [`document.data ${code}`],
  ];

  refuses('of the wrong form', [
    document('is missing', undefined, 'document required'),
    document('is null', null, 'document invalid_type'),
    document('is a text', 'JVBERi0=', 'document invalid_type'),
    document('is a list', [], 'document invalid_type'),
    document('has no type', {}, 'document.type required'),
    document('has an unknown type', { type: 'fax' }, 'document.type invalid_value'),
    document('has a type of the verifications', { type: 'template' }, 'document.type invalid_value'),
    document('has a type that is a number', { type: 1 }, 'document.type invalid_type'),
    document('has a type that is null', { type: null }, 'document.type invalid_type'),
    document('has a type in capitals', { type: 'BASE64', data: 'x' }, 'document.type invalid_value'),
    document('has no data', { type: 'base64' }, 'document.data required'),
    document('has no upload_id', { type: 'upload' }, 'document.upload_id required'),
    document('mixes shapes', { ...good.document, upload_id: 'upl_1' }, 'document.upload_id unknown_parameter'),
    document('has an unknown field', { ...good.document, filename: 'a' }, 'document.filename unknown_parameter'),
  ]);

  refuses('whose data', [
    data('is no text', 1, 'invalid_type'),
    data('is empty', '', 'too_short'),
    data('is a data URI', `data:application/pdf;base64,${good.document.data}`, 'invalid_format'),
    data('is of the URL alphabet', 'JVBE_-==', 'invalid_format'),
    data('has a line break', 'JVBE\nRi0x', 'invalid_format'),
    data('lacks its padding', 'JVBERi0', 'invalid_format'),
    data('has padding in its middle', 'JV==JVBE', 'invalid_format'),
    data('is padding alone', '====', 'invalid_format'),
    data('is no PDF', Buffer.from('Prezada Ana').toString('base64'), 'document_invalid'),
    pdf('is the beginning of a PDF', blankPdf().subarray(0, 100), 'document_invalid'),
    pdf('has no pages', blankPdf(0), 'document_invalid'),
    pdf('is a byte over 3 MB', blankPdf(1, 3 * 1024 * 1024 + 1), 'document_too_large'),
    pdf('asks for a password', pdfFixture('encrypted-user-aes256'), 'document_encrypted'),
    pdf('must not be printed', pdfFixture('encrypted-print-none'), 'document_encrypted'),
    pdf('must be printed badly', pdfFixture('encrypted-print-low'), 'document_encrypted'),
    pdf('lies on its side', pdfFixture('chromium-landscape'), 'document_page_size'),
    pdf('is of the American size', pdfFixture('libreoffice-us-letter'), 'document_page_size'),
    pdf('has ink in the address area', inkInAddressArea, 'address_area_not_blank'),
    pdf('has seven pages', blankPdf(7), 'too_many_sheets'),
    pdf('has seven pages, and the address on another', blankPdf(7), 'too_many_sheets', {
      address_placement: 'extra_page',
    }),
    pdf('has 13 pages on both sides', blankPdf(13), 'too_many_sheets', { double_sided: true }),
    pdf('has 12 pages on both sides, and the address on another', blankPdf(12), 'too_many_sheets', {
      double_sided: true,
      address_placement: 'extra_page',
    }),
    pdf('has 10,000 pages', blankPdf(10_000), 'too_many_sheets'),
  ]);

  refuses('whose variables', [
    variables('are null', null, 'variables invalid_type'),
    variables('are a list', [], 'variables invalid_type'),
    variables('miss a marker', { nome: 'Ana' }, 'variables.valor variable_missing'),
    variables('miss all markers', {}, 'variables.nome variable_missing', 'variables.valor variable_missing'),
    variables(
      'are case-sensitive',
      { Nome: 'Ana', valor: 1 },
      'variables.nome variable_missing',
      'variables.Nome variable_not_found',
    ),
    variables('have one too many', { nome: 'Ana', valor: 1, data: 'x' }, 'variables.data variable_not_found'),
    variables('contain a boolean', { nome: true, valor: 1 }, 'variables.nome invalid_type'),
    variables('contain null', { nome: null, valor: 1 }, 'variables.nome invalid_type'),
    variables('contain an object', { nome: { a: 1 }, valor: 1 }, 'variables.nome invalid_type'),
    variables('contain a number that is not exact', { nome: 'Ana', valor: 2 ** 53 }, 'variables.valor out_of_range'),
    variables('contain a number below the range', { nome: 'Ana', valor: -1e300 }, 'variables.valor out_of_range'),
    variables('contain a number too close to zero', { nome: 'Ana', valor: 1e-140 }, 'variables.valor invalid_value'),
    variables('contain 501 characters', { nome: 'x'.repeat(501), valor: 1 }, 'variables.nome too_long'),
    variables('contain a character that no font has', { nome: '\u{1f4ee}', valor: 1 }, 'variables.nome invalid_value'),
    variables('have a name with a blank', { nome: 'Ana', valor: 1, 'a b': 1 }, 'variables.a b invalid_format'),
    variables('have a name with an accent', { nome: 'Ana', valor: 1, ção: 1 }, 'variables.ção invalid_format'),
    variables('have an empty name', { nome: 'Ana', valor: 1, '': 1 }, 'variables. invalid_format'),
    variables(
      'have a name of 61 characters',
      { nome: 'Ana', valor: 1, ['n'.repeat(61)]: 1 },
      `variables.${'n'.repeat(61)} too_long`,
    ),
    variables(
      'have a wrong value, and miss a marker',
      { nome: false },
      'variables.nome invalid_type',
      'variables.valor variable_missing',
    ),
    variables('are 101', Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`v${i}`, 1])), 'variables too_long'),
    document(
      'has no text, and variables',
      base64(scannedPdf, { variables: { nome: 'Ana' } }),
      'document.data document_text_unreadable',
    ),
  ]);

  describe('of an upload', () => {
    const customer = useCustomer();
    const withUpload = (upload_id: unknown) =>
      unchanged(customer().id, () => refused(customer(), { ...good, document: { type: 'upload', upload_id } }));
    const problem = (code: string) => [`document.upload_id ${code}`];

    test.each([
      ['never made', () => unknownId('upload')],
      ['the id of another kind', () => unknownId('letter')],
      ['empty', () => ''],
      ['long', () => `upl_${'0'.repeat(5_000)}`],
      ['a key of the table', () => 'ACCOUNT#BALANCE'],
    ])('that is %s', async (_, id) => {
      expect(await withUpload(id())).toEqual(problem('upload_not_found'));
    });

    test('whose id is not a string', async () => {
      expect(await withUpload(1)).toEqual(problem('invalid_type'));
    });

    test('of another account, which keeps it', async () => {
      const owner = await openCustomer();
      const { id } = await storeUpload(owner.id);
      expect(await unchanged(owner.id, () => withUpload(id))).toEqual(problem('upload_not_found'));
    });

    test('whose file was never sent', async () => {
      expect(await withUpload((await storeUpload(customer().id)).id)).toEqual(problem('upload_file_missing'));
    });

    test('older than a day', async () => {
      const upload = await storeUpload(customer().id, { created_at: Date.now() - 86_400_000 });
      expect(await withUpload(upload.id)).toEqual(problem('upload_expired'));
    });

    test('whose file is not a PDF', async () => {
      const { api } = customer();
      const { body: upload } = await api.post('/uploads', { filename: 'a.pdf', size: 3 });
      await fetch(upload.upload_url, { method: 'PUT', body: 'abc', headers: { 'content-type': 'application/pdf' } });
      expect(await withUpload(upload.id)).toEqual(problem('document_invalid'));
    });
  });
});
