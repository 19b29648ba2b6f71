import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { serveHttp } from '../../../lib/programs/mcp/http.ts';
import { createMcpServer, documentationOf } from '../../../lib/programs/mcp/server.ts';
import { eventually } from '../../support/eventually.ts';
import { callTool } from './connected-client.ts';
import { sendJson, startFakeApi } from './fake-api.ts';

const OWN_KEY = 'malote_test_own';

let api: Awaited<ReturnType<typeof startFakeApi>>;
/** The API takes requests and does not answer. */
let isSilent = false;
let open: Awaited<ReturnType<typeof serveHttp>>;
/** A server without a key of its own. */
let keyless: Awaited<ReturnType<typeof serveHttp>>;

beforeAll(async () => {
  api = await startFakeApi((_, response) => {
    if (!isSilent) sendJson(response, 200, { available: 1 });
  });
  const documentation = documentationOf(api.baseUrl);
  const serverFor = (key: string) => createMcpServer({ baseUrl: api.baseUrl, key }, documentation);
  open = await serveHttp(0, OWN_KEY, serverFor);
  keyless = await serveHttp(0, undefined, serverFor);
});
afterAll(async () => {
  await Promise.all([open, keyless, api].map((one) => ('close' in one ? one.close() : one.stop())));
});

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

/** A request with exactly these headers, which `fetch` would not send. */
function send(url: string, headers: Record<string, string>, method = 'POST', body = ping) {
  return new Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
    const request = httpRequest(url, { method, headers: all }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode!, body: text, headers: response.headers }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function balanceWith(url: string, headers: Record<string, string>): Promise<string | undefined> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  api.seen.length = 0;
  const { json } = await callTool(client, 'get_balance');
  expect(json.data).toEqual({ available: 1 });
  await client.close();
  return api.seen[0]!.headers.authorization;
}

describe('the HTTP transport', () => {
  test("uses the key of the request, or else the server's own", async () => {
    expect(await balanceWith(open.url, {})).toBe(`Bearer ${OWN_KEY}`);
    expect(await balanceWith(open.url, { authorization: 'Bearer malote_test_theirs' })).toBe(
      'Bearer malote_test_theirs',
    );
    expect(await balanceWith(keyless.url, { authorization: 'Bearer malote_test_theirs' })).toBe(
      'Bearer malote_test_theirs',
    );
  });

  test('keeps the keys of clients at the same time apart', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `malote_test_${index}`);
    const clients = await Promise.all(
      keys.map(async (key) => {
        const client = new Client({ name: key, version: '1' });
        const requestInit = { headers: { authorization: `Bearer ${key}` } };
        await client.connect(new StreamableHTTPClientTransport(new URL(open.url), { requestInit }));
        return client;
      }),
    );
    api.seen.length = 0;
    await Promise.all(
      clients.map((client, index) => callTool(client, 'look_up_postal_code', { postal_code: `${10_000_000 + index}` })),
    );
    const sent = api.seen.map(({ path, headers }) => `${path} ${headers.authorization}`).sort();
    expect(sent).toEqual(keys.map((key, index) => `/v1/postal-codes/${10_000_000 + index} Bearer ${key}`).sort());
    await Promise.all(clients.map((client) => client.close()));
  });

  test.each([
    ['a host that resolves to this machine', { host: 'evil.example' }],
    ['another port of this machine', { host: '127.0.0.1:1' }],
    ['a page of the web', { origin: 'https://evil.example' }],
    ['a page without an address', { origin: 'null' }],
    ['another page of this machine', { origin: 'http://localhost:1' }],
  ])('refuses %s', async (_, headers) => {
    expect((await send(open.url, headers)).status).toBe(403);
  });

  test('answers its own host and origin, by name or number', async () => {
    const { port } = new URL(open.url);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
      expect((await send(open.url, { host, origin: `http://${host}` })).status).toBe(200);
    expect((await send(open.url, {})).status).toBe(200);
  });

  test.each([
    ['no key', {}],
    ['another scheme', { authorization: 'Basic bWFsb3Rl' }],
    ['a key with a blank', { authorization: 'Bearer a b' }],
    ['an empty key', { authorization: 'Bearer ' }],
  ])('needs a key: %s', async (_, headers) => {
    const refused = await send(keyless.url, headers);
    expect(refused.status).toBe(401);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
  });

  test('has one address, for POST alone, of at most 6 MB', async () => {
    expect((await send(`${open.url}/other`, {})).status).toBe(404);
    const got = await send(open.url, {}, 'GET', '');
    expect([got.status, got.headers.allow]).toEqual([405, 'POST']);
    const large = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping', params: { a: 'a'.repeat(6_000_001) } });
    expect((await send(open.url, {}, 'POST', large)).status).toBe(413);
    expect((await send(open.url, {}, 'POST', '{')).status).toBe(400);
  });

  test('goes on after a client that leaves, whose call is not tried again', async () => {
    isSilent = true;
    const before = api.seen.length;
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_balance' } });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const leaving = new AbortController();
    const left = fetch(open.url, { method: 'POST', headers, body, signal: leaving.signal });
    await eventually(
      () => Promise.resolve(api.seen.length),
      (count) => count > before,
    );
    leaving.abort();
    await expect(left).rejects.toThrow('aborted');
    isSilent = false;
    api.dropConnections();
    expect(await balanceWith(open.url, {})).toBe(`Bearer ${OWN_KEY}`);
    expect(api.seen).toHaveLength(1);
  });

  test('listens at the loopback interface alone', async () => {
    const { port } = new URL(open.url);
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((found) => found !== undefined && !found.internal && found.family === 'IPv4');
    const answers = (host: string) =>
      new Promise<boolean>((resolve) => {
        const socket = connect(Number(port), host);
        socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
        socket.on('close', () => socket.destroy());
        socket.once('connect', () => socket.end());
      });
    expect(await answers('127.0.0.1')).toBe(true);
    // Any other address of 127/8 is this machine too, but not where it listens.
    for (const host of ['127.0.0.2', ...others.map((found) => found!.address)]) expect(await answers(host)).toBe(false);
  });
});
