import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { signedIn } from '../../support/dashboard.ts';
import { letterBody } from '../../support/letters.ts';
import { useCustomer } from '../../support/service.ts';

const customer = useCustomer();

test('the account equals that of the API, with its balance and the saved settings', async () => {
  const viewer = await signedIn(customer().id, 'viewer');
  const { status, body } = await viewer.ask('GET', `/accounts/${customer().id}/account`);
  expect(status).toBe(200);
  const [account, balance] = [await customer().api.get('/account'), await customer().api.get('/balance')];
  expect(body).toEqual({
    ...account.body,
    suspended: false,
    balance: balance.body.amount,
    logo: null,
    authenticity: false,
    default_letter: { title: null, body: null, footer: null, include_qr_code: null, include_page_url: null },
    evidence_years: 10,
    warn_below: null,
    limits: { requests_per_second: 50, document_bytes: 10_485_760, sheets: 6 },
    face: { accent_color: null, page_host: null, privacy_notice: null, privacy_url: null, support_contact: null },
  });
});

const at = (path: string) => `/accounts/${customer().id}${path}`;

describe('the settings that owners change', () => {
  test('take effect immediately, and are printed and shown from then on', async () => {
    const owner = await signedIn(customer().id, 'owner');
    const changes = {
      trade_name: 'Padaria Ipê',
      default_sender: { name: 'Padaria Ipê', postal_code: '01310-100', number: '900' },
      default_letter: { title: 'Confirme onde mora', include_qr_code: false },
    };
    const { status, body } = await owner.ask('PATCH', at('/account'), changes);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      trade_name: 'Padaria Ipê',
      default_sender: { street: 'Avenida Paulista', number: '900' },
      default_letter: { title: 'Confirme onde mora', body: null, include_qr_code: false },
    });
    expect((await owner.ask('GET', at('/account'))).body).toEqual(body);
    const { body: letter } = await customer().api.post('/letters', { ...letterBody(), from: undefined });
    expect(letter.from).toEqual(body.default_sender);
    expect((await owner.ask('GET', '/session')).body.accounts[0].name).toBe('Padaria Ipê');
  });

  test('keep omitted fields, but a default letter is replaced as a whole', async () => {
    const owner = await signedIn(customer().id, 'owner');
    const edit = async (changes: object) => (await owner.ask('PATCH', at('/account'), changes)).body;
    const before = await edit({ trade_name: 'Padaria Ipê', default_letter: { title: 'Um título', footer: '' } });
    expect(await edit({})).toEqual(before);
    const { default_letter, ...others } = await edit({ default_letter: { body: 'Um texto.' } });
    expect(default_letter).toMatchObject({ title: null, body: 'Um texto.', footer: null });
    expect(others).toEqual({ ...others, trade_name: 'Padaria Ipê', default_sender: before.default_sender });
    expect(await edit({ trade_name: null })).toMatchObject({ trade_name: null, default_letter });
  });

  test('are saved completely or not at all: every problem is reported and nothing changes', async () => {
    const owner = await signedIn(customer().id, 'owner');
    const before = (await owner.ask('GET', at('/account'))).body;
    const { status, body } = await owner.ask('PATCH', at('/account'), {
      trade_name: 'Padaria 🥖',
      default_sender: { name: 'Padaria', postal_code: '00000-000', number: '1' },
      default_letter: { title: 'Um título' },
    });
    expect([status, body.error.details.map(({ param }: { param: string }) => param)]).toEqual([
      422,
      ['trade_name', 'default_sender.postal_code'],
    ]);
    const misshapen = await owner.ask('PATCH', at('/account'), {
      trade_name: 'Padaria 🥖',
      default_sender: { name: 7, postal_code: '00000-000', number: '1' },
      default_letter: { title: 7, body: 'linha\n'.repeat(200) },
    });
    expect(misshapen.body.error.details.map(({ param }: { param: string }) => param)).toEqual([
      'trade_name',
      'default_sender.name',
      'default_sender.postal_code',
      'default_letter.title',
    ]);
    const lines = { default_letter: { body: 'linha\n'.repeat(200) } };
    expect((await owner.ask('PATCH', at('/account'), lines)).body.error.details[0].param).toBe('default_letter.body');
    const name = { trade_name: 'M'.repeat(150) };
    expect((await owner.ask('PATCH', at('/account'), name)).body.error.details).toMatchObject([
      { param: 'trade_name', code: 'too_long' },
    ]);
    expect((await owner.ask('GET', at('/account'))).body).toEqual(before);
  });
});

describe('a logo', () => {
  const logo = readFileSync(new URL('../../programs/confirmation-page/logo.png', import.meta.url));

  /** The same picture with another width in its header. */
  function sizedLogo(width: number): Buffer {
    const bytes = Buffer.from(logo);
    bytes.writeUInt32BE(width, 16);
    return bytes;
  }

  test('is set, shown, printed on the page, and removed', async () => {
    const owner = await signedIn(customer().id, 'owner');
    expect((await owner.ask('GET', at('/account/logo'))).status).toBe(404);
    const content = logo.toString('base64');
    const { status, body: set } = await owner.ask('POST', at('/account/logo'), { content });
    expect([status, set]).toEqual([
      200,
      {
        object: 'logo',
        content_type: 'image/png',
        width: expect.any(Number),
        height: expect.any(Number),
        sha256: expect.any(String),
        content,
      },
    ]);
    expect((await owner.ask('GET', at('/account/logo'))).body).toEqual(set);
    expect((await owner.ask('GET', at('/account'))).body.logo).toMatchObject({ sha256: set.sha256 });
    expect((await owner.ask('DELETE', at('/account/logo'))).body).toEqual({ object: 'logo', deleted: true });
    expect((await owner.ask('DELETE', at('/account/logo'))).status).toBe(200);
    expect((await owner.ask('GET', at('/account'))).body.logo).toBeNull();
  });

  test.each([
    ['not a picture', Buffer.from('GIF89a').toString('base64'), 'logo'],
    ['too small', sizedLogo(8).toString('base64'), 'logo.width'],
    ['not base64', '<svg>', 'content'],
    ['too many bytes', Buffer.concat([logo, Buffer.alloc(40_000)]).toString('base64'), 'logo.bytes'],
  ])('is rejected with its reason: %s', async (_, content, param) => {
    const owner = await signedIn(customer().id, 'owner');
    const { status, body } = await owner.ask('POST', at('/account/logo'), { content });
    expect([status, body.error.details[0].param]).toEqual([422, param]);
    expect((await owner.ask('GET', at('/account'))).body.logo).toBeNull();
  });
});
