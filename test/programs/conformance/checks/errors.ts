import { blankPdf } from '../../../support/pdfs.ts';
import { check } from '../check.ts';
import { expectStatus, holds, invalid, refused, same } from '../expectations.ts';
import { base64, letterOrder, recipient, verificationOrder } from '../world.ts';

export const errors = [
  check('ERR-1', 'a rejected order creates and costs nothing', async (world) => {
    const { api } = world;
    const reference = world.unique();
    const balance = async () => expectStatus(await api.get('/balance'), 200).amount;
    const before = await balance();
    invalid(await api.post('/letters', letterOrder({ reference, color: 'yes' })), 'color invalid_type');
    invalid(await api.post('/verifications', verificationOrder({ reference, method: 'fax' })), 'method invalid_value');
    same((await api.get(`/letters?reference=${reference}`)).body.data, [], 'letters with its reference');
    same((await api.get(`/verifications?reference=${reference}`)).body.data, [], 'verifications with its reference');
    same(await balance(), before, 'the balance');
  }),
  check('ERR-2', 'an error has all its fields, and its request_id is that of the header', async ({ api }) => {
    const { headers, body } = await api.get('/letters/ltr_0');
    same(
      Object.keys(body?.error ?? {}).sort(),
      ['code', 'details', 'doc_url', 'message', 'request_id', 'type'],
      'fields',
    );
    same(body.error.request_id, headers.get('request-id'), 'request_id');
    same(body.error.details, null, 'details');
  }),
  check('ERR-3', 'the type follows from the status', async ({ api }) => {
    const typeOf = async (path: string, body?: unknown) => (await api.post(path, body)).body?.error?.type;
    same(await typeOf('/letters/quote', '{'), 'invalid_request_error', 'the type of a 400');
    same(await typeOf('/letters/ltr_0/cancel'), 'not_found_error', 'the type of a 404');
    same(await typeOf('/letters/quote', {}), 'validation_error', 'the type of a 422');
  }),
  check('ERR-4', 'each failure has its code', async ({ api }) => {
    refused(await api.get('/nothing'), 404, 'endpoint_not_found');
    refused(await api.ask('PATCH', '/account', {}), 404, 'endpoint_not_found');
    refused(await api.get('/verifications/ver_0'), 404, 'resource_not_found');
    refused(await api.get('/postal-codes/99999999'), 404, 'postal_code_not_found');
    refused(await api.post('/uploads', {}), 422, 'invalid_parameters');
  }),
  check('ERR-5', 'all problems together, in the order of the fields, with dots and brackets', async ({ api }) => {
    const body = {
      to: { name: 7, postal_code: '99999-999' },
      document: { type: 'base64', data: 'data:application/pdf;base64,AAAA' },
      color: 'no',
      postal_services: ['registered', 'pigeon'],
    };
    invalid(
      await api.post('/letters/quote', body),
      'to.name invalid_type',
      'to.number required',
      'to.postal_code postal_code_not_found',
      'document.data invalid_format',
      'color invalid_type',
      'postal_services[1] invalid_value',
    );
  }),
  check('ERR-5', 'each detail has its own text', async ({ api }) => {
    const details: any[] = (await api.post('/letters/quote', {})).body?.error?.details ?? [];
    holds(
      details.length > 0 && details.every(({ message }) => typeof message === 'string' && message.length > 10),
      'a detail has no message',
    );
  }),
  ...(
    [
      ['required', { to: undefined }, 'to required'],
      ['unknown_parameter', { stamp: 'x' }, 'stamp unknown_parameter'],
      ['invalid_type', { color: 1 }, 'color invalid_type'],
      ['invalid_value', { address_placement: 'back' }, 'address_placement invalid_value'],
      ['invalid_format', { send_date: '31/12/2030' }, 'send_date invalid_format'],
      ['too_long', { reference: 'x'.repeat(101) }, 'reference too_long'],
      ['too_short', { document: { type: 'base64', data: '' } }, 'document.data too_short'],
      ['out_of_range', { send_date: '2020-01-01' }, 'send_date out_of_range'],
      ['requires_registered', { postal_services: ['return_receipt'] }, 'postal_services[0] requires_registered'],
      [
        'postal_code_not_found',
        { to: { ...recipient, postal_code: '99999999' } },
        'to.postal_code postal_code_not_found',
      ],
      ['document_invalid', { document: base64(Buffer.from('no PDF')) }, 'document.data document_invalid'],
      ['too_many_sheets', { document: base64(blankPdf(7)) }, 'document.data too_many_sheets'],
      ['upload_not_found', { document: { type: 'upload', upload_id: 'upl_0' } }, 'document.upload_id upload_not_found'],
    ] as const
  ).map(([code, fields, detail]) =>
    check('ERR-6', `${code} is reported on its field`, async ({ api }) => {
      invalid(await api.post('/letters/quote', letterOrder(fields)), detail);
    }),
  ),
];
