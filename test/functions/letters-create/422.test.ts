import { describe, expect, test } from '@jest/globals';
import { storeUpload, unchanged, unknownId } from '../../support/backstage.ts';
import { detailsOf } from '../../support/checked-client.ts';
import { base64, dateIn, letterBody, pdfFixture, recipient } from '../../support/letters.ts';
import { blankPdf, inkInAddressArea, scannedPdf, wordsPdf } from '../../support/pdfs.ts';
import { openCustomer, useCustomer } from '../../support/service.ts';

type Fields = Record<string, unknown>;
/** What is wrong, the fields that differ from a good request (undefined: left out), and every problem told. */
type Case = [title: string, fields: Fields, details: string[]];

const customer = useCustomer();
const good = { to: recipient, document: base64(blankPdf()) };

/** Sends a request that is refused and changes nothing, with a key that it does not use up. */
async function refused(body: unknown): Promise<string[]> {
  const { id, api } = customer();
  const answer = await unchanged(id, () => api.post('/letters', body, { 'idempotency-key': 'key' }));
  expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
  return detailsOf(answer);
}

const refuses = (cases: Case[]) =>
  test.each(cases)('%s', async (_, fields, details) => {
    expect(await refused({ ...good, ...fields })).toEqual(details);
  });

/** Cases of one field that say what is wrong with the field itself. */
const of = (param: string, rows: [title: string, value: unknown, code: string][]): Case[] =>
  rows.map(([title, value, code]) => [title, { [param]: value }, [`${param} ${code}`]]);

describe('the body', () => {
  test.each<[string, unknown, string[]]>([
    ['nothing', {}, ['to required', 'document required']],
    ['a list', [], ['body invalid_type']],
    ['null', 'null', ['body invalid_type']],
    ['a text', '"{}"', ['body invalid_type']],
    ['a number', '1', ['body invalid_type']],
  ])('is %s', async (_, body, details) => {
    expect(await refused(body)).toEqual(details);
  });

  refuses([
    ['has an unknown field', { colour: true }, ['colour unknown_parameter']],
    ['has a field in capitals', { Color: true }, ['Color unknown_parameter']],
    [
      'has fields of a letter that cannot be sent',
      { id: 'ltr_1', status: 'posted', price: {} },
      ['id unknown_parameter', 'status unknown_parameter', 'price unknown_parameter'],
    ],
    [
      'has fields of every object',
      { constructor: 1, toString: 2 },
      ['constructor unknown_parameter', 'toString unknown_parameter'],
    ],
    ['has a field called body', { body: 1 }, ['body unknown_parameter']],
    ['has a field without a name', { '': 1 }, [' unknown_parameter']],
  ]);

  test.each([
    ['at the top', { ...good }, '__proto__ unknown_parameter'],
    ['in the recipient', { ...good, to: { ...recipient } }, 'to.__proto__ unknown_parameter'],
    ['in metadata', { ...good, metadata: {} }, 'metadata.__proto__ unknown_parameter'],
    [
      'in variables',
      { ...good, document: { ...good.document, variables: {} } },
      'document.variables.__proto__ unknown_parameter',
    ],
  ])('has __proto__ %s', async (_, body, detail) => {
    const place = detail.split('__proto__')[0]!.split('.').filter(Boolean);
    const marker = place.reduce<any>((within, name) => within[name], body);
    marker.PROTO = 'x';
    const details = await refused(JSON.stringify(body).replace('"PROTO"', '"__proto__"'));
    expect([...new Set(details)].filter((each) => each.endsWith('unknown_parameter'))).toEqual([detail]);
  });

  test('an unknown query parameter', async () => {
    const { id, api } = customer();
    const answer = await unchanged(id, () => api.post('/letters?draft=true', good));
    expect(detailsOf(answer)).toEqual(['draft unknown_parameter']);
  });
});

describe.each(['to', 'from'] as const)('the address %s', (param) => {
  const address = (fields: Fields, ...details: string[]): [Fields, string[]] => [
    { [param]: { ...recipient, ...fields } },
    details.map((detail) => `${param}.${detail}`),
  ];
  const row = (title: string, fields: Fields, ...details: string[]): Case => [title, ...address(fields, ...details)];
  const wholeCity = { postal_code: '18150-000' };

  refuses([
    ['is null', { [param]: null }, [`${param} invalid_type`]],
    ['is a text', { [param]: 'Rua Caiubi, 100' }, [`${param} invalid_type`]],
    ['is a list', { [param]: [recipient] }, [`${param} invalid_type`]],
    [
      'is empty',
      { [param]: {} },
      [`${param}.name required`, `${param}.number required`, `${param}.postal_code required`],
    ],
    row('has no name', { name: undefined }, 'name required'),
    row('has no number', { number: undefined }, 'number required'),
    row('has no postal code', { postal_code: undefined }, 'postal_code required'),
    row('has an empty name', { name: '' }, 'name too_short'),
    row('has a blank name', { name: ' \t' }, 'name too_short'),
    row('has an empty number', { number: '' }, 'number too_short'),
    row('has a number that is one', { number: 100 }, 'number invalid_type'),
    row('has a name that is null', { name: null }, 'name invalid_type'),
    row('has a street that is a list', { street: ['Rua'] }, 'street invalid_type'),
    row('has a complement that is an object', { complement: {} }, 'complement invalid_type'),
    row('has a name of 101 characters', { name: 'N'.repeat(101) }, 'name too_long'),
    row('has a street of 151', { street: 'S'.repeat(151) }, 'street too_long'),
    row('has a number of 21', { number: '1'.repeat(21) }, 'number too_long'),
    row('has a complement of 61', { complement: 'C'.repeat(61) }, 'complement too_long'),
    row('has a neighborhood of 81', { neighborhood: 'B'.repeat(81) }, 'neighborhood too_long'),
    row('has a city of 81', { city: 'C'.repeat(81) }, 'city too_long'),
    row('has a state of one letter', { state: 'S' }, 'state too_short'),
    row('has a state of three', { state: 'SPO' }, 'state too_long'),
    row('has a state that there is not', { state: 'XX' }, 'state invalid_value'),
    row('has the state of another place', { state: 'RJ' }, 'state invalid_value'),
    row('has the city of another place', { city: 'Campinas' }, 'city invalid_value'),
    row('has a line break', { name: 'Ana\nSouza' }, 'name invalid_value'),
    row('has a null character', { complement: 'ap\u00001' }, 'complement invalid_value'),
    row('has a character that turns the text around', { street: 'Rua \u202e1' }, 'street invalid_value'),
    row('has a character that no font has', { name: 'Ana \u{1f4ee}' }, 'name invalid_value'),
    row('has an unknown field', { country: 'BR' }, 'country unknown_parameter'),
    row(
      'has unknown fields deep down',
      { geo: { lat: 1 }, Name: 'Ana' },
      'geo unknown_parameter',
      'Name unknown_parameter',
    ),
    row('has a postal code that is a number', { postal_code: 5010000 }, 'postal_code invalid_type'),
    ...[
      '',
      '0501000',
      '050100000',
      '05010 000',
      '0501-0000',
      '05.010-000',
      '05010-000 ',
      'ABCDE-FGH',
      '０５０１００００',
    ].map((postal_code) =>
      row(`has postal code ${JSON.stringify(postal_code)}`, { postal_code }, 'postal_code invalid_format'),
    ),
    row('has a postal code that does not exist', { postal_code: '99999-999' }, 'postal_code postal_code_not_found'),
    row(
      'has the postal code of a whole city',
      wholeCity,
      'street address_incomplete',
      'neighborhood address_incomplete',
    ),
    row('has that and no street', { ...wholeCity, neighborhood: 'Centro' }, 'street address_incomplete'),
    row('has that and no neighborhood', { ...wholeCity, street: 'Rua A' }, 'neighborhood address_incomplete'),
    row(
      'has that and a blank street',
      { ...wholeCity, street: ' ', neighborhood: 'Centro' },
      'street address_incomplete',
    ),
  ]);

  // What is wrong with one field does not hide what is wrong with another.
  refuses([
    row(
      'has no number, and a postal code that does not exist',
      { number: undefined, postal_code: '99999-999' },
      'number required',
      'postal_code postal_code_not_found',
    ),
    row(
      'has no name, and a state that contradicts the postal code',
      { name: undefined, state: 'RJ' },
      'name required',
      'state invalid_value',
    ),
    row(
      'has an unknown field, and the postal code of a whole city',
      { ...wholeCity, unit: 1 },
      'unit unknown_parameter',
      'street address_incomplete',
      'neighborhood address_incomplete',
    ),
    row(
      'has a street that is a number, with the postal code of a whole city',
      { ...wholeCity, street: 5 },
      'street invalid_type',
      'neighborhood address_incomplete',
    ),
    row(
      'has a long name, and a city of another place',
      { name: 'N'.repeat(101), city: 'Campinas' },
      'name too_long',
      'city invalid_value',
    ),
  ]);
});

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

  refuses([
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

  refuses([
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

  refuses([
    variables('are null', null, 'variables invalid_type'),
    variables('are a list', [], 'variables invalid_type'),
    variables('miss a marker', { nome: 'Ana' }, 'variables.valor variable_missing'),
    variables('miss all markers', {}, 'variables.nome variable_missing', 'variables.valor variable_missing'),
    variables(
      'are told apart by case',
      { Nome: 'Ana', valor: 1 },
      'variables.nome variable_missing',
      'variables.Nome variable_not_found',
    ),
    variables('have one too many', { nome: 'Ana', valor: 1, data: 'x' }, 'variables.data variable_not_found'),
    variables('hold a boolean', { nome: true, valor: 1 }, 'variables.nome invalid_type'),
    variables('hold null', { nome: null, valor: 1 }, 'variables.nome invalid_type'),
    variables('hold an object', { nome: { a: 1 }, valor: 1 }, 'variables.nome invalid_type'),
    variables('hold 501 characters', { nome: 'x'.repeat(501), valor: 1 }, 'variables.nome too_long'),
    variables('hold a character that no font has', { nome: '\u{1f4ee}', valor: 1 }, 'variables.nome invalid_value'),
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
    const withUpload = (upload_id: unknown) => refused({ ...good, document: { type: 'upload', upload_id } });
    const told = (code: string) => [`document.upload_id ${code}`];

    test.each([
      ['never made', () => unknownId('upload')],
      ['of another kind', () => unknownId('letter')],
      ['empty', () => ''],
      ['long', () => `upl_${'0'.repeat(5_000)}`],
      ['a key of the table', () => 'ACCOUNT#BALANCE'],
    ])('that is %s', async (_, id) => {
      expect(await withUpload(id())).toEqual(told('upload_not_found'));
    });

    test('whose id is no text', async () => {
      expect(await withUpload(1)).toEqual(told('invalid_type'));
    });

    test('of another account, which keeps it', async () => {
      const owner = await openCustomer();
      const { id } = await storeUpload(owner.id);
      expect(await unchanged(owner.id, () => withUpload(id))).toEqual(told('upload_not_found'));
    });

    test('whose file was never sent', async () => {
      expect(await withUpload((await storeUpload(customer().id)).id)).toEqual(told('upload_file_missing'));
    });

    test('a day old', async () => {
      const upload = await storeUpload(customer().id, { created_at: Date.now() - 86_400_000 });
      expect(await withUpload(upload.id)).toEqual(told('upload_expired'));
    });

    test('whose file is no PDF', async () => {
      const { api } = customer();
      const { body: upload } = await api.post('/uploads', { filename: 'a.pdf', size: 3 });
      await fetch(upload.upload_url, { method: 'PUT', body: 'abc', headers: { 'content-type': 'application/pdf' } });
      expect(await withUpload(upload.id)).toEqual(told('document_invalid'));
    });
  });
});

describe('how it is printed and sent', () => {
  const services = (title: string, value: unknown, ...details: string[]): Case => [
    title,
    { postal_services: value },
    details.map((detail) => `postal_services${detail}`),
  ];

  refuses([
    ...of('color', [
      ['a color in text', 'true', 'invalid_type'],
      ['a color that is 1', 1, 'invalid_type'],
      ['a color that is null', null, 'invalid_type'],
    ]),
    ...of('double_sided', [
      ['double_sided in text', 'false', 'invalid_type'],
      ['double_sided that is 0', 0, 'invalid_type'],
      ['double_sided that is null', null, 'invalid_type'],
    ]),
    ...of('address_placement', [
      ['a placement that there is not', 'back_page', 'invalid_value'],
      ['a placement in capitals', 'First_page', 'invalid_value'],
      ['an empty placement', '', 'invalid_value'],
      ['a placement that is null', null, 'invalid_type'],
      ['a placement that is a list', ['first_page'], 'invalid_type'],
    ]),
    services('services that are a text', 'registered', ' invalid_type'),
    services('services that are null', null, ' invalid_type'),
    services('a service that there is not', ['registered', 'sms'], '[1] invalid_value'),
    services('a service that is null', ['registered', null], '[1] invalid_type'),
    services('a service twice', ['registered', 'registered'], '[1] invalid_value'),
    services('return receipt alone', ['return_receipt'], '[0] requires_registered'),
    services('restricted delivery alone', ['restricted_delivery'], '[0] requires_registered'),
    services(
      'both without registered',
      ['return_receipt', 'restricted_delivery'],
      '[0] requires_registered',
      '[1] requires_registered',
    ),
    services(
      'return receipt with a service that there is not',
      ['return_receipt', 'sms'],
      '[1] invalid_value',
      '[0] requires_registered',
    ),
  ]);

  test.each([
    ['today', () => dateIn(0), 'out_of_range'],
    ['yesterday', () => dateIn(-1), 'out_of_range'],
    ['in 181 days', () => dateIn(181), 'out_of_range'],
    ['in the year 9999', () => '9999-12-31', 'out_of_range'],
    ['a month that there is not', () => '2026-13-01', 'invalid_format'],
    ['a day that there is not', () => '2027-02-29', 'invalid_format'],
    ['the Brazilian way', () => '01/12/2026', 'invalid_format'],
    ['with a time', () => `${dateIn(10)}T06:00:00Z`, 'invalid_format'],
    ['with a blank', () => ` ${dateIn(10)}`, 'invalid_format'],
    ['in short', () => '2026-1-1', 'invalid_format'],
    ['empty', () => '', 'invalid_format'],
    ['null', () => null, 'invalid_type'],
    ['a number', () => 20261201, 'invalid_type'],
  ])('a send_date %s', async (_, date, code) => {
    expect(await refused({ ...good, send_date: date() })).toEqual([`send_date ${code}`]);
  });
});

describe('reference and metadata', () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, '']));

  refuses([
    ...of('reference', [
      ['a reference of 101 characters', 'ã'.repeat(101), 'too_long'],
      ['a reference that is a number', 1, 'invalid_type'],
      ['a reference that is null', null, 'invalid_type'],
    ]),
    ...of('metadata', [
      ['metadata that are a list', [], 'invalid_type'],
      ['metadata that are a text', '{}', 'invalid_type'],
      ['metadata that are null', null, 'invalid_type'],
      ['21 keys', keys(21), 'too_long'],
    ]),
    ['a key of 41 characters', { metadata: { ['k'.repeat(41)]: '' } }, [`metadata.${'k'.repeat(41)} too_long`]],
    ['a key without characters', { metadata: { '': '' } }, ['metadata. too_short']],
    ['a value of 501 characters', { metadata: { a: 'x'.repeat(501) } }, ['metadata.a too_long']],
    ['a value that is a number', { metadata: { a: 1 } }, ['metadata.a invalid_type']],
    ['a value that is null', { metadata: { a: null } }, ['metadata.a invalid_type']],
    ['a value that is an object', { metadata: { a: { b: 'c' } } }, ['metadata.a invalid_type']],
    [
      'two values wrong',
      { metadata: { a: 1, b: 'ok', c: [] } },
      ['metadata.a invalid_type', 'metadata.c invalid_type'],
    ],
  ]);
});

describe('everything wrong is told at once', () => {
  refuses([
    [
      'one problem in each field',
      {
        to: { ...recipient, number: undefined, postal_code: '99999-999' },
        from: { ...recipient, state: 'RJ', unit: '1' },
        document: { ...base64(inkInAddressArea), variables: { nome: 1 } },
        color: 'yes',
        double_sided: null,
        postal_services: ['return_receipt'],
        send_date: '2020-01-01',
        reference: 5,
        metadata: { a: 1 },
        extra: true,
      },
      [
        'to.number required',
        'to.postal_code postal_code_not_found',
        'from.unit unknown_parameter',
        'from.state invalid_value',
        'document.data document_text_unreadable',
        'document.data address_area_not_blank',
        'color invalid_type',
        'double_sided invalid_type',
        'postal_services[0] requires_registered',
        'send_date out_of_range',
        'reference invalid_type',
        'metadata.a invalid_type',
        'extra unknown_parameter',
      ],
    ],
    [
      'a document that is wrong in itself and in its variables',
      { document: { ...base64(blankPdf(7)), variables: { a: 1 }, page: 1 }, to: { ...recipient, name: '\u{1f4ee}' } },
      [
        'to.name invalid_value',
        'document.page unknown_parameter',
        'document.data too_many_sheets',
        'document.data document_text_unreadable',
      ],
    ],
    [
      'a character that no font has, and no document',
      { to: { ...recipient, name: '\u{1f4ee}' }, document: undefined },
      ['to.name invalid_value', 'document required'],
    ],
    [
      'a character that no font has, and another address that is not complete',
      { to: { ...recipient, name: '\u{1f4ee}' }, from: { ...recipient, postal_code: '99999-999' } },
      ['to.name invalid_value', 'from.postal_code postal_code_not_found'],
    ],
    // Whether these are problems depends on the field that is wrong.
    [
      'ink in the address area, with a wrong placement',
      { document: base64(inkInAddressArea), address_placement: 'back' },
      ['address_placement invalid_value'],
    ],
    [
      'seven pages, with a wrong double_sided',
      { document: base64(blankPdf(7)), double_sided: 'true' },
      ['double_sided invalid_type'],
    ],
  ]);

  test('1,000 unknown fields, the longest names cut', async () => {
    const extra = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`x${index}`, 1]));
    expect(await refused({ ...good, ...extra })).toHaveLength(1_000);
    const [detail] = await refused({ ...good, ['n'.repeat(10_000)]: 1 });
    expect(detail).toBe(`${'n'.repeat(256)}… unknown_parameter`);
  });

  test('in the language asked for, with the limits in words', async () => {
    const messages = async (headers: Record<string, string>) => {
      const body = letterBody({ reference: 'x'.repeat(101), color: 1, address_placement: 'x' });
      const { error } = (await customer().api.post('/letters', body, headers)).body;
      return [error.message, ...error.details.map(({ message }: { message: string }) => message)];
    };
    expect(await messages({})).toEqual([
      'Há campos inválidos na requisição. Veja todos em details.',
      'Tipo incorreto: o esperado é boolean.',
      'Valor não permitido aqui: use first_page, extra_page.',
      'Acima do tamanho máximo: são no máximo 100 caracteres.',
    ]);
    expect(await messages({ 'accept-language': 'en-US' })).toEqual([
      'The request has invalid fields. See all of them in details.',
      'Wrong type: expected boolean.',
      'This value is not allowed here: use first_page, extra_page.',
      'Above the maximum length: at most 100 characters.',
    ]);
  });
});
