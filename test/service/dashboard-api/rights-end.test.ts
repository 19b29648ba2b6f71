import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ApiClient } from '../../support/api.ts';
import type { Browser } from '../../support/browser.ts';
import { newBrowser, newEmail, signedIn } from '../../support/dashboard.ts';
import { batchIn } from '../../support/letter-batches.ts';
import { base64, dateIn, letterBody, recipient } from '../../support/letters.ts';
import { wordsPdf } from '../../support/pdfs.ts';
import { openCustomer, useService } from '../../support/service.ts';

/** Everything that a person holds or has set going, and what becomes of it (rule DASH-18). */

const events = ['removed', 'removed, all revoked', 'made a viewer', 'signed out', 'account suspended'] as const;
type EventName = (typeof events)[number];

const [right, wrong] = [wordsPdf('2026'), wordsPdf('1999')];

/** An owner who will lose it, with a second browser, and another owner who stays. */
async function begin() {
  const { id, api } = await openCustomer();
  const email = newEmail();
  const person = await signedIn(id, 'owner', email);
  const elsewhere = newBrowser();
  await elsewhere.signIn(email);
  const cookie = person.cookies.get('malote_session')!;
  // A copy of the cookie, which sign-out cannot take away.
  const copy = () => {
    const thief = newBrowser();
    thief.cookies.set('malote_session', cookie);
    return thief;
  };
  const personId = (await person.ask('GET', '/session')).body.person.id as string;
  return { id, api, person, elsewhere, copy, personId, stays: await signedIn(id, 'owner') };
}

type Case = Awaited<ReturnType<typeof begin>>;
type Attempt = () => Promise<string>;

interface Right {
  what: string;
  /** Obtains it as the person. @returns tries it: `works`, or the reason why not */
  obtain: (own: Case) => Promise<Attempt>;
  /** By event, in their order. */
  becomes: Record<EventName, string>;
}

const always = (outcome: string) => Object.fromEntries(events.map((event) => [event, outcome])) as Right['becomes'];
const becomes = (removed: string, viewer: string, signedOut: string, suspended: string): Right['becomes'] => ({
  removed,
  'removed, all revoked': removed,
  'made a viewer': viewer,
  'signed out': signedOut,
  'account suspended': suspended,
});

const tried = ({ status, body }: { status: number; body: any }): string =>
  status < 300 ? 'works' : (body.error.details?.[0]?.code ?? body.error.code);
const at = ({ id }: Case, path: string) => `/accounts/${id}${path}`;
const put = async (url: string, file: Uint8Array, headers: Record<string, string>) =>
  (await fetch(url, { method: 'PUT', headers, body: new Uint8Array(file) })).status;
const withKey = (browser: Browser, path: string, body?: unknown) =>
  browser.ask('POST', path, body, { 'idempotency-key': randomUUID() });

async function draft(own: Case) {
  const rows = Buffer.from(
    JSON.stringify({ shared: { send_date: dateIn(9) }, rows: [{ line: 2, letter: { to: recipient } }] }),
  );
  const order = { filename: 'a.pdf', document_size: right.byteLength, rows: 1, rows_size: rows.byteLength };
  const { body } = await own.person.ask('POST', at(own, '/mail-merges'), order);
  const once = { 'if-none-match': '*' };
  await put(body.document_url, right, { ...once, 'content-type': 'application/pdf' });
  await put(body.rows_url, rows, { ...once, 'content-type': 'application/json' });
  return body as { id: string; document_url: string };
}

const key = async (own: Case, mode: string) => {
  const { body } = await own.person.ask('POST', at(own, '/api-keys'), { name: mode, mode });
  return new ApiClient(useService().baseUrl, body.secret as string);
};

const ROWS = Buffer.from(JSON.stringify({ to: recipient }));

/** A letter batch of one row, which has arrived. */
async function batch(client: ApiClient) {
  const { body: upload } = await client.post('/uploads', { filename: 'a.pdf', size: right.byteLength });
  await put(upload.upload_url, right, { 'content-type': 'application/pdf' });
  const documents = [{ name: 'carta', upload_id: upload.id }];
  const { body } = await client.post('/letter-batches', { filename: 'a.jsonl', size: ROWS.length, documents });
  const headers = { 'content-type': 'application/octet-stream', 'if-none-match': '*' };
  expect(await put(body.rows_url, ROWS, headers)).toBe(200);
  return { path: `/letter-batches/${body.id}`, rows_url: body.rows_url as string };
}

const rights: readonly Right[] = [
  {
    what: 'their session: reading',
    obtain: async (own) => async () => tried(await own.copy().ask('GET', at(own, '/letters'))),
    becomes: becomes('resource_not_found', 'works', 'session_ended', 'works'),
  },
  {
    what: 'their session: creating',
    obtain: async (own) => async () => tried(await withKey(own.copy(), at(own, '/letters'), letterBody())),
    becomes: becomes('resource_not_found', 'role_insufficient', 'session_ended', 'account_suspended'),
  },
  {
    what: 'their session: administering',
    obtain: async (own) => async () => tried(await own.copy().ask('DELETE', at(own, `/people/${own.personId}x`))),
    becomes: becomes('resource_not_found', 'role_insufficient', 'session_ended', 'resource_not_found'),
  },
  {
    what: 'their session in another browser',
    obtain: async (own) => async () => tried(await own.elsewhere.ask('GET', at(own, '/letters'))),
    becomes: becomes('resource_not_found', 'works', 'session_ended', 'works'),
  },
  {
    what: 'a request that can be repeated by its Idempotency-Key',
    obtain: async (own) => {
      const again = (browser: Browser) =>
        browser.ask('POST', at(own, '/letters'), letterBody(), { 'idempotency-key': 'uma' });
      await again(own.person);
      return async () => tried(await again(own.copy()));
    },
    becomes: becomes('resource_not_found', 'role_insufficient', 'session_ended', 'works'),
  },
  {
    what: 'the link of an upload: replacing the file that was quoted',
    obtain: async (own) => {
      const { body } = await own.person.ask('POST', at(own, '/uploads'), { filename: 'a.pdf', size: right.byteLength });
      await put(body.upload_url, right, { 'content-type': 'application/pdf' });
      const order = { to: recipient, document: { type: 'upload', upload_id: body.id } };
      await own.stays.ask('POST', at(own, '/letters/quote'), order);
      return async () => {
        await put(body.upload_url, wrong, { 'content-type': 'application/pdf' });
        return tried(await own.stays.ask('POST', at(own, '/letters/quote'), order));
      };
    },
    becomes: always('upload_file_changed'),
  },
  {
    what: 'the links of a spreadsheet: replacing a file',
    obtain: async (own) => {
      const { document_url } = await draft(own);
      const headers = { 'content-type': 'application/pdf', 'if-none-match': '*' };
      return async () => String(await put(document_url, wrong, headers));
    },
    becomes: always('412'),
  },
  {
    what: 'a spreadsheet that is not confirmed',
    obtain: async (own) => {
      const { id } = await draft(own);
      return async () => tried(await withKey(own.copy(), at(own, `/mail-merges/${id}/send`)));
    },
    becomes: becomes('resource_not_found', 'role_insufficient', 'session_ended', 'account_suspended'),
  },
  {
    what: 'an invitation that they sent: accepting it',
    obtain: async (own) => {
      const [email, guest] = [newEmail(), newBrowser()];
      await own.person.ask('POST', at(own, '/people'), { email, role: 'owner' });
      await guest.signIn(email);
      return async () => tried(await withKey(guest, `/invitations/${own.id}/accept`));
    },
    becomes: becomes('resource_not_found', 'resource_not_found', 'works', 'works'),
  },
  {
    what: 'the link of a letter batch: replacing its rows',
    obtain: async (own) => {
      const { rows_url } = await batch(await key(own, 'live'));
      const headers = { 'content-type': 'application/octet-stream', 'if-none-match': '*' };
      return async () => String(await put(rows_url, ROWS, headers));
    },
    becomes: always('412'),
  },
  {
    what: 'a letter batch that a key of theirs quoted: confirming it',
    obtain: async (own) => {
      const client = await key(own, 'live');
      const { path } = await batch(client);
      await client.post(`${path}/quote`);
      const { quote } = await batchIn(client, path, 'quoted');
      return async () => tried(await client.post(`${path}/confirm`, { quote_hash: quote.hash }));
    },
    becomes: {
      ...always('works'),
      'removed, all revoked': 'api_key_revoked',
      'account suspended': 'account_suspended',
    },
  },
  {
    what: 'a scheduled letter',
    obtain: async (own) => {
      const order = { to: recipient, document: base64(right), send_date: dateIn(7) };
      const { body } = await withKey(own.person, at(own, '/letters'), order);
      return async () => {
        const { status } = (await own.stays.ask('GET', at(own, `/letters/${body.id}`))).body;
        return status === 'scheduled' ? 'works' : status;
      };
    },
    becomes: always('works'),
  },
  {
    what: 'the link of a preview, for an hour',
    obtain: async (own) => {
      const { body } = await withKey(own.person, at(own, '/letters'), letterBody());
      return async () => ((await fetch(body.preview_url)).ok ? 'works' : 'gone');
    },
    becomes: always('works'),
  },
  ...['live', 'test'].map((mode): Right => ({
    what: `a ${mode} API key that they made: reading`,
    obtain: async (own) => {
      const client = await key(own, mode);
      return async () => tried(await client.get('/letters'));
    },
    becomes: { ...always('works'), 'removed, all revoked': 'api_key_revoked' },
  })),
  {
    what: 'a live API key that they made: creating',
    obtain: async (own) => {
      const client = await key(own, 'live');
      return async () => tried(await client.post('/letters', letterBody()));
    },
    becomes: {
      ...always('works'),
      'removed, all revoked': 'api_key_revoked',
      'account suspended': 'account_suspended',
    },
  },
  {
    what: 'a webhook endpoint that they made',
    obtain: async (own) => {
      const endpoint = { url: 'https://example.com/recebe', events: ['*'] };
      const { body } = await withKey(own.person, at(own, '/webhook-endpoints'), endpoint);
      return async () => tried(await own.stays.ask('GET', at(own, `/webhook-endpoints/${body.id}`)));
    },
    becomes: { ...always('works'), 'removed, all revoked': 'resource_not_found' },
  },
  {
    what: 'a webhook endpoint that a key of theirs made',
    obtain: async (own) => {
      const { body } = await (await key(own, 'live')).post('/webhook-endpoints', { url: 'https://example.com/outro' });
      return async () => tried(await own.stays.ask('GET', at(own, `/webhook-endpoints/${body.id}`)));
    },
    becomes: { ...always('works'), 'removed, all revoked': 'resource_not_found' },
  },
];

const happens: Record<EventName, (own: Case) => Promise<unknown>> = {
  removed: ({ id, stays, personId }) => stays.ask('DELETE', `/accounts/${id}/people/${personId}`),
  'removed, all revoked': async ({ id, stays, personId }) => {
    const made = [];
    for (const kind of ['/api-keys', '/webhook-endpoints'])
      made.push(
        ...((await stays.ask('GET', `/accounts/${id}${kind}`)).body.data as { id: string; created_by: string }[]),
      );
    const keys = made.filter(({ created_by }) => created_by === personId).map(({ id: each }) => each);
    const all = made.filter(({ created_by }) => created_by === personId || keys.includes(created_by));
    const revoke = all.map(({ id: each }) => each).join(',');
    return stays.ask('DELETE', `/accounts/${id}/people/${personId}?revoke=${revoke}`);
  },
  'made a viewer': ({ id, stays, personId }) =>
    stays.ask('PATCH', `/accounts/${id}/people/${personId}`, { role: 'viewer' }),
  'signed out': ({ person }) => person.ask('POST', '/sign-out?everywhere=true'),
  'account suspended': ({ id }) => useService().control.post(`/accounts/${id}/suspend`),
};

describe('what a person holds', () => {
  test.each(events)('when they are %s', async (event) => {
    const own = await begin();
    const attempts: Attempt[] = [];
    for (const { obtain } of rights) attempts.push(await obtain(own));
    const before = await Promise.all(attempts.slice(0, 2).map((attempt) => attempt()));
    expect(before).toEqual(['works', 'works']);
    const answer: any = await happens[event](own);
    expect(answer.status ?? 200).toBe(200);
    const found: Record<string, string> = {};
    for (const [index, attempt] of attempts.entries()) found[rights[index]!.what] = await attempt();
    expect(found).toEqual(Object.fromEntries(rights.map(({ what, becomes: after }) => [what, after[event]])));
  });

  test('is listed in the rules', () => {
    const rules = readFileSync(resolve(import.meta.dirname, '../../../docs/rules/dashboard.md'), 'utf8');
    const cell = (outcome: string) => (outcome === 'works' ? 'works' : `\`${outcome}\``);
    for (const { what, becomes: after } of rights)
      expect(rules).toContain(`| ${[what, ...events.map((event) => cell(after[event]))].join(' | ')} |`);
  });
});

describe('the removal of a person', () => {
  test('names what they made and still works, and ends only what the owner chose', async () => {
    const own = await begin();
    const { body: first } = await own.person.ask('POST', at(own, '/api-keys'), { name: 'Loja' });
    const { body: second } = await own.person.ask('POST', at(own, '/api-keys'), { name: 'Ensaio', mode: 'test' });
    const { body: theirs } = await own.stays.ask('POST', at(own, '/api-keys'), { name: 'Outra' });
    expect([first.created_by, second.created_by]).toEqual([own.personId, own.personId]);
    const { body: endpoint } = await withKey(own.person, at(own, '/webhook-endpoints'), {
      url: 'https://example.com/a',
    });
    expect(endpoint).toMatchObject({ created_by: own.personId, last_success_at: null });

    const asked = await own.stays.ask('PATCH', at(own, `/people/${own.personId}`), { role: 'viewer' });
    expect(asked.body).toMatchObject({ role: 'viewer', revoked: [] });
    expect(asked.body.kept.sort()).toEqual([first.id, second.id, endpoint.id].sort());
    const removed = await own.stays.ask('DELETE', at(own, `/people/${own.personId}?revoke=${first.id},${endpoint.id}`));
    expect(removed.body).toEqual({
      id: own.personId,
      object: 'person',
      deleted: true,
      revoked: [first.id, endpoint.id],
      kept: [second.id],
    });
    const { body: keys } = await own.stays.ask('GET', at(own, '/api-keys'));
    const working = keys.data.filter(({ revoked_at }: { revoked_at: string | null }) => revoked_at === null);
    expect(working.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([second.id, theirs.id]));
    expect(working.map(({ id }: { id: string }) => id)).not.toContain(first.id);
    expect((await own.stays.ask('GET', at(own, '/webhook-endpoints'))).body.data).toEqual([]);
  });

  test('with an id that the account does not have changes nothing', async () => {
    const own = await begin();
    const other = await begin();
    const { body: foreign } = await other.person.ask('POST', at(other, '/api-keys'), { name: 'Loja' });
    const { body: mine } = await own.person.ask('POST', at(own, '/api-keys'), { name: 'Loja' });
    for (const revoke of [foreign.id, `${mine.id},${foreign.id}`, 'ltr_1', '']) {
      const refused = await own.stays.ask('DELETE', at(own, `/people/${own.personId}?revoke=${revoke}`));
      expect([revoke, refused.status, refused.body.error.details[0].param]).toEqual([revoke, 422, 'revoke']);
    }
    expect(tried(await own.person.ask('GET', at(own, '/letters')))).toBe('works');
    expect(tried(await new ApiClient(useService().baseUrl, mine.secret).get('/letters'))).toBe('works');
  });
});

test('a developer makes keys of the sandbox; a live key, which can send letters, is made by an owner', async () => {
  const { id } = await openCustomer();
  const developer = await signedIn(id, 'developer');
  const order = (mode?: string) => developer.ask('POST', `/accounts/${id}/api-keys`, { name: 'Loja', mode });
  expect(tried(await order('test'))).toBe('works');
  for (const mode of ['live', undefined]) expect(tried(await order(mode))).toBe('role_insufficient');
  const { body } = await developer.ask('GET', `/accounts/${id}/activity`);
  expect(body.data.map(({ operation }: { operation: string }) => operation)).toEqual([
    'api-keys-create',
    'sign-in-finish',
  ]);
});
