import { describe, expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { useUnchangedCustomer } from '../../../support/internals.ts';
import { base64, letterBody, recipient } from '../../../support/letters.ts';
import { blankPdf, inkInAddressArea } from '../../../support/pdfs.ts';
import { good, refused, refuses } from '../../../support/refused-letters.ts';

describe('the body', () => {
  const customer = useUnchangedCustomer();

  test.each<[string, unknown, string[]]>([
    ['nothing', {}, ['to required', 'document required']],
    ['a list', [], ['body invalid_type']],
    ['null', 'null', ['body invalid_type']],
    ['a text', '"{}"', ['body invalid_type']],
    ['a number', '1', ['body invalid_type']],
  ])('is %s', async (_, body, details) => {
    expect(await refused(customer(), body)).toEqual(details);
  });

  refuses('of an object', [
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
    const details = await refused(customer(), JSON.stringify(body).replace('"PROTO"', '"__proto__"'));
    expect([...new Set(details)].filter((each) => each.endsWith('unknown_parameter'))).toEqual([detail]);
  });

  test.each([
    ['NUL', '\0'],
    ['a line break', '\n'],
    ['an escape', '\u001b'],
    ['a C1 control', '\u009b'],
    ['an override of the direction', '\u202e'],
    ['an isolate', '\u2067'],
  ])('%s in reference and metadata', async (_, character) => {
    const body = { ...good, reference: `a${character}`, metadata: { [`k${character}`]: 'a' } };
    const details = await refused(customer(), JSON.stringify(body));
    expect(details.toSorted()).toEqual(
      [`metadata.k${character} invalid_format`, 'reference invalid_format'].toSorted(),
    );
  });

  test('an unknown query parameter', async () => {
    const answer = await customer().api.post('/letters?draft=true', good);
    expect(detailsOf(answer)).toEqual(['draft unknown_parameter']);
  });
});

describe('every problem is reported at once', () => {
  refuses('in fields that depend on one another and in others', [
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
    // Whether these are problems depends on the wrong field.
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

  const customer = useUnchangedCustomer();

  test('1,000 unknown fields, with the longest names cut', async () => {
    const extra = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`x${index}`, 1]));
    expect(await refused(customer(), { ...good, ...extra })).toHaveLength(1_000);
    const [detail] = await refused(customer(), { ...good, ['n'.repeat(10_000)]: 1 });
    expect(detail).toBe(`${'n'.repeat(256)}… unknown_parameter`);
  });

  test('in the requested language, with the limits in words', async () => {
    const messages = async (headers: Record<string, string>) => {
      const body = letterBody({ reference: 'x'.repeat(101), color: 1, address_placement: 'x' });
      const { error } = (await customer().api.post('/letters', body, headers)).body;
      return [error.message, ...error.details.map(({ message }: { message: string }) => message)];
    };
    expect(await messages({})).toEqual([
      'Há campos inválidos na requisição. Veja todos em details.',
      'Tipo incorreto: envie true ou false.',
      'Valor não permitido: use first_page ou extra_page.',
      'Acima do tamanho máximo: o máximo é de 100 caracteres.',
    ]);
    expect(await messages({ 'accept-language': 'en-US' })).toEqual([
      'The request has invalid fields. See all of them in details.',
      'Wrong type: send true or false.',
      'This value is not allowed: use first_page or extra_page.',
      'Above the maximum length: at most 100 characters.',
    ]);
  });
});
