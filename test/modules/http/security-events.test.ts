import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { apiHandler, personHandler } from '../../../lib/adapters/http/api-handler.ts';
import type { ApiEvent, ApiStores } from '../../../lib/adapters/http/exchange.ts';
import { redirectHandler } from '../../../lib/adapters/http/redirect-handler.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import type { Role } from '../../../lib/core/domain/people.ts';
import { operationsThatAreEvents, securityEvents } from '../../../lib/core/domain/security-events.ts';
import { type Line, NOW, recordingLog, SECRET, stores } from './onion.ts';

/** Each event of the table is provoked, and its line has what the table says (rule PRIV-6). */

const ACCOUNT = 'acc_bcdfgh';
const KEY = createId('api_key', NOW, randomBytes);
const person = { id: createId('person', NOW, randomBytes), email: 'ana@exemplo.com.br', name: 'Ana', generation: 0 };

interface Asked {
  operation: string;
  role?: Role;
  headers?: Record<string, string>;
  /** Of the dashboard, unless it has an API key. */
  resource?: string;
}

const fromDashboard = { cookie: '__Host-malote_session=abc', origin: 'https://painel.exemplo.com.br' };
/** As CloudFront and the gateway write it; the first address is the sender's invention. */
const FORWARDED = '1.2.3.4, 203.0.113.7, 64.252.64.1';

const eventOf = ({ headers = fromDashboard, resource = '/accounts/{account_id}/api-keys/{key_id}' }: Asked) =>
  ({
    httpMethod: 'POST',
    path: '/',
    resource,
    headers: { 'x-forwarded-for': FORWARDED, ...headers },
    pathParameters: { account_id: ACCOUNT, key_id: KEY },
    stageVariables: { origin: 'https://painel.exemplo.com.br', sessionIdleMinutes: '720', sessionLongestHours: '168' },
    requestContext: { requestId: 'gateway_1', requestTimeEpoch: NOW, identity: { sourceIp: '64.252.64.1' } },
    body: null,
    isBase64Encoded: false,
  }) as unknown as ApiEvent;

const context = { getRemainingTimeInMillis: () => 60_000 } as unknown as Context;
const session = { person_id: person.id, generation: 0, created_at: NOW, seen_at: NOW };

/** What the log says about security after a request. */
async function told(asked: Asked, changes: Partial<ApiStores> = {}): Promise<Line[]> {
  const log = recordingLog();
  const membership = { account_id: ACCOUNT, person_id: person.id, role: asked.role ?? 'owner', created_at: NOW };
  const people = {
    find: async () => ({ ...person, created_at: NOW }),
    membership: async () => (asked.role ? membership : undefined),
  };
  const ofPerson = stores({ sessions: { find: async () => session, note: async () => undefined }, people, ...changes });
  const options = { operation: asked.operation, docsUrl: 'https://docs', stores: ofPerson, log, clock: () => NOW };
  const handler = asked.resource?.startsWith('/session')
    ? personHandler(options, async () => ({ body: {} }))
    : apiHandler(options, async () => ({}));
  await handler(eventOf(asked), context);
  return log.lines.filter(({ message }) => message === 'security');
}

const where = { network_address: '203.0.113.7', gateway_address: '64.252.64.1' };
const ofPersons = ['sign-out', 'sessions-end', 'invitations-accept', 'invitations-decline'];
const inAccounts = Object.entries(operationsThatAreEvents).filter(
  ([operation]) => !ofPersons.includes(operation) && operation !== 'sign-in-finish',
);

describe('what people do', () => {
  test.each(inAccounts)('%s is %s', async (operation, event) => {
    const lines = await told({ operation, role: 'owner' });
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'info',
        security_event: event,
        outcome: 'done',
        operation,
        person_id: person.id,
        account_id: ACCOUNT,
        object_id: KEY,
        ...where,
      }),
    ]);
  });

  test.each(ofPersons)('%s is one, of the person alone', async (operation) => {
    const [line] = await told({ operation, resource: '/sessions' });
    expect(line).toMatchObject({
      security_event: operationsThatAreEvents[operation],
      outcome: 'done',
      person_id: person.id,
      ...where,
    });
  });

  test('by API key names the key', async () => {
    const headers = { authorization: `Bearer ${SECRET}` };
    const [line] = await told({ operation: 'webhook-endpoints-create', headers, resource: '/webhook-endpoints' });
    expect(line).toMatchObject({
      security_event: 'receiver_change',
      api_key_id: 'key_1',
      account_id: 'acc_1',
      ...where,
    });
  });

  test('otherwise is no event', async () => {
    expect(await told({ operation: 'letters-list', role: 'viewer' })).toEqual([]);
  });
});

describe('a refusal names who was refused', () => {
  const refused = { level: 'warn', security_event: 'refusal', ...where };

  test('for their role', async () => {
    const [line] = await told({ operation: 'api-keys-revoke', role: 'viewer' });
    expect(line).toMatchObject({
      ...refused,
      outcome: 'role_insufficient',
      person_id: person.id,
      account_id: ACCOUNT,
      object_id: KEY,
    });
  });

  test('for an account in which they have no place', async () => {
    const [line] = await told({ operation: 'letters-list' });
    expect(line).toMatchObject({ ...refused, outcome: 'not_a_member', person_id: person.id, account_id: ACCOUNT });
  });

  test('for another origin, and for an ended session', async () => {
    const elsewhere = await told({ operation: 'letters-list', headers: { ...fromDashboard, origin: 'https://evil' } });
    expect(elsewhere).toMatchObject([{ ...refused, outcome: 'request_from_elsewhere' }]);
    const ended = { sessions: { find: async () => undefined, note: async () => undefined } };
    expect(await told({ operation: 'letters-list', role: 'owner' }, ended)).toMatchObject([
      { ...refused, outcome: 'session_ended' },
    ]);
  });

  test('for a key that is revoked or unknown', async () => {
    const asked = { operation: 'letters-get', resource: '/letters', headers: { authorization: `Bearer ${SECRET}` } };
    const key = { id: 'key_1', account_id: 'acc_1', revoked_at: NOW };
    expect(await told(asked, { apiKeys: { find: async () => key } })).toMatchObject([
      { ...refused, outcome: 'api_key_revoked', api_key_id: 'key_1', account_id: 'acc_1' },
    ]);
    expect(await told(asked, { apiKeys: { find: async () => undefined } })).toMatchObject([
      { ...refused, outcome: 'api_key_invalid' },
    ]);
  });

  test('but not for what is not there, or for a visitor without a session', async () => {
    expect(await told({ operation: 'letters-list', headers: { origin: fromDashboard.origin } })).toEqual([]);
  });
});

describe('a sign-in', () => {
  const signIn = async (perRequest: Parameters<typeof redirectHandler>[1]) => {
    const log = recordingLog();
    const handler = redirectHandler({ operation: 'sign-in-finish', onFailure: '/', log, clock: () => NOW }, perRequest);
    await handler(eventOf({ operation: 'sign-in-finish', resource: '/sign-in/callback' }));
    return log.lines.filter(({ message }) => message === 'security');
  };

  test('that succeeds names the person', async () => {
    const ended = { outcome: 'done' as const, personId: person.id };
    expect(await signIn(async () => ({ location: '/', ended }))).toMatchObject([
      { level: 'info', security_event: 'sign_in', outcome: 'done', person_id: person.id, ...where },
    ]);
  });

  test.each(['expired', 'not_invited', 'refused'] as const)('that ends as %s says so', async (outcome) => {
    expect(await signIn(async () => ({ location: '/', ended: { outcome } }))).toMatchObject([
      { level: 'warn', security_event: 'sign_in', outcome, ...where },
    ]);
  });

  test('that fails says so', async () => {
    expect(await signIn(() => Promise.reject(new Error('down')))).toMatchObject([
      { level: 'warn', security_event: 'sign_in', outcome: 'failed', ...where },
    ]);
  });
});

test('the addresses of a request are addresses, whatever its headers say', async () => {
  const headers = { ...fromDashboard, 'x-forwarded-for': 'Ana Souza <script>, 64.252.64.1' };
  const [line] = await told({ operation: 'letters-list', headers });
  expect(line).toMatchObject({ network_address: '64.252.64.1' });
});

test('every event is tried here, with the operator, or where sessions end', () => {
  // `operator/acts`, `workers/session-ends`, `dashboard/provider-sessions`.
  const elsewhere = ['operator_act', 'password_reset', 'provider_end'];
  const tried = new Set([...Object.values(operationsThatAreEvents), 'refusal', ...elsewhere]);
  expect([...tried].sort()).toEqual(Object.keys(securityEvents).sort());
});
