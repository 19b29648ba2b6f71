import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { openAccounts } from '../../../lib/adapters/data/accounts/accounts.ts';
import { openApiKeys } from '../../../lib/adapters/data/accounts/api-keys.ts';
import { openApiStores } from '../../../lib/adapters/data/accounts/api-stores.ts';
import { commit } from '../../../lib/adapters/data/table/calls.ts';
import { apiHandler, type ApiOptions, type ApiRequest } from '../../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../../lib/adapters/http/body-formats.ts';
import { compileValidator } from '../../../lib/adapters/json-schema/compile-validator.ts';
import { Problem } from '../../../lib/core/domain/problems.ts';
import { useTable } from '../../support/dynamodb.ts';
import { invocation, proxyEvent } from '../../support/proxy-event.ts';
import { account, NOW, recordingLog } from './onion.ts';

interface Order {
  name: string;
  size?: number;
}

const validator = compileValidator({
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name: { type: 'string' }, size: { type: 'integer' } },
});

type Run = (request: ApiRequest<Order>) => Promise<object>;

describe('Idempotency-Key', () => {
  const table = useTable();
  let secret: string;
  let clock: number;
  let runs: number;

  beforeAll(async () => {
    await openAccounts(table()).create(account, { secondOfCnpj: true });
    ({ secret } = await openApiKeys(table()).issue(account.id, NOW, randomBytes));
  });

  /** An endpoint and a function that calls it with one key, each call in another second. */
  function endpoint(run: Run, options: Partial<ApiOptions<Order, Record<never, never>>> = {}) {
    clock = NOW;
    runs = 0;
    const log = recordingLog();
    const handler = apiHandler<Order>(
      {
        operation: 'test',
        docsUrl: 'https://docs.example',
        stores: openApiStores(table()),
        creates: true,
        body: jsonBody(validator),
        clock: () => clock,
        log,
        ...options,
      },
      (request) => {
        runs++;
        return run(request);
      },
    );
    const key = randomUUID();
    const send = async (
      body: unknown = { name: 'Ana', size: 1 },
      { path = '/letters', basePath = '', afterMs = 1_000, withKey = true, leftMs = 60_000 } = {},
    ) => {
      clock += afterMs;
      const headers = {
        Authorization: `Bearer ${secret}`,
        'Content-Type': 'application/json',
        ...(withKey && { 'Idempotency-Key': key }),
        'Accept-Language': 'en',
      };
      const context = { ...invocation(), getRemainingTimeInMillis: () => leftMs };
      const event = { ...proxyEvent({ method: 'POST', path, headers, body }), path: basePath + path };
      const answer = await handler(event, context);
      const parsed = JSON.parse(answer.body) as { id?: string; error?: { code: string } };
      return {
        status: answer.statusCode,
        code: parsed.error?.code,
        id: parsed.id,
        body: answer.body,
        requestId: answer.headers!['Request-Id'],
        replayed: answer.headers!['Idempotent-Replayed'],
        retryAfter: answer.headers!['Retry-After'],
      };
    };
    return { send, log };
  }

  const makes: Run = async ({ identify }) => identify('letter');

  /** Like a handler with its own transaction. */
  const commits: Run = async ({ identify, toResponse }) => {
    const body = identify('letter');
    await commit(table(), [], toResponse(body));
    return body;
  };

  test.each<[string, Run]>([
    ['the onion', makes],
    ["the handler's own transaction", commits],
  ])('replays the first response, completed by %s', async (_, run) => {
    const { send } = endpoint(run);
    const first = await send();
    const second = await send();
    expect(first).toMatchObject({ status: 201, replayed: undefined });
    expect(second).toMatchObject({ status: 201, replayed: 'true', body: first.body });
    expect(second.requestId).not.toBe(first.requestId);
    expect(runs).toBe(1);
  });

  test('recognizes the same request by its content', async () => {
    const { send } = endpoint(makes);
    await send({ name: 'Ana', size: 1 });
    expect((await send('{ "size": 1.0, "name": "\\u0041na" }')).replayed).toBe('true');
    expect(await send({ name: 'Ana', size: 2 })).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
    expect(await send({ name: 'Ana', size: 1 }, { path: '/letters/quote' })).toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    });
  });

  test("recognizes the same request through a custom domain, whose base path begins the event's path", async () => {
    const { send } = endpoint(makes);
    await send();
    expect((await send(undefined, { basePath: '/v1' })).replayed).toBe('true');
  });

  test('makes a second object after a day', async () => {
    const { send } = endpoint(makes);
    const first = await send();
    const second = await send(undefined, { afterMs: 24 * 3_600_000 });
    expect([second.status, second.replayed]).toEqual([201, undefined]);
    expect(second.id).not.toBe(first.id);
  });

  test('rejects a second call while the first runs', async () => {
    const begun = Promise.withResolvers<void>();
    const running = Promise.withResolvers<void>();
    const { send } = endpoint(async (request) => {
      begun.resolve();
      await running.promise;
      return makes(request);
    });
    const first = send();
    await begun.promise;
    expect(await send()).toMatchObject({ status: 409, code: 'idempotency_key_in_use' });
    running.resolve();
    expect((await first).status).toBe(201);
    expect((await send()).replayed).toBe('true');
  });

  test('a rejection is not stored: the key works for a corrected body', async () => {
    const { send } = endpoint(makes);
    expect((await send({ size: 1 })).status).toBe(422);
    expect(await send({ name: 'Ana' })).toMatchObject({ status: 201, replayed: undefined });
  });

  test.each<[string, Error, number]>([
    ['a rejection by the handler', new Problem('insufficient_balance'), 402],
    ['a failure', new Error('broken'), 500],
    ['a failure of AWS', Object.assign(new Error('slow'), { name: 'ThrottlingException' }), 503],
  ])('%s stores nothing: the same request may run again', async (_, error, status) => {
    const { send } = endpoint(async (request) => {
      if (runs === 1) throw error;
      return makes(request);
    });
    expect((await send()).status).toBe(status);
    expect(await send()).toMatchObject({ status: 201, replayed: undefined });
  });

  test('a failure after the commit returns the committed response', async () => {
    const { send, log } = endpoint(async (request) => {
      await commits(request);
      throw new Error('the answer was lost');
    });
    const first = await send();
    expect(first).toMatchObject({ status: 201, id: expect.stringMatching(/^ltr_/), replayed: undefined });
    expect(log.lines[0]).toMatchObject({ level: 'warn', failure: { name: 'Error' } });
    expect(await send()).toMatchObject({ status: 201, replayed: 'true', body: first.body });
  });

  test('a hanging call is taken over after a minute; the same object is created, once', async () => {
    const ids: string[] = [];
    const calls: { begun: () => void; mayCommit: Promise<void> }[] = [];
    const { send } = endpoint(async (request) => {
      ids.push(request.identify('letter').id);
      const call = calls[runs - 1]!;
      call.begun();
      await call.mayCommit;
      return commits(request);
    });
    /** Sends a call and waits until its handler runs; `finish` lets it commit. */
    const begin = async (afterMs: number) => {
      const begun = Promise.withResolvers<void>();
      const mayCommit = Promise.withResolvers<void>();
      calls.push({ begun: begun.resolve, mayCommit: mayCommit.promise });
      const answer = send(undefined, { afterMs });
      await begun.promise;
      return () => (mayCommit.resolve(), answer);
    };
    const finishFirst = await begin(0);
    expect((await send(undefined, { afterMs: 59_999 })).code).toBe('idempotency_key_in_use');
    const finishSecond = await begin(1);
    expect(await finishFirst()).toMatchObject({ status: 409, code: 'idempotency_key_in_use' });
    expect(await finishSecond()).toMatchObject({ status: 201, id: ids[0] });
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test.each([true, false])(
    'a call that ran out of time creates nothing after its response (with a key: %s)',
    async (withKey) => {
      const stalled = Promise.withResolvers<void>();
      let afterwards: Promise<unknown> | undefined;
      const { send } = endpoint((request) => {
        const answered = stalled.promise.then(() => commit(table(), [], request.toResponse({})));
        afterwards = answered.then(
          () => 'goes on to its transaction',
          () => 'stops',
        );
        return answered.then(() => makes(request));
      });
      expect(await send(undefined, { withKey, leftMs: 510 })).toMatchObject({
        status: 503,
        code: 'service_unavailable',
      });
      stalled.resolve();
      expect(await afterwards).toBe('stops');
    },
  );

  test('a record that cannot be released does not hide the first failure', async () => {
    const stores = openApiStores(table());
    const release = async () => Promise.reject(new Error('table unreachable'));
    const idempotencyRecords = { ...stores.idempotencyRecords, release };
    const { send, log } = endpoint(
      async () => {
        throw new Problem('insufficient_balance');
      },
      { stores: { ...stores, idempotencyRecords } },
    );
    expect(await send()).toMatchObject({ status: 402 });
    expect(log.lines[0]).toMatchObject({ level: 'error', message: 'an idempotency record was not released' });
  });

  test('a 503 that keeps the key says when the key can be used again', async () => {
    const stores = openApiStores(table());
    const release = async () => Promise.reject(new Error('table unreachable'));
    const failing = (idempotencyRecords = stores.idempotencyRecords) =>
      endpoint(
        async () => {
          throw new Problem('service_unavailable');
        },
        { stores: { ...stores, idempotencyRecords } },
      );
    const given = await failing().send();
    expect(given).toMatchObject({ status: 503, retryAfter: '5' });
    const kept = await failing({ ...stores.idempotencyRecords, release }).send();
    expect(kept).toMatchObject({ status: 503, retryAfter: '60' });
  });

  test('a request of an account suspended since then still gets its first response', async () => {
    const { send } = endpoint(makes);
    const first = await send();
    await openAccounts(table()).setSuspended(account.id, true);
    expect(await send()).toMatchObject({ status: 201, replayed: 'true', body: first.body });
    expect(await endpoint(makes).send()).toMatchObject({ status: 403, code: 'account_suspended' });
    await openAccounts(table()).setSuspended(account.id, false);
  });
});
