import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { OPENAPI_FILE } from '../../../lib/programs/openapi/files.ts';
import { postmanCollection } from '../../../lib/programs/site/postman.ts';
import { type Described, operationsOf } from '../../outside/clients/operations.ts';
import { startOwnService } from '../../support/own-service.ts';

interface Item {
  name: string;
  item?: Item[];
  request?: {
    method: string;
    url: { host: string[]; path: string[]; query?: { key: string; value: string; disabled?: boolean }[] };
    header: { key: string; value: string; disabled?: boolean }[];
    body?: { raw: string };
  };
}

interface Collection {
  info: { schema: string };
  auth: { type: string; bearer: { key: string; value: string }[] };
  variable: { key: string; value: string }[];
  item: Item[];
}

let description: string;
let text: string;
let collection: Collection;
let service: LocalService;
beforeAll(async () => {
  description = await readFile(join(resolve(import.meta.dirname, '../../..'), OPENAPI_FILE), 'utf8');
  text = await postmanCollection(description);
  collection = JSON.parse(text) as Collection;
  service = await startOwnService();
});
afterAll(() => service.stop());

const requests = () => collection.item.flatMap(({ item }) => item!).map(({ request }) => request!);

test('is of version 2.1, contains every operation once, and is the same each time', async () => {
  expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
  const has = requests().map(({ method, url }) => `${method} /${url.path.join('/')}`.replaceAll(/:(\w+)/g, '{$1}'));
  const described = operationsOf(JSON.parse(description) as Described).map(({ request }) => request);
  expect(has.sort()).toEqual(described.sort());
  expect(await postmanCollection(description)).toBe(text);
});

test('asks its user only for the key', () => {
  expect(collection.auth).toMatchObject({ type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}' }] });
  const base = (JSON.parse(description) as { servers: { url: string }[] }).servers[0]!.url;
  expect(collection.variable).toMatchObject([
    { key: 'baseUrl', value: base },
    { key: 'apiKey', value: '' },
  ]);
  const used = new Set(Array.from(text.matchAll(/\{\{([$\w]+)\}\}/g), ([, name]) => name));
  expect([...used].sort()).toEqual(['$guid', 'apiKey', 'baseUrl']);
});

test('has requests that work unchanged, each POST under its own key', async () => {
  const { base_url, api_key } = service.description;
  const answers: string[] = [];
  for (const { method, url, header, body } of requests()) {
    if (url.path.some((segment) => segment.startsWith(':'))) continue;
    const sent = header.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]);
    const headers: Record<string, string> = { ...Object.fromEntries(sent), Authorization: `Bearer ${api_key}` };
    if (method === 'POST') {
      expect(headers['Idempotency-Key']).toBe('{{$guid}}');
      headers['Idempotency-Key'] = crypto.randomUUID();
    }
    const query = (url.query ?? []).flatMap(({ key, value, disabled }) =>
      disabled ? [] : [[key, value] as [string, string]],
    );
    const asked = query.length > 0 ? `?${new URLSearchParams(query).toString()}` : '';
    const target = `${base_url}/${url.path.join('/')}${asked}`;
    const response = await fetch(target, { method, headers, body: body?.raw ?? null });
    answers.push(`${method} /${url.path.join('/')} ${response.ok ? 'works' : await response.text()}`);
  }
  const withoutIds = operationsOf(JSON.parse(description) as Described).filter(({ request }) => !request.includes('{'));
  expect(answers).toHaveLength(withoutIds.length);
  expect(answers.filter((answer) => !answer.endsWith(' works'))).toEqual([]);
});
