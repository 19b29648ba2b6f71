import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Role, roles } from '../../../lib/core/domain/people.ts';
import { dashboardEndpoints } from '../../../lib/infra/dashboard-endpoints.ts';
import { discPng } from '../../programs/pdf/template.ts';
import type { Browser } from '../../support/browser.ts';
import { signedIn } from '../../support/dashboard.ts';
import { pathTo } from '../../support/every-endpoint.ts';
import { type FullAccount, fullAccount } from '../../support/full-account.ts';
import { storeHealthEvent } from '../../support/internals.ts';
import { alsoElsewhere, fieldsOf, readersOf } from '../../support/rights/fields.ts';
import { useService } from '../../support/service.ts';

describe('the table of fields', () => {
  interface Node {
    properties?: Record<string, Node & { const?: string }>;
    items?: Node;
    anyOf?: Node[];
    oneOf?: Node[];
  }
  const isObject = (value: unknown): value is Node => typeof value === 'object' && value !== null;

  /** The fields of a schema, down to objects that have a row of their own. */
  function paths(schema: Node): string[] {
    const shapes = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    if (shapes.length > 0) return shapes.flatMap(paths);
    if (schema.items) return paths(schema.items);
    if (!schema.properties || schema.properties.object) return [''];
    return below(schema.properties);
  }
  const below = (properties: NonNullable<Node['properties']>) =>
    Object.entries(properties)
      .filter(([name]) => name !== 'object')
      .flatMap(([name, inner]) => paths(inner).map((path) => (path ? `${name}.${path}` : name)));

  async function documented(): Promise<Map<string, Set<string>>> {
    const folder = resolve(import.meta.dirname, '../../../lib/core/schemas');
    const found = new Map<string, Set<string>>();
    const seen = new Set<unknown>();
    const visit = (value: unknown): void => {
      if (!isObject(value) || seen.has(value)) return;
      seen.add(value);
      const object = value.properties?.object?.const;
      if (object) found.set(object, new Set([...(found.get(object) ?? []), ...below(value.properties!)]));
      Object.values(value).forEach(visit);
    };
    for (const file of readdirSync(folder)) visit(await import(join(folder, file)));
    return found;
  }

  test('gives a right to every field of every schema', async () => {
    const without = [...(await documented())].flatMap(([object, fields]) =>
      [...fields].filter((field) => !fieldsOf(object).includes(field)).map((field) => `${object}.${field}`),
    );
    expect(without).toEqual([]);
  });
});

/** Objects in an answer, with the paths of their fields and the texts that stand there. */
interface Seen {
  object: string;
  field: string;
  text: unknown;
}

function* seenIn(value: unknown, object = '', path = ''): Generator<Seen> {
  if (Array.isArray(value)) for (const item of value) yield* seenIn(item, object, path);
  else if (typeof value === 'object' && value !== null) {
    const { object: kind, ...fields } = value as Record<string, unknown>;
    const isOwn = typeof kind === 'string';
    if (isOwn && path) yield { object, field: path, text: null };
    // What customers name themselves.
    const isFree = path === 'metadata' || path === 'document.variables';
    for (const [name, inner] of Object.entries(fields))
      yield* seenIn(inner, isOwn ? kind : object, isFree ? path : [...(isOwn || !path ? [] : [path]), name].join('.'));
  } else yield { object, field: path, text: value };
}

const gets = dashboardEndpoints.filter(
  ({ method, path, function: operation }) =>
    method === 'GET' && path.startsWith('/accounts/{account_id}/') && operation !== 'letters-document',
);

describe('what the dashboard shows', () => {
  let full: FullAccount;
  const browsers = new Map<Role, Browser>();
  /** By role and operation, what each answer shows. */
  const shown = new Map<string, Seen[]>();

  async function read(role: Role, { path, function: operation }: (typeof gets)[number]) {
    const at = pathTo(path, { ...full.ids, postal_code: '01001000', account_id: full.id });
    const queries: Record<string, string> = {
      'balance-pix-get': '?amount=5000',
      'postal-codes-search': '?state=SP&city=Campinas',
      search: `?text=${full.ids.letter_id}`,
    };
    const query = queries[operation] ?? '';
    const { status, body } = await browsers.get(role)!.ask('GET', at + query);
    return { status, seen: status === 200 ? [...seenIn(body)] : [] };
  }

  beforeAll(async () => {
    full = await fullAccount();
    await full.ask('POST', '/account/logo', { content: Buffer.from(discPng(320)).toString('base64') });
    await storeHealthEvent(full.id, 'https://cliente.example/hooks?token=s3cr3t');
    for (const role of roles) browsers.set(role, await signedIn(full.id, role));
    for (const role of roles)
      for (const endpoint of gets) shown.set(`${role} ${endpoint.function}`, (await read(role, endpoint)).seen);
  });

  test('has a door for everything that is shown', () => {
    const empty = gets.filter(({ function: operation }) => shown.get(`owner ${operation}`)!.length === 0);
    // No letter has been posted, nobody has confirmed the address, and no row of the spreadsheet has a result.
    expect(empty.map(({ function: operation }) => operation).sort()).toEqual([
      'letters-evidence',
      'verification-evidence-get',
    ]);
  });

  test.each(roles)('to a %s are fields to which the role has a right', (role) => {
    const wrong = [...shown]
      .filter(([door]) => door.startsWith(`${role} `))
      .flatMap(([door, seen]) =>
        seen
          .filter(({ object, field }) => !fieldsOf(object).includes(field) || !readersOf(object, field).includes(role))
          .map(({ object, field }) => `${door}: ${object}.${field}`),
      );
    expect([...new Set(wrong)]).toEqual([]);
  });

  /** Texts that can be recognized: not states, numbers and instants. */
  const isTelling = (text: unknown): text is string =>
    typeof text === 'string' && text.length > 11 && !/^\d{4}-\d\d-\d\dT/.test(text);

  test.each(roles)('behind doors that are closed to a %s is nowhere else', (role) => {
    const open = new Set(gets.flatMap(({ function: operation }) => shown.get(`${role} ${operation}`)!.map(textOf)));
    const all = JSON.stringify([...open]);
    const leaks = gets
      .filter(({ function: operation }) => shown.get(`${role} ${operation}`)!.length === 0)
      .flatMap(({ function: operation }) => shown.get(`owner ${operation}`)!)
      .filter(({ text }) => isTelling(text) && all.includes(JSON.stringify(text).slice(1, -1)))
      .map(({ object, field }) => `${object}.${field}`);
    expect([...new Set(leaks)].filter((field) => !Object.hasOwn(alsoElsewhere, field))).toEqual([]);
    const seesWebhooks = readersOf('webhook_endpoint', 'url').includes(role);
    expect(all.includes('s3cr3t')).toBe(seesWebhooks);
  });

  test('goes out to receivers of webhooks without what only some may read', async () => {
    const { data } = await useService().control.get('/inbox');
    const sent = (data as { body: string }[]).filter(({ body }) => body.includes(full.ids.letter_id!));
    expect(sent.length).toBeGreaterThan(0);
    // An endpoint receives what everybody reads, since its URL may belong to anybody whom an owner trusts with events.
    const wrong = sent
      .flatMap(({ body }) => [...seenIn(JSON.parse(body))])
      .filter(({ object, field }) => !fieldsOf(object).includes(field) || !readersOf(object, field).includes('viewer'));
    expect(wrong.map(({ object, field }) => `${object}.${field}`)).toEqual([]);
  });
});

const textOf = ({ text }: Seen) => text;
