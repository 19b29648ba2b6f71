import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { dashboardOperations } from '../../../lib/core/domain/dashboard-operations.ts';
import { roles } from '../../../lib/core/domain/people.ts';
import { dashboardEndpoints } from '../../../lib/infra/dashboard-endpoints.ts';
import { endpoints as apiEndpoints } from '../../../lib/infra/endpoints.ts';
import { ApiClient } from '../../support/api.ts';
import type { Browser } from '../../support/browser.ts';
import { signedIn } from '../../support/dashboard.ts';
import { eventually } from '../../support/eventually.ts';
import { pathTo } from '../../support/every-endpoint.ts';
import { type FullAccount, fullAccount } from '../../support/full-account.ts';
import { storeLetter } from '../../support/internals.ts';
import { letterBody, pdfFixture } from '../../support/letters.ts';
import { letterSample } from '../../support/samples.ts';
import { openCustomer, useService } from '../../support/service.ts';
import { newTrackingCode } from '../../support/tracking-codes.ts';
import { templateBody } from '../../support/verifications.ts';

/** Another person's account that has one of everything, and an intruder from their own account. */
let victim: FullAccount;
let own: string;
const intruders = new Map<string, Browser>();
/** What the owner sees before the intrusion. */
let untouched: unknown;

/** Request bodies that would be valid with one's own id. */
const bodies: Record<string, unknown> = {
  'letters-edit': { reference: 'tomada' },
  'api-keys-edit': { restrictions: { total_limit: 0 } },
  'letter-batches-confirm': { quote_hash: '0'.repeat(64) },
  'verifications-check': { code: '123456' },
  'people-role': { role: 'viewer' },
  'webhook-endpoints-edit': { state: 'paused' },
  'webhook-endpoints-rotate-secret': { overlap_hours: 0 },
  'webhook-endpoints-send-failed': { since: '2026-01-01T00:00:00Z' },
};

/**
 * Everything that an intruder could change, as its owner sees it: ten requests, made once after all of an intruder's.
 * @param traces also requests with keys and their last use, which a key of the own sandbox leaves
 */
async function everything({ traces = true } = {}) {
  const paths = [
    ...(traces ? ['/api-keys', '/requests'] : []),
    '/letters',
    '/verifications',
    '/people',
    '/webhook-endpoints',
    '/webhook-deliveries',
    '/balance',
    `/mail-merges/${victim.ids.mail_merge_id}`,
    `/mail-merges/${victim.ids.letter_batch_id}`,
  ];
  const below = async (path: string) => {
    // A fast machine exceeds the rate limit of a person (rule DASH-12).
    const { status, body } = await eventually(
      () => victim.owner.ask('GET', `/accounts/${victim.id}${path}`),
      (answer) => answer.status !== 429,
    );
    expect([path, status]).toEqual([path, 200]);
    return body as unknown;
  };
  const found = await Promise.all(paths.map(below));
  // Links to files are signed anew on each read.
  return JSON.parse(JSON.stringify(found), (name, value: unknown) =>
    name === 'preview_url' ? null : value,
  ) as unknown;
}

beforeAll(async () => {
  [victim, { id: own }] = await Promise.all([fullAccount(), openCustomer()]);
  for (const role of roles) intruders.set(role, await signedIn(own, role));
  untouched = await everything();
});

const takesId = ({ path }: { path: string }) =>
  [...path.matchAll(/\{(\w+)\}/g)].some(([, name]) => name !== 'account_id' && name !== 'postal_code');
const endpoints = dashboardEndpoints.filter(takesId);

test('every endpoint that takes an id exists', () => expect(endpoints.length).toBeGreaterThan(15));

describe.each(roles)('a %s of another account', (role) => {
  afterAll(async () => expect(await everything()).toEqual(untouched));

  test.each(endpoints.map(({ method, path, function: operation }) => [method, path, operation] as const))(
    '%s %s finds nothing by a real id of another account',
    async (method, path, operation) => {
      const target = path
        .replace('{account_id}', own)
        .replace(/\{(\w+)\}/g, (_, name: string) => victim.ids[name] ?? `missing ${name}`);
      const { status, body } = await intruders.get(role)!.ask(method, target, bodies[operation]);
      const { roles: allowed } = dashboardOperations[operation as keyof typeof dashboardOperations];
      expect([status, body.error.code]).toEqual(
        (allowed as readonly string[]).includes(role) ? [404, 'resource_not_found'] : [403, 'role_insufficient'],
      );
    },
  );
});

describe.each(['of another account', 'of its sandbox'])('an API key %s', (whose) => {
  let api: ApiClient;
  beforeAll(async () => {
    const browser = whose === 'of its sandbox' ? victim.owner : intruders.get('owner')!;
    const account = whose === 'of its sandbox' ? victim.id : own;
    const mode = whose === 'of its sandbox' ? 'test' : 'live';
    const { body } = await browser.ask('POST', `/accounts/${account}/api-keys`, { name: 'Estranha', mode });
    api = new ApiClient(useService().baseUrl, body.secret as string);
    untouched = await everything({ traces: false });
  });
  afterAll(async () => expect(await everything({ traces: false })).toEqual(untouched));

  test.each(apiEndpoints.filter(takesId).map(({ method, path, function: operation }) => [method, path, operation]))(
    '%s %s finds nothing by a real id',
    async (method, path, operation) => {
      const { status, body } = await api.ask(method, pathTo(path, victim.ids), bodies[operation]);
      expect([status, body.error.code]).toEqual([404, 'resource_not_found']);
    },
  );
});

describe('an id of another account in a query or a body', () => {
  const ask = (method: string, path: string, body?: unknown) =>
    intruders.get('owner')!.ask(method, `/accounts/${own}${path}`, body);

  test('finds no events and no deliveries', async () => {
    for (const path of ['/events', '/webhook-deliveries']) {
      const { status, body } = await ask('GET', `${path}?object_id=${victim.ids.letter_id}`);
      expect([path, status, body.data]).toEqual([path, 200, []]);
    }
  });

  test('or what a letter of it has finds no letter, by any filter and in the search', async () => {
    const known = {
      tracking_code: newTrackingCode(),
      reference: 'pedido-da-vitima',
      recipient: 'Zuleica Vasconcelos',
    };
    const { recipient: name, ...fields } = known;
    const to = { ...letterSample().to, name };
    const { letter } = await storeLetter(victim.id, { ...fields, status: 'posted', to });
    const finds = async (browser: Browser, account: string, query: string) =>
      (await browser.ask('GET', `/accounts/${account}${query}`)).body;
    const texts = { ...known, id: letter.id, postal_code: letter.to.postal_code };
    for (const [filter, value] of Object.entries(known)) {
      const query = `/letters?${new URLSearchParams({ [filter]: value }).toString()}`;
      const ids = (await finds(victim.owner, victim.id, query)).data.map(({ id }: { id: string }) => id);
      expect([filter, ids]).toEqual([filter, [letter.id]]);
      expect([filter, (await finds(intruders.get('owner')!, own, query)).data]).toEqual([filter, []]);
    }
    for (const [field, text] of Object.entries(texts)) {
      const query = `/search?${new URLSearchParams({ text }).toString()}`;
      const { letters, verifications, people } = await finds(intruders.get('owner')!, own, query);
      expect([field, letters, verifications, people]).toEqual([field, [], [], []]);
    }
  });

  test('is not accepted as a cursor', async () => {
    await victim.api.post('/letters', letterBody());
    const { body } = await victim.owner.ask('GET', `/accounts/${victim.id}/letters?limit=1`);
    const refused = await ask('GET', `/letters?limit=1&cursor=${body.next_cursor}`);
    expect([refused.status, refused.body.error.details[0].param]).toEqual([422, 'cursor']);
  });

  test('is not accepted as a document or as an earlier verification', async () => {
    const file = pdfFixture('chromium-letter-1');
    const order = { filename: 'carta.pdf', size: file.length };
    const { status, body: upload } = await victim.owner.ask('POST', `/accounts/${victim.id}/uploads`, order);
    expect(status).toBe(201);
    const headers = { 'content-type': 'application/pdf' };
    const put = await fetch(upload.upload_url, { method: 'PUT', headers, body: Uint8Array.from(file) });
    expect(put.status).toBe(200);
    const letter = await ask('POST', '/letters', letterBody({ document: { type: 'upload', upload_id: upload.id } }));
    expect([letter.status, letter.body.error.details]).toMatchObject([
      422,
      [{ param: 'document.upload_id', code: 'upload_not_found' }],
    ]);
    const second = await ask(
      'POST',
      '/verifications',
      templateBody({ previous_verification_id: victim.ids.verification_id }),
    );
    expect([second.status, second.body.error.details[0].param]).toEqual([422, 'previous_verification_id']);
    for (const path of ['/letters', '/verifications']) expect((await ask('GET', path)).body.data).toEqual([]);
  });
});
