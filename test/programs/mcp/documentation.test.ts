import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { createMcpServer, documentationOf } from '../../../lib/programs/mcp/server.ts';
import { llmsText } from '../../../lib/programs/site/llms.ts';
import { sitePages } from '../../../lib/programs/site/pages.ts';
import { plainPages } from '../../../lib/programs/site/plain-pages.ts';
import { plainReference } from '../../../lib/programs/site/plain-reference.ts';
import { callTool, clientOf } from './connected-client.ts';
import { sendJson, startFakeApi } from './fake-api.ts';

const repository = resolve(import.meta.dirname, '../../..');
const BASE = '/docs';
const KEY = 'malote_test_documentation';

let site: Map<string, string>;
let isDown = false;
let api: Awaited<ReturnType<typeof startFakeApi>>;
let client: Client;

beforeAll(async () => {
  const description = readFileSync(join(repository, 'docs/api/openapi.json'), 'utf8');
  const pages = [...plainPages(await sitePages(repository, BASE)), ...plainReference(description, 'en')];
  site = new Map(pages.map(({ path, text }) => [`${BASE}/${path}`, text]));
  site.set(`${BASE}/llms.txt`, llmsText(pages, BASE));
  api = await startFakeApi(({ path }, response) => {
    if (path === '/v1/account') {
      const doc_url = `${api.origin}${BASE}/erros/api_key_missing`;
      sendJson(response, 401, { error: { type: 'authentication_error', code: 'api_key_missing', doc_url } });
    } else response.writeHead(site.has(path) && !isDown ? 200 : 404).end(site.get(path));
  });
  client = await clientOf(createMcpServer({ baseUrl: api.baseUrl, key: KEY }, documentationOf(api.baseUrl)));
});
afterAll(async () => {
  await client.close();
  await api.stop();
});

const search = async (query: string) =>
  (await callTool(client, 'search_docs', { query })).json.data as { url: string }[];

describe('the search of the documentation', () => {
  test('says that it cannot be read, and reads it at the next search', async () => {
    isDown = true;
    const failed = await callTool(client, 'search_docs', { query: 'idempotency' });
    expect(failed.isError).toBe(true);
    expect(failed.json.error).toMatchObject({
      code: 'documentation_unavailable',
      message: `${api.origin}${BASE}/llms.txt: 404`,
    });
    isDown = false;
    expect((await search('idempotency')).length).toBeGreaterThan(0);
  });

  test.each([
    ['insufficient_balance', 'en/erros/insufficient_balance.md'],
    ['what do I do about idempotency_key_reused', 'en/erros/idempotency_key_reused.md'],
    ['how do I verify webhook signatures', 'en/guias/webhooks.md'],
    ['simulate failures in the sandbox', 'en/guias/testes.md'],
    ['MCP agents over HTTP', 'en/guias/agentes.md'],
    ['markers in a Word template', 'en/guias/word.md'],
  ])('%s: %s is among the first results', async (query, path) => {
    const found = await search(query);
    expect(found.slice(0, 3).map(({ url }) => url)).toContain(`${api.origin}${BASE}/${path}`);
    expect(found.length).toBeLessThanOrEqual(5);
    expect(JSON.stringify(found).length).toBeLessThan(9000);
  });

  test('finds nothing for words that stand nowhere', async () => {
    expect(await search('xyzzyplugh')).toEqual([]);
  });

  test('reads each page of the site once, in English, without the key', async () => {
    const before = api.seen.filter(({ path }) => path.endsWith('.md')).map(({ path }) => path);
    await search('letters');
    const after = api.seen.filter(({ path }) => path.endsWith('.md')).map(({ path }) => path);
    expect(after).toEqual(before);
    expect(new Set(after).size).toBe(after.length);
    expect(after.length).toBeGreaterThan(50);
    expect(after.filter((path) => !path.startsWith(`${BASE}/en`))).toEqual([]);
    expect(api.seen.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
  });
});
