import { beforeAll, describe, expect, test } from '@jest/globals';
import { dashboardOperations } from '../../lib/core/domain/dashboard-operations.ts';
import { roles } from '../../lib/core/domain/people.ts';
import { dashboardEndpoints } from '../../lib/infra/dashboard-endpoints.ts';
import type { Browser } from '../support/browser.ts';
import { newEmail, signedIn } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { dateIn, letterBody, pdfFixture } from '../support/letters.ts';
import { type Customer, openCustomer, useService } from '../support/service.ts';
import { templateBody } from '../support/verifications.ts';

/** Another person's account that has one of everything, and an intruder from their own account. */
let victim: Customer;
let victimOwner: Browser;
let own: string;
const intruders = new Map<string, Browser>();
/** Real ids of the victim's objects, by their path parameters. */
const ids: Record<string, string> = {};
/** What the owner sees before the intrusion. */
let untouched: unknown;

/** Request bodies that would be valid with one's own id. */
const bodies: Record<string, unknown> = {
  'letters-edit': { reference: 'tomada' },
  'verifications-check': { code: '123456' },
  'people-role': { role: 'viewer' },
  'webhook-endpoints-edit': { state: 'paused' },
  'webhook-endpoints-rotate-secret': { overlap_hours: 0 },
  'webhook-endpoints-send-failed': { since: '2026-01-01T00:00:00Z' },
};

/** Everything that an intruder could change, as its owner sees it. */
async function everything() {
  const paths = [
    '/letters',
    '/verifications',
    '/people',
    '/api-keys',
    '/requests',
    '/webhook-endpoints',
    '/webhook-deliveries',
    '/balance',
    `/mail-merges/${ids.mail_merge_id}`,
  ];
  const below = async (path: string) => {
    // A fast machine exceeds the rate limit of a person (rule DASH-12).
    const { status, body } = await eventually(
      () => victimOwner.ask('GET', `/accounts/${victim.id}${path}`),
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
  const { control } = useService();
  [victim, { id: own }] = await Promise.all([openCustomer(), openCustomer()]);
  victimOwner = await signedIn(victim.id, 'owner');
  for (const role of roles) intruders.set(role, await signedIn(own, role));
  await control.post(`/accounts/${victim.id}/webhooks`, { url: `${control.url}/inbox`, events: ['*'] });
  const ask = async (method: string, path: string, body?: unknown) =>
    (await victimOwner.ask(method, `/accounts/${victim.id}${path}`, body)).body;
  ids.letter_id = (await ask('POST', '/letters', letterBody({ send_date: dateIn(10) }))).id;
  const spreadsheet = { filename: 'carta.pdf', document_size: 1000, rows: 2, rows_size: 1000 };
  ids.mail_merge_id = (await ask('POST', '/mail-merges', spreadsheet)).id;
  ids.verification_id = (await ask('POST', '/verifications', templateBody())).id;
  ids.person_id = (await ask('POST', '/people', { email: newEmail(), role: 'sender' })).id;
  ids.key_id = (await ask('POST', '/api-keys', { name: 'Loja' })).id;
  ids.request_id = (await victim.api.get('/balance')).headers.get('request-id')!;
  await eventually(
    () => ask('GET', '/requests'),
    ({ data }) => data.some(({ id }: { id: string }) => id === ids.request_id),
  );
  ids.endpoint_id = (await ask('GET', '/webhook-endpoints')).data[0].id;
  const { data } = await eventually(
    () => ask('GET', '/webhook-deliveries'),
    (list) => list.data.length > 1 && list.data.every(({ state }: { state: string }) => state === 'delivered'),
  );
  ids.delivery_id = data[0].id;
  untouched = await everything();
});

const endpoints = dashboardEndpoints.filter(({ path }) =>
  [...path.matchAll(/\{(\w+)\}/g)].some(([, name]) => name !== 'account_id' && name !== 'postal_code'),
);

test('every endpoint that takes an id exists', () => expect(endpoints.length).toBeGreaterThan(15));

describe.each(roles)('a %s of another account', (role) => {
  test.each(endpoints.map(({ method, path, function: operation }) => [method, path, operation] as const))(
    '%s %s finds nothing by a real id of another account, and changes nothing',
    async (method, path, operation) => {
      const target = path
        .replace('{account_id}', own)
        .replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? `missing ${name}`);
      const { status, body } = await intruders.get(role)!.ask(method, target, bodies[operation]);
      const { roles: allowed } = dashboardOperations[operation as keyof typeof dashboardOperations];
      expect([status, body.error.code]).toEqual(
        (allowed as readonly string[]).includes(role) ? [404, 'resource_not_found'] : [403, 'role_insufficient'],
      );
      expect(await everything()).toEqual(untouched);
    },
  );
});

describe('an id of another account in a query or a body', () => {
  const ask = (method: string, path: string, body?: unknown) =>
    intruders.get('owner')!.ask(method, `/accounts/${own}${path}`, body);

  test('finds no events and no deliveries', async () => {
    for (const path of ['/events', '/webhook-deliveries']) {
      const { status, body } = await ask('GET', `${path}?object_id=${ids.letter_id}`);
      expect([path, status, body.data]).toEqual([path, 200, []]);
    }
  });

  test('is not accepted as a cursor', async () => {
    await victim.api.post('/letters', letterBody());
    const { body } = await victimOwner.ask('GET', `/accounts/${victim.id}/letters?limit=1`);
    const refused = await ask('GET', `/letters?limit=1&cursor=${body.next_cursor}`);
    expect([refused.status, refused.body.error.details[0].param]).toEqual([422, 'cursor']);
  });

  test('is not accepted as a document or as an earlier verification', async () => {
    const file = pdfFixture('chromium-letter-1');
    const order = { filename: 'carta.pdf', size: file.length };
    const { status, body: upload } = await victimOwner.ask('POST', `/accounts/${victim.id}/uploads`, order);
    expect(status).toBe(201);
    const headers = { 'content-type': 'application/pdf' };
    const put = await fetch(upload.upload_url, { method: 'PUT', headers, body: Uint8Array.from(file) });
    expect(put.status).toBe(200);
    const letter = await ask('POST', '/letters', letterBody({ document: { type: 'upload', upload_id: upload.id } }));
    expect([letter.status, letter.body.error.details]).toMatchObject([
      422,
      [{ param: 'document.upload_id', code: 'upload_not_found' }],
    ]);
    const second = await ask('POST', '/verifications', templateBody({ previous_verification_id: ids.verification_id }));
    expect([second.status, second.body.error.details[0].param]).toEqual([422, 'previous_verification_id']);
    for (const path of ['/letters', '/verifications']) expect((await ask('GET', path)).body.data).toEqual([]);
  });
});
