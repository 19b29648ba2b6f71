import { expect, test } from '@jest/globals';
import { detailsOf } from '../../../support/checked-client.ts';
import { useUnchangedCustomer } from '../../../support/internals.ts';
import { uploadBody } from '../../../support/uploads.ts';

const customer = useUnchangedCustomer();

test.each<[string, unknown, string[]]>([
  ['nothing', {}, ['filename required', 'size required']],
  ['no name', uploadBody({ filename: undefined }), ['filename required']],
  ['no size', uploadBody({ size: undefined }), ['size required']],
  ['an empty name', uploadBody({ filename: '' }), ['filename too_short']],
  ['a name of 256 characters', uploadBody({ filename: 'a'.repeat(256) }), ['filename too_long']],
  ['a name of two lines', uploadBody({ filename: 'a\nb.pdf' }), ['filename invalid_format']],
  ['a name with an escape', uploadBody({ filename: 'a\u001b[2J.pdf' }), ['filename invalid_format']],
  ['a name that is shown in reverse', uploadBody({ filename: 'a\u202efdp.exe' }), ['filename invalid_format']],
  ['a name that is null', uploadBody({ filename: null }), ['filename invalid_type']],
  ['a name that is a list', uploadBody({ filename: ['a'] }), ['filename invalid_type']],
  ['zero bytes', uploadBody({ size: 0 }), ['size out_of_range']],
  ['a negative size', uploadBody({ size: -1 }), ['size out_of_range']],
  ['a byte too many', uploadBody({ size: 10_485_761 }), ['size out_of_range']],
  ['a size beyond the range of numbers', uploadBody({ size: 1e30 }), ['size out_of_range']],
  ['half a byte', uploadBody({ size: 1.5 }), ['size invalid_type']],
  ['a size as text', uploadBody({ size: '1000' }), ['size invalid_type']],
  ['a size that is null', uploadBody({ size: null }), ['size invalid_type']],
  ['a size that is true', uploadBody({ size: true }), ['size invalid_type']],
  ['an unknown field', uploadBody({ type: 'pdf' }), ['type unknown_parameter']],
  ['a field in capitals', uploadBody({ Size: 1 }), ['Size unknown_parameter']],
  ['a field that every object inherits', uploadBody({ constructor: {} }), ['constructor unknown_parameter']],
  [
    'everything at once',
    { size: '1', x: 1, y: { z: 1 } },
    ['filename required', 'size invalid_type', 'x unknown_parameter', 'y unknown_parameter'],
  ],
  ['a list', [], ['body invalid_type']],
  ['a text', '"carta.pdf"', ['body invalid_type']],
  ['null', 'null', ['body invalid_type']],
  ['__proto__', '{"filename":"a","size":1,"__proto__":{"size":1}}', ['__proto__ unknown_parameter']],
  ['1e400, beyond the numbers of JavaScript', '{"filename":"a","size":1e400}', ['size out_of_range']],
])('%s', async (_, body, expected) => {
  const answer = await customer().api.post('/uploads', body, { 'idempotency-key': 'key' });
  expect([answer.status, answer.body.error.code]).toEqual([422, 'invalid_parameters']);
  expect(detailsOf(answer)).toEqual(expected);
});

test('an unknown query parameter', async () => {
  const answer = await customer().api.post('/uploads?size=1', uploadBody());
  expect(detailsOf(answer)).toEqual(['size unknown_parameter']);
});
