import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { type Description, TOOLS_FILE, toolsFile } from '../../../lib/programs/mcp/describe-tools.ts';
import { llmsText } from '../../../lib/programs/site/llms.ts';
import { sitePages } from '../../../lib/programs/site/pages.ts';
import { plainPages } from '../../../lib/programs/site/plain-pages.ts';
import { Control } from '../../support/api.ts';
import { letterBody, recipient } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { callTool } from './connected-client.ts';
import { hostileTexts } from './hostile-texts.ts';

const repository = resolve(import.meta.dirname, '../../..');
const file = (path: string) => readFileSync(join(repository, path), 'utf8');

let service: LocalService;
let control: Control;
let client: Client;
/** What the program wrote beside the protocol. */
let messages = '';

/** The line of `llms.txt` that starts the server, with this service and this key. */
async function commandOfLlmsTxt(): Promise<{ command: string; args: string[]; env: Record<string, string> }> {
  const llms = llmsText(plainPages(await sitePages(repository, '/')), '/');
  const line = /`MALOTE_API_KEY=<API key> (npx malote-mcp [^`]*)`/.exec(llms)![1]!;
  const [, , ...args] = line.replace('$MALOTE_BASE_URL', service.description.base_url).split(' ');
  return {
    // What `npx malote-mcp` runs, from its source.
    command: process.execPath,
    args: [join(repository, 'bin/mcp.ts'), ...args],
    env: { PATH: process.env.PATH!, MALOTE_API_KEY: service.description.sandbox_api_key },
  };
}

beforeAll(async () => {
  service = await startOwnService();
  control = new Control(service.description.control_url);
  const transport = new StdioClientTransport({ ...(await commandOfLlmsTxt()), stderr: 'pipe' });
  transport.stderr!.on('data', (chunk: Buffer) => (messages += chunk.toString()));
  client = new Client({ name: 'a stranger', version: '1' });
  await client.connect(transport);
});
afterAll(async () => {
  await client?.close();
  await service?.stop();
});

/** In centavos. */
async function balance(): Promise<number> {
  const { amount } = (await callTool(client, 'get_balance')).json.data;
  expect(amount).toBeGreaterThan(0);
  return amount;
}

describe('an agent with the official client', () => {
  test('that knows llms.txt reaches a posted letter of the sandbox in three calls', async () => {
    let calls = 0;
    const call = (name: string, given: Record<string, unknown>) => {
      calls++;
      return callTool(client, name, given);
    };
    const quote = await call('quote_letter', letterBody());
    expect(quote.json.data).toMatchObject({ object: 'quote', price: { currency: 'BRL' } });
    const sent = await call('send_letter', letterBody({ reference: 'from an agent' }));
    expect(sent.isError).toBe(false);
    await control.advance(900);
    const posted = await call('get_letter', { letter_id: sent.json.data.id });
    expect(posted.json.data).toMatchObject({ status: 'posted', reference: 'from an agent' });
    expect(posted.json.data.price.total).toBe(quote.json.data.price.total);
    expect(calls).toBeLessThanOrEqual(4);
  });

  test('repeats a call with its key, and is charged once', async () => {
    const before = await balance();
    const body = letterBody({ idempotency_key: 'once' });
    const first = await callTool(client, 'send_letter', body);
    const again = await callTool(client, 'send_letter', body);
    expect(again.json.data.id).toBe(first.json.data.id);
    const after = await balance();
    expect(before - after).toBe(first.json.data.price.total);
    const other = await callTool(client, 'send_letter', letterBody({ idempotency_key: 'once', color: true }));
    expect(other.isError).toBe(true);
    expect(other.json.error).toMatchObject({ code: 'idempotency_key_reused', idempotency_key: 'once' });
  });

  test('lists letters by their filters, a page at a time', async () => {
    for (let count = 0; count < 3; count++) await callTool(client, 'send_letter', letterBody({ reference: 'listed' }));
    const first = await callTool(client, 'list_letters', { reference: 'listed', limit: 2 });
    expect(first.json.data).toMatchObject({ has_more: true });
    const { next_cursor: cursor } = first.json.data;
    const second = await callTool(client, 'list_letters', { reference: 'listed', limit: 2, cursor });
    const ids = [first, second].flatMap(({ json }) => json.data.data.map(({ id }: { id: string }) => id));
    expect(new Set(ids).size).toBe(3);
    expect(second.json.data.has_more).toBe(false);
  });

  test('verifies an address, and no answer repeats the code', async () => {
    const created = await callTool(client, 'verify_address', { to: recipient, method: 'code' });
    const { id: verification_id } = created.json.data;
    await control.advance(900);
    const waiting = await callTool(client, 'get_verification', { verification_id });
    expect(waiting.json.data.status).toBe('awaiting_code');
    const wrong = await callTool(client, 'check_code', { verification_id, code: '000001' });
    const right = await callTool(client, 'check_code', { verification_id, code: '123-456' });
    expect((await callTool(client, 'get_verification', { verification_id })).json.data.status).toBe('verified');
    const late = await callTool(client, 'check_code', { verification_id, code: '123456' });
    expect(late.json.error).toMatchObject({ code: 'verification_not_awaiting_code', param: null });
    expect(wrong.text).not.toContain('000001');
    for (const { text } of [created, waiting, right, late]) expect(text).not.toMatch(/123-?456/);
  });

  test('gets the errors of the API with code, param and doc_url, and nothing happens', async () => {
    const before = await balance();
    const refused = await callTool(client, 'send_letter', letterBody({ to: { ...recipient, name: '' } }));
    expect(refused.isError).toBe(true);
    expect(refused.json.error).toMatchObject({
      type: 'validation_error',
      code: 'invalid_parameters',
      param: 'to.name',
      doc_url: expect.stringMatching(/\/erros\/invalid_parameters$/),
      request_id: expect.stringMatching(/^req_/),
      attempts: 1,
      idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      may_have_taken_effect: false,
    });
    const unknown = await callTool(client, 'get_letter', { letter_id: 'ltr_0' });
    expect(unknown.json.error).toMatchObject({ code: 'resource_not_found', param: null });
    const nowhere = await callTool(client, 'look_up_postal_code', { postal_code: '00000-000' });
    expect(nowhere.json.error.code).toBe('postal_code_not_found');
    const field = await callTool(client, 'send_letter', letterBody({ cor: true }));
    expect(field.json.error.details).toMatchObject([{ param: 'cor', code: 'unknown_parameter' }]);
    expect(await balance()).toBe(before);
  });

  test('keeps orders in names, references and metadata as they are, but for the key, and does nothing else', async () => {
    const { sandbox_api_key: key } = service.description;
    for (const text of hostileTexts(12, [])) {
      const before = await balance();
      const reference = text.slice(0, 100);
      const metadata = { note: text, key };
      const to = { ...recipient, name: text.slice(0, 40) };
      const sent = await callTool(client, 'send_letter', letterBody({ to, reference, metadata }));
      expect(sent.isError).toBe(false);
      const { id, price } = sent.json.data;
      const got = await callTool(client, 'get_letter', { letter_id: id });
      expect(got.json.data).toMatchObject({ to, reference, metadata: { note: text, key: '[removed]' } });
      expect([sent, got].filter((answer) => answer.text.includes(key))).toEqual([]);
      const { data } = (await callTool(client, 'list_letters', { limit: 1 })).json.data;
      expect(data[0].id).toBe(id);
      expect(before - (await balance())).toBe(price.total);
    }
  });

  test.each([
    ['get_letter', {}, 'letter_id', 'required'],
    ['get_letter', { letter_id: '..' }, 'letter_id', 'invalid_format'],
    ['get_letter', { letter_id: 'ltr_1/cancel' }, 'letter_id', 'invalid_format'],
    ['get_letter', { letter_id: 7 }, 'letter_id', 'invalid_type'],
    ['list_letters', { limit: '5' }, 'limit', 'invalid_type'],
    ['list_letters', { state: 'posted' }, 'state', 'unknown_parameter'],
    ['get_balance', { account: 'acc_1' }, 'account', 'unknown_parameter'],
    ['send_letter', { idempotency_key: 7 }, 'idempotency_key', 'invalid_type'],
    ['search_docs', { query: ' ' }, 'query', 'required'],
    ['search_docs', { query: 'a', page: 2 }, 'page', 'unknown_parameter'],
  ])('%s refuses %j', async (name, given, param, code) => {
    const { isError, json } = await callTool(client, name, given);
    expect(isError).toBe(true);
    expect(json.error).toMatchObject({ code: 'invalid_parameters', param, attempts: 0 });
    expect(json.error.details).toContainEqual(expect.objectContaining({ param, code }));
  });

  test('has at most 8,000 bytes of tools, and 8 KiB with the instructions', async () => {
    const { tools } = await client.listTools();
    const bytes = Buffer.byteLength(JSON.stringify({ tools }));
    expect(bytes).toBeLessThanOrEqual(8000);
    expect(bytes + Buffer.byteLength(client.getInstructions()!)).toBeLessThanOrEqual(8192);
    expect(tools.map(({ name }) => name)).toEqual([
      'send_letter',
      'quote_letter',
      'get_letter',
      'list_letters',
      'verify_address',
      'check_code',
      'get_verification',
      'look_up_postal_code',
      'get_balance',
      'search_docs',
    ]);
    expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
      'send_letter',
      'verify_address',
      'check_code',
    ]);
  });

  test('hears of nothing but the protocol', async () => {
    await expect(client.callTool({ name: 'pay' })).rejects.toThrow('no tool with this name');
    expect(messages).toBe('');
  });
});

test('the tools are those of the API description', () => {
  expect(file(TOOLS_FILE)).toBe(toolsFile(JSON.parse(file('docs/api/openapi.json')) as Description));
});

test('both pages of the site name every tool', () => {
  const { tools } = JSON.parse(file(TOOLS_FILE)) as { tools: { name: string }[] };
  for (const page of ['docs/site/pages/guias/agentes.mdx', 'docs/site/pages/en/guias/agentes.mdx'])
    for (const name of [...tools.map((tool) => tool.name), 'search_docs']) expect(file(page)).toContain(`\`${name}\``);
});
