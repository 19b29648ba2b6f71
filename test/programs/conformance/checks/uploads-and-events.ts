import { wordsPdf } from '../../../support/pdfs.ts';
import { check } from '../check.ts';
import { expectStatus, holds, invalid, refused, same } from '../expectations.ts';
import { letterOrder, type World } from '../world.ts';

const DAY_MS = 86_400_000;

const asked = (fields: object = {}) => ({ filename: 'carta.pdf', size: 1_000, ...fields });

const put = (url: string, bytes: Buffer) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'content-type': 'application/pdf' } });

/** An upload whose file has arrived. */
async function arrived({ api }: World, bytes = wordsPdf('Carta enviada em dois passos')) {
  const upload = expectStatus(await api.post('/uploads', asked({ size: bytes.length })), 201);
  same((await put(upload.upload_url, bytes)).ok, true, 'whether the file arrives');
  return { upload, document: { type: 'upload', upload_id: upload.id as string } };
}

export const uploads = [
  check('UPL-1', 'filename and size have limits', async ({ api }) => {
    expectStatus(await api.post('/uploads', asked({ filename: 'x'.repeat(255), size: 10_485_760 })), 201);
    invalid(await api.post('/uploads', asked({ filename: 'x'.repeat(256) })), 'filename too_long');
    invalid(await api.post('/uploads', asked({ filename: '' })), 'filename too_short');
    invalid(await api.post('/uploads', asked({ size: 10_485_761 })), 'size out_of_range');
    invalid(await api.post('/uploads', asked({ size: 0 })), 'size out_of_range');
    invalid(await api.post('/uploads', {}), 'filename required', 'size required');
  }),
  check('UPL-2', "an upload's URL lasts two hours, the upload 24", async ({ api }) => {
    const upload = expectStatus(await api.post('/uploads', asked()), 201);
    const after = (instant: string) => Date.parse(instant) - Date.parse(upload.created_at);
    same(
      [after(upload.upload_url_expires_at), after(upload.expires_at)],
      [DAY_MS / 12, DAY_MS],
      'milliseconds of URL and upload',
    );
    same([upload.filename, upload.size], ['carta.pdf', 1_000], 'filename and size');
  }),
  check('UPL-3', 'a length other than the declared one is rejected, and so is a changed URL', async ({ api }) => {
    const bytes = wordsPdf('x');
    const { upload_url } = expectStatus(await api.post('/uploads', asked({ size: bytes.length })), 201);
    holds(!(await put(upload_url, Buffer.concat([bytes, Buffer.from('\n')]))).ok, 'a longer file is taken');
    holds(
      !(
        await put(
          upload_url.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')),
          bytes,
        )
      ).ok,
      'a changed URL works',
    );
    holds((await put(upload_url, bytes)).ok, 'the declared file is refused');
  }),
  check('UPL-3', 'the URL works for two hours', ['clock'], async ({ api }) => {
    const bytes = wordsPdf('x');
    const { upload_url, upload_url_expires_at } = expectStatus(
      await api.post('/uploads', asked({ size: bytes.length })),
      201,
    );
    return {
      at: Date.parse(upload_url_expires_at) + 60_000,
      look: async () => holds(!(await put(upload_url, bytes)).ok, 'the URL still works'),
    };
  }),
  check('UPL-4', 'the file is checked when a mailing uses it', async (world) => {
    const { document } = await arrived(world, Buffer.from('this is no PDF'));
    invalid(await world.api.post('/letters/quote', letterOrder({ document })), 'document.upload_id document_invalid');
  }),
  check('UPL-5', 'an unknown upload, and one whose file never arrived', async ({ api }) => {
    const quote = (upload_id: string) =>
      api.post('/letters/quote', letterOrder({ document: { type: 'upload', upload_id } }));
    invalid(await quote('upl_unknown'), 'document.upload_id upload_not_found');
    invalid(
      await quote(expectStatus(await api.post('/uploads', asked()), 201).id),
      'document.upload_id upload_file_missing',
    );
  }),
  check('UPL-5', 'an upload serves one mailing; quotes and rejections do not consume it', ['orders'], async (world) => {
    const { document } = await arrived(world);
    expectStatus(await world.api.post('/letters/quote', letterOrder({ document })), 200);
    refused(
      await world.api.post('/letters', letterOrder({ document, color: 1 })),
      422,
      'invalid_parameters',
      'color invalid_type',
    );
    const letter = await world.scheduledLetter({ document });
    same(letter.document, { type: 'upload', filename: 'carta.pdf' }, 'document');
    const send_date = await world.date(150);
    invalid(
      await world.api.post('/letters', letterOrder({ document, send_date })),
      'document.upload_id upload_already_used',
    );
  }),
  check('UPL-5', 'an upload expires after 24 hours', ['clock'], async (world) => {
    const { upload, document } = await arrived(world);
    const quote = () => world.api.post('/letters/quote', letterOrder({ document }));
    const end = Date.parse(upload.expires_at);
    return {
      at: end - 60_000,
      look: async () => {
        expectStatus(await quote(), 200);
        return { at: end + 1_000, look: async () => invalid(await quote(), 'document.upload_id upload_expired') };
      },
    };
  }),
];

export const events = [
  check('EVT-1', 'each status change creates one event', ['orders'], async (world) => {
    const { id } = await world.scheduledLetter();
    await world.cancel('/letters', id);
    const types = (await world.events(id, 2)).map(({ type }) => type);
    same(types.sort(), ['letter.canceled', 'letter.scheduled'], 'events');
  }),
  check('EVT-1', 'events are listed for 30 days', ['clock', 'orders'], async (world) => {
    const { id, created_at } = await world.scheduledLetter();
    const count = async () => expectStatus(await world.api.get(`/events?object_id=${id}`), 200).data.length;
    const end = Date.parse(created_at) + 30 * DAY_MS;
    return {
      at: end - 3_600_000,
      look: async () => {
        same(await count(), 1, 'the number of events an hour before');
        return { at: end + 3_600_000, look: async () => same(await count(), 0, 'the number of events after 30 days') };
      },
    };
  }),
  check('EVT-2', 'the data of an event is the object right after the change', ['orders'], async (world) => {
    const letter = await world.scheduledLetter();
    const [event] = await world.events(letter.id, 1);
    same([event!.object, event!.type], ['event', 'letter.scheduled'], 'object and type');
    // The letter has the instant of the call, the event that of the change: a second may begin between them.
    const created = Date.parse(event!.created_at);
    holds(created >= Date.parse(letter.created_at), `the event of ${event!.created_at} is older than the letter`);
    holds(created <= (await world.now()), `the event of ${event!.created_at} is not yet over`);
    same({ ...event!.data, preview_url: null }, { ...letter, preview_url: null }, 'data');
  }),
  check('EVT-2', 'in the events of a verification preview_url is null', ['orders'], async (world) => {
    const verification = await world.verification();
    const [event] = await world.events(verification.id, 1);
    same(event!.data.preview_url, null, 'preview_url');
    await world.cancel('/verifications', verification.id);
  }),
  check('EVT-3', 'events are found by each type, except for tests', async ({ api }) => {
    const statuses = {
      letter: ['scheduled', 'received', 'in_production', 'printed', 'posted', 'canceled', 'failed', 'updated'],
      verification: [
        'received',
        'in_production',
        'awaiting_code',
        'expiring',
        'verified',
        'failed',
        'expired',
        'canceled',
        'revoked',
      ],
      webhook_endpoint: ['failing', 'recovered'],
    };
    for (const [object, names] of Object.entries(statuses))
      for (const name of names) {
        const { data } = expectStatus(await api.get(`/events?type=${object}.${name}&limit=1`), 200);
        holds(
          data.every(({ type }: any) => type === `${object}.${name}`),
          'an event of another type is found',
        );
      }
    invalid(await api.get('/events?type=webhook.test'), 'type invalid_value');
  }),
];
