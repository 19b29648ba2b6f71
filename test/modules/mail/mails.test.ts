import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { Browser } from '../../support/browser.ts';
import { letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';

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
    await control.advance(601);
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

  test('ends with the right of who sent it, until another owner sends it again', async () => {
    await control.post(`/accounts/${accountId}/people`, { email: 'socio@empresa.example', role: 'owner' });
    const partner = new Browser(owner.origin);
    await partner.signIn('socio@empresa.example');
    const order = { email: 'tita@empresa.example', role: 'owner' };
    const { id } = (await partner.ask('POST', `/accounts/${accountId}/people`, order)).body;
    const guest = new Browser(owner.origin);
    await guest.signIn(order.email);
    const waiting = async () => (await guest.ask('GET', '/session')).body.invitations as { invited_by: string }[];
    const accept = async () => (await guest.ask('POST', `/invitations/${accountId}/accept`)).status;
    expect(await waiting()).toHaveLength(1);

    await ask('DELETE', `/people/${(await partner.ask('GET', '/session')).body.person.id}`);
    expect([await waiting(), await accept()]).toEqual([[], 404]);
    await control.advance(601);
    expect((await ask('POST', `/people/${id}/invite`)).status).toBe(200);
    expect((await waiting()).map(({ invited_by }) => invited_by)).toEqual(['Dona <Flor>']);
    expect(await accept()).toBe(200);
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

  test('goes to one address only now and then, and removing the person does not change that', async () => {
    const order = { email: 'alvo@empresa.example', role: 'viewer' };
    const { id } = (await ask('POST', '/people', order)).body;
    for (const refused of [
      await ask('POST', `/people/${id}/invite`),
      (await ask('DELETE', `/people/${id}`)).status === 200 && (await ask('POST', '/people', order)),
    ]) {
      if (!refused) throw new Error('not removed');
      expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_invitations']);
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(500);
      expect(seconds).toBeLessThanOrEqual(600);
    }
    const { data } = (await ask('GET', '/people')).body as { data: { email: string }[] };
    expect(data.map(({ email }) => email)).not.toContain(order.email);
    expect(await mailsTo(order.email)).toEqual([]);
  });

  test('reaches an address at most three times a day, from however many accounts, and none is told', async () => {
    const order = { email: 'popular@empresa.example', role: 'viewer' };
    for (let count = 0; count < 5; count++) {
      const other = await control.openAccount(service.description.base_url);
      await control.post(`/accounts/${other.id}/people`, { email: 'dona@empresa.example', role: 'owner' });
      const { status, body } = await owner.ask('POST', `/accounts/${other.id}/people`, order);
      expect([status, body.state]).toEqual([201, 'invited']);
    }
    expect(await mailsTo(order.email)).toHaveLength(3);
    const popular = new Browser(owner.origin);
    await popular.signIn(order.email);
    expect((await popular.ask('GET', '/session')).body.invitations).toHaveLength(5);
  });

  test('is the last one if its reader wants no more, which takes a press of a button', async () => {
    const email = 'chega@empresa.example';
    const { id } = (await ask('POST', '/people', { email, role: 'viewer' })).body;
    const [mail] = await mailsTo(email);
    const url = /Não receber mais convites da Malote: (\S+)/.exec(mail!.text)![1]!;
    expect(mail!.html).toContain(`<a href="${url}"`);
    // A mail filter opens every link.
    const page = await fetch(url);
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining("form-action 'self'"),
    ]);
    const form = /<form method="post" action="([^"]+)">\s*<input name="token" type="hidden" value="([^"]+)"/.exec(
      await page.text(),
    )!;
    const again = async () => {
      await control.advance(601);
      return (await ask('POST', `/people/${id}/invite`)).status;
    };
    expect([await again(), (await mailsTo(email)).length]).toEqual([200, 2]);

    const press = (token: string) =>
      fetch(new URL(form[1]!, url), { method: 'POST', body: new URLSearchParams({ token }) });
    expect((await press('made-up')).status).toBe(404);
    expect(await (await press(form[2]!)).text()).toContain('Pronto: sem mais convites');
    expect([await again(), (await mailsTo(email)).length]).toEqual([200, 2]);
  });

  test('shows names that look like links as text', async () => {
    const company = 'PARABENS! Seu Pix em www.exemplo-golpe.com.br';
    const { id } = await control.openAccount(service.description.base_url, { trade_name: company });
    await control.post(`/accounts/${id}/people`, {
      email: 'golpista@empresa.example',
      role: 'owner',
      name: 'https://golpe.com',
    });
    const browser = new Browser(owner.origin);
    await browser.signIn('golpista@empresa.example');
    await browser.ask('POST', `/accounts/${id}/people`, { email: 'vitima@empresa.example', role: 'viewer' });
    const [{ subject, text, html }] = (await mailsTo('vitima@empresa.example')) as [Mail];
    expect(subject).toBe('Convite para a conta de PARABENS! Seu Pix em www. exemplo-golpe. com. br na Malote');
    for (const part of [text, html]) {
      expect(part).toContain('https: //golpe. com convidou você');
      expect(part).not.toMatch(/golpe\.com|www\.exemplo|https:\/\/golpe/);
    }
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
