import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { Control } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { startOwnService } from '../support/own-service.ts';

/** Mails as people get them: from what they do in the dashboard to the mailbox of the local service. */
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

/** Mails to an address, after the waits of the queue. */
async function mailsTo(address: string): Promise<Mail[]> {
  await control.post('/clock', { advance_seconds: 30 });
  const { data } = (await control.get('/mails')) as { data: Mail[] };
  return data.filter(({ to }) => to.includes(address));
}

describe('an invitation', () => {
  test('goes to whoever is let in, once, in the language of the page, and says who invites to what', async () => {
    await ask('POST', '/people', { email: 'Bia@Empresa.example', role: 'sender' });
    const mails = await mailsTo('bia@empresa.example');
    expect(mails).toEqual([
      expect.objectContaining({ from: 'Malote <nao-responda@malote.example>', to: ['bia@empresa.example'] }),
    ]);
    const [{ subject, text, html }] = mails as [Mail];
    expect(subject).toMatch(/^Seu acesso à conta de .+ na Malote$/);
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

  test('is in English for who reads the dashboard in English', async () => {
    await ask('POST', '/people', { email: 'john@empresa.example', role: 'viewer' }, { 'accept-language': 'en' });
    const [mail] = await mailsTo('john@empresa.example');
    expect(mail).toMatchObject({ subject: expect.stringMatching(/^Your access to the account of .+ on Malote$/) });
    expect(mail!.text).toContain('Dona <Flor> invited you');
    expect(mail!.html).toContain('<html lang="en">');
  });

  test('does not go to whoever was not let in, or is gone before it goes', async () => {
    await ask('POST', '/people', { email: 'caio@empresa.example', role: 'viewer' });
    expect(await mailsTo('caio@empresa.example')).toHaveLength(1);
    expect((await ask('POST', '/people', { email: 'caio@empresa.example', role: 'sender' })).status).toBe(409);
    const { id } = (await ask('POST', '/people', { email: 'davi@empresa.example', role: 'viewer' })).body;
    await ask('DELETE', `/people/${id}`);
    expect(await mailsTo('davi@empresa.example')).toEqual([]);
    expect(await mailsTo('caio@empresa.example')).toHaveLength(1);
  });

  test('leaves no address and no name in any log', () => {
    const lines = log.join('\n');
    expect(lines).toContain('mail sent');
    for (const secret of ['bia@empresa.example', 'dona@empresa.example', 'Flor']) expect(lines).not.toContain(secret);
  });
});
