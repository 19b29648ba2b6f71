import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { letterBody } from '../support/letters.ts';
import { startOwnService } from '../support/own-service.ts';

/** Mails as people get them: from their actions in the dashboard to the mailbox of the local service. */
let service: LocalService;
let control: Control;
let accountId: string;
let owner: Browser;
const log: string[] = [];

interface Mail {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
}

beforeAll(async () => {
  service = await startOwnService({ log: (line) => log.push(line) });
  const { base_url, control_url, dashboard_url } = service.description;
  control = new Control(control_url);
  accountId = (await control.openAccount(base_url)).id;
  await control.post(`/accounts/${accountId}/people`, {
    email: 'dona@empresa.example',
    role: 'owner',
    name: 'Dona <Flor>',
  });
  owner = new Browser(new URL(dashboard_url).origin);
  await owner.signIn('dona@empresa.example');
});
afterAll(() => service?.stop());

const ask = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
  owner.ask(method, `/accounts/${accountId}${path}`, body, headers);

/** Mails to an address, after the delays of the queue. */
async function mailsTo(address: string): Promise<Mail[]> {
  await control.post('/clock', { advance_seconds: 30 });
  const { data } = (await control.get('/mails')) as { data: Mail[] };
  return data.filter(({ to }) => to.includes(address));
}

describe('an invitation', () => {
  test('goes to the invited person once, in the language of the page, and names the inviter and the account', async () => {
    await ask('POST', '/people', { email: 'Bia@Empresa.example', role: 'sender' });
    const mails = await mailsTo('bia@empresa.example');
    expect(mails).toEqual([
      expect.objectContaining({ from: 'Malote <nao-responda@malote.example>', to: ['bia@empresa.example'] }),
    ]);
    const [{ subject, text, html }] = mails as [Mail];
    expect(subject).toMatch(/^Convite para a conta de .+ na Malote$/);
    for (const part of [
      'Dona <Flor> convidou você',
      '“Envio”',
      'bia@empresa.example',
      service.description.dashboard_url,
    ])
      expect(text).toContain(part);
    expect(html).toContain('Dona &lt;Flor&gt; convidou você');
    expect(html).not.toContain('<Flor>');
    expect(html).toContain(`href="${service.description.dashboard_url}"`);
  });

  test('goes again when an owner asks for it, until it is accepted', async () => {
    const { id } = (await ask('POST', '/people', { email: 'noemi@empresa.example', role: 'viewer' })).body;
    const again = () => ask('POST', `/people/${id}/invite`);
    expect((await again()).body).toMatchObject({ id, state: 'invited' });
    expect(await mailsTo('noemi@empresa.example')).toHaveLength(2);
    const noemi = new Browser(owner.origin);
    await noemi.signIn('noemi@empresa.example');
    await noemi.ask('POST', `/invitations/${accountId}/accept`);
    expect((await again()).status).toBe(404);
    const { id: herself } = (await noemi.ask('GET', '/session')).body.person;
    expect((await ask('POST', `/people/${herself}/invite`)).body).toMatchObject({ id: herself, state: 'active' });
    expect(await mailsTo('noemi@empresa.example')).toHaveLength(2);
    expect((await ask('POST', '/people/usr_00000000000000000000000000/invite')).status).toBe(404);
  });

  test('is in English for people who read the dashboard in English', async () => {
    await ask('POST', '/people', { email: 'john@empresa.example', role: 'viewer' }, { 'accept-language': 'en' });
    const [mail] = await mailsTo('john@empresa.example');
    expect(mail).toMatchObject({ subject: expect.stringMatching(/^Invitation to the account of .+ on Malote$/) });
    expect(mail!.text).toContain('Dona <Flor> invited you');
    expect(mail!.html).toContain('<html lang="en">');
  });

  test('also goes to a person whom the operator has added, until the first sign-in', async () => {
    const order = { email: 'rita@empresa.example', role: 'viewer' };
    const { id } = await control.post(`/accounts/${accountId}/people`, order);
    expect(await mailsTo('rita@empresa.example')).toEqual([]);
    expect((await ask('POST', `/people/${id}/invite`)).body).toMatchObject({ id, state: 'invited' });
    const [mail, ...others] = await mailsTo('rita@empresa.example');
    expect(others).toEqual([]);
    expect(mail!.text).toContain('Dona <Flor> convidou você');
    await new Browser(owner.origin).signIn('rita@empresa.example');
    expect((await ask('POST', `/people/${id}/invite`)).body).toMatchObject({ id, state: 'active' });
    expect(await mailsTo('rita@empresa.example')).toHaveLength(1);
  });

  test('is not sent to people who were not invited, or were removed before it is sent', async () => {
    await ask('POST', '/people', { email: 'caio@empresa.example', role: 'viewer' });
    expect(await mailsTo('caio@empresa.example')).toHaveLength(1);
    expect((await ask('POST', '/people', { email: 'caio@empresa.example', role: 'sender' })).status).toBe(409);
    const { id } = (await ask('POST', '/people', { email: 'davi@empresa.example', role: 'viewer' })).body;
    await ask('DELETE', `/people/${id}`);
    expect(await mailsTo('davi@empresa.example')).toEqual([]);
    expect(await mailsTo('caio@empresa.example')).toHaveLength(1);
  });
});

describe('a webhook endpoint that fails for a day', () => {
  const receiver = { status: 500 };
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(receiver.status).end());
  });
  const page = (account: string, endpoint: string) =>
    `${new URL(service.description.dashboard_url).origin}/${account}/developers/webhooks/${endpoint}`;
  let url: string;
  let withDevelopers: { account: string; endpoint: string; api: ApiClient };

  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    withDevelopers = await open({ eva: 'owner', gil: 'developer', lia: 'developer' });
    const { account } = await open({ ivo: 'owner', ana: 'sender' });
    const { api_key } = (await control.post(`/accounts/${account}/keys`, { mode: 'test' })) as { api_key: string };
    await subscribe(new ApiClient(service.description.base_url, api_key));
    // The eighth attempt is after 27 hours and 35 minutes.
    await control.advance(28 * 3_600);
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  /** An account with people, and an endpoint that has received a letter's event. */
  async function open(people: Record<string, string>) {
    const { id: account, api } = await control.openAccount(service.description.base_url);
    for (const [name, role] of Object.entries(people))
      await control.post(`/accounts/${account}/people`, { email: `${name}@empresa.example`, role });
    return { account, api, endpoint: await subscribe(api) };
  }

  async function subscribe(api: ApiClient): Promise<string> {
    const endpoint = { url: `${url}?token=s3cret`, events: ['letter.received'] };
    const { id } = (await api.post('/webhook-endpoints', endpoint)).body as { id: string };
    await api.post('/letters', letterBody());
    return id;
  }

  test('is reported to the developers with a link to its page, and so is its recovery', async () => {
    const { account, endpoint, api } = withDevelopers;
    const [mail, ...others] = await mailsTo('gil@empresa.example');
    expect(others).toEqual([]);
    expect(mail!.to.toSorted()).toEqual(['gil@empresa.example', 'lia@empresa.example']);
    expect(mail!.subject).toBe(`Webhook fora do ar há um dia: ${new URL(url).host}`);
    for (const part of [page(account, endpoint), url, 'Ele ainda não respondeu com sucesso'])
      expect(mail!.text).toContain(part);
    expect(mail!.text).toMatch(/Desde \d\d\/\d\d\/\d{4} às \d\d:\d\d \(horário de Brasília\)/);
    expect(mail!.text + mail!.html).not.toContain('s3cret');

    receiver.status = 204;
    await api.post('/letters', letterBody());
    const [, recovery, ...more] = await mailsTo('gil@empresa.example');
    expect(more).toEqual([]);
    expect(recovery!.subject).toBe(`Webhook de volta: ${new URL(url).host}`);
    expect(recovery!.text).toContain(page(account, endpoint));
    expect(await mailsTo('eva@empresa.example')).toEqual([]);
  });

  test('is reported to the owners of an account without developers, and to nobody for a sandbox', async () => {
    expect(await mailsTo('ivo@empresa.example')).toHaveLength(1);
    expect(await mailsTo('ana@empresa.example')).toEqual([]);
  });
});

describe('a low balance', () => {
  let account: { id: string; api: ApiClient };
  const warn = (below: number | null, headers?: Record<string, string>) =>
    owner.ask('PATCH', `/accounts/${account.id}/balance/warning`, { below }, headers);
  /** Of the account, which the link in their text names. */
  const warnings = async () => {
    // Every minute the outbox is swept for rows that are a minute old.
    await control.post('/clock', { advance_seconds: 150 });
    return (await mailsTo('dona@empresa.example')).filter(({ text }) => text.includes(`/${account.id}/balance`));
  };
  const spend = async () => expect((await account.api.post('/letters', letterBody())).status).toBe(201);
  const price = async () => (await account.api.post('/letters/quote', letterBody())).body.price.total as number;

  beforeAll(async () => {
    account = await control.openAccount(service.description.base_url, { trade_name: 'Padaria Ipê', balance: 10_000 });
    await control.post(`/accounts/${account.id}/people`, { email: 'dona@empresa.example', role: 'owner' });
    await control.post(`/accounts/${account.id}/people`, { email: 'leitor@empresa.example', role: 'viewer' });
    // Invited as an owner, but no owner yet.
    await owner.signIn('dona@empresa.example');
    await owner.ask('POST', `/accounts/${account.id}/people`, { email: 'convidada@empresa.example', role: 'owner' });
    // The clock was advanced past the end of the session.
    await owner.signIn('dona@empresa.example');
  });

  test('is reported to the owners once, each time it falls below the limit', async () => {
    expect((await warn(10_000)).body).toEqual({ object: 'balance_warning', below: 10_000 });
    await spend();
    const [first, ...others] = await warnings();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ to: ['dona@empresa.example'], subject: 'Saldo baixo na Malote: Padaria Ipê' });
    expect(first!.text).toMatch(/limite de R\$\s100,00/);
    await spend();
    expect(await warnings()).toHaveLength(1);
    // Exactly back at the limit: the next charge falls below it again.
    const { amount } = (await account.api.get('/balance')).body;
    await control.post(`/accounts/${account.id}/credits`, { amount: 10_000 - amount });
    await spend();
    expect(await warnings()).toHaveLength(2);
  });

  test('is not reported if it is topped up before the mail is sent, or if there is no limit', async () => {
    const { amount } = (await account.api.get('/balance')).body;
    expect((await warn(amount, { 'accept-language': 'en' })).status).toBe(200);
    await spend();
    await control.post(`/accounts/${account.id}/credits`, { amount: await price() });
    expect(await warnings()).toHaveLength(2);
    await warn(null);
    expect((await owner.ask('GET', `/accounts/${account.id}/account`)).body.warn_below).toBeNull();
    await spend();
    expect(await warnings()).toHaveLength(2);
    await warn(amount, { 'accept-language': 'en' });
    await control.post(`/accounts/${account.id}/credits`, { amount: await price() });
    await spend();
    expect((await warnings()).at(-1)).toMatchObject({ subject: 'Low balance on Malote: Padaria Ipê' });
  });

  test('accepts only amounts as its limit, and leaves the ledger unchanged', async () => {
    for (const below of [0, -1, 1.5, '100', undefined])
      expect((await owner.ask('PATCH', `/accounts/${account.id}/balance/warning`, { below })).status).toBe(422);
    expect((await control.get('/ledger/audit')).differences).toEqual([]);
  });
});

test('no log contains an address or a name', () => {
  const lines = log.join('\n');
  expect(lines).toContain('mail sent');
  const secrets = ['bia@empresa.example', 'dona@empresa.example', 'gil@empresa.example', 'Flor', 's3cret'];
  for (const secret of secrets) expect(lines).not.toContain(secret);
});
