import { describe, expect, test } from '@jest/globals';
import { isUseOfKey, requestsToStore } from '../../lib/core/domain/api-requests.ts';
import { dashboardOperations, permissionFor } from '../../lib/core/domain/dashboard-operations.ts';
import { isEmail, normalizedEmail } from '../../lib/core/domain/people.ts';
import { endOfSession } from '../../lib/core/domain/sessions.ts';

test.each([' Ana@Example.com ', 'ana@example.com', 'ANA@EXAMPLE.COM\n'])('%j is one address', (text) => {
  expect(normalizedEmail(text)).toBe('ana@example.com');
});

test('an address with an accent is the same in every Unicode form', () => {
  expect(normalizedEmail('jose\u0301@example.com')).toBe(normalizedEmail('JOS\u00c9@example.com'));
});

test.each(['\u212Aaren@example.com', 'ana@\u212Aiosk.com'])('%j is the address of nobody else', (text) => {
  expect(normalizedEmail(text)).toBe(text);
  expect(isEmail(normalizedEmail(text))).toBe(false);
});

test.each(['a@b.co', "o'neil+x@mail.example.com", 'ana.souza@xn--caf-dma.com.br', `${'a'.repeat(64)}@example.com`])(
  'mails can be sent to %j',
  (text) => expect(isEmail(text)).toBe(true),
);

test.each([
  'ana.example.com',
  'ana@example',
  'a,b@example.com',
  'a b@example.com',
  '<a>@example.com',
  '"a b"@example.com',
  'joão@example.com',
  'ana@café.com',
  'a..b@example.com',
  '.a@example.com',
  'a.@example.com',
  'a@@example.com',
  'a@example..com',
  'a@-example.com',
  'a@127.0.0.1',
  'a@example.com\u0000',
  'a@example.com\n',
  'a\u202Eb@example.com',
  `${'a'.repeat(65)}@example.com`,
])('mails cannot be sent to %j', (text) => expect(isEmail(text)).toBe(false));

test.each([
  ['without a request', 100, 112],
  ['after its longest time', 195, 200],
])('a session ends %s (rule DASH-7)', (_, seen_at, end) => {
  const session = { person_id: 'usr_1', generation: 0, created_at: 100, seen_at };
  expect(endOfSession(session, { idle: 12, longest: 100 })).toBe(end);
});

describe('what roles may do (rule DASH-2)', () => {
  test.each([
    ['letters-list', ['owner', 'developer', 'sender', 'viewer'], false],
    ['letters-create', ['owner', 'sender'], true],
    ['people-add', ['owner'], true],
    ['webhook-deliveries-get', ['owner', 'developer'], false],
  ])('%s: %j, in the activity log: %p', (operation, roles, logged) => {
    expect(permissionFor(operation)).toEqual({ roles, logged });
  });

  test.each(['', 'letters', 'constructor'])('%p is no operation', (operation) => {
    expect(permissionFor(operation)).toBeUndefined();
  });

  test('an owner may do anything, a viewer changes nothing', () => {
    for (const { roles, logged } of Object.values(dashboardOperations)) {
      expect(roles).toContain('owner');
      if (logged) expect(roles).not.toContain('viewer');
    }
  });
});

describe('requests with API keys (rule DASH-15)', () => {
  const request = (status: number, created_at: number, account_id = 'acc_1') => ({ account_id, status, created_at });

  test('are all stored, except that unlimited rejections are stored once per account, status and second', () => {
    const kept = [
      request(200, 1_000),
      request(200, 1_000),
      request(401, 1_000),
      request(429, 1_999),
      request(401, 1_000, 'acc_2'),
      request(401, 2_000),
      request(500, 2_000),
      request(500, 2_000),
    ];
    const dropped = [request(401, 1_999), request(429, 1_999), request(401, 1_500, 'acc_2'), request(401, 2_999)];
    expect(requestsToStore([...kept, ...dropped])).toEqual(kept);
  });

  test('that are rejected because of their key do not count as its use', () => {
    expect([200, 401, 422, 429].filter((status) => isUseOfKey({ status }))).toEqual([200, 422, 429]);
  });
});
