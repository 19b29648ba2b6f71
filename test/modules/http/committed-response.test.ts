import { expect, test } from '@jest/globals';
import { noteOutcome } from '../../../lib/adapters/data/table/calls.ts';
import { OutcomeUnknown } from '../../../lib/adapters/data/table/transactions.ts';
import { apiHandler, type ApiOptions, type ApiRequest } from '../../../lib/adapters/http/api-handler.ts';
import type { ErrorResource } from '../../../lib/adapters/http/error-schema.ts';
import { Problem } from '../../../lib/core/domain/problems.ts';
import { invocation, proxyEvent } from '../../support/proxy-event.ts';
import { NOW, recordingLog, SECRET, stores } from './onion.ts';

const edited = { id: 'ltr_1', reference: 'contrato 7' };
const MAY_HAVE = 'It may have taken effect';

type Run = (request: ApiRequest) => Promise<object>;

/** What a request with this handler is answered. */
async function answer(run: Run, { key, ...options }: Partial<ApiOptions<object, object>> & { key?: string } = {}) {
  const log = recordingLog();
  const base = { operation: 'test', docsUrl: 'https://docs.example/errors', clock: () => NOW, log, stores: stores() };
  const handler = apiHandler({ ...base, ...options }, run as never);
  const headers = {
    Authorization: `Bearer ${SECRET}`,
    'Accept-Language': 'en',
    ...(key && { 'Idempotency-Key': key }),
  };
  const event = proxyEvent({ method: key ? 'POST' : 'PATCH', headers });
  const { statusCode, body } = await handler(event, { ...invocation(), getRemainingTimeInMillis: () => 700 });
  return { status: statusCode, body: JSON.parse(body) as object, log: log.lines.map(({ message }) => message) };
}

const errorOf = ({ status, body }: { status: number; body: object }) => {
  const { code, message } = (body as ErrorResource).error;
  return [status, code, message.includes(MAY_HAVE)];
};

const commit = ({ toResponse }: ApiRequest) => noteOutcome(toResponse(edited), async () => undefined);
const fails = async () => {
  throw new Error('the file could not be removed');
};
const never = () => new Promise<never>(() => undefined);

test.each([
  ['fails', undefined, fails],
  ['fails, under a key', 'pedido 1', fails],
  ['does not end', undefined, never],
  ['is refused', undefined, async () => Promise.reject(new Problem('resource_not_found'))],
])('a call that %s after its commit is answered with what it has committed', async (_, key, afterwards) => {
  const answered = await answer(
    async (request) => {
      await commit(request);
      return afterwards();
    },
    { ...(key && { key }) },
  );
  expect(answered).toMatchObject({ status: 200, body: edited });
  expect(answered.log).toContain('a call failed after it had committed');
});

test('a committed response with a secret is opened for its caller', async () => {
  const seal = { seal: async (_: string, body: string) => body, open: async () => '{"secret":"whsec_1"}' };
  const run: Run = async (request) => {
    await commit(request);
    return fails();
  };
  expect(await answer(run, { secretResponse: seal })).toMatchObject({ status: 200, body: { secret: 'whsec_1' } });
  const broken = { ...seal, open: fails };
  expect(errorOf(await answer(run, { secretResponse: broken }))).toEqual([500, 'internal_error', true]);
});

const silence = new OutcomeUnknown(new Error('no response'));
const unheard: Run = async ({ toResponse }) => {
  await noteOutcome(toResponse(edited), () => Promise.reject(silence));
  return edited;
};

test('an error says that the call may have taken effect, where its transaction has no known outcome', async () => {
  expect(errorOf(await answer(unheard))).toEqual([503, 'service_unavailable', true]);
  const hung: Run = async ({ toResponse }) => {
    await noteOutcome(toResponse(edited), never);
    return edited;
  };
  expect(errorOf(await answer(hung))).toEqual([503, 'service_unavailable', true]);
});

test('a released key says that nothing took effect, and one that was not says nothing', async () => {
  expect(errorOf(await answer(unheard, { key: 'pedido 1' }))).toEqual([503, 'service_unavailable', false]);
  const { idempotencyRecords } = stores();
  const mute = stores({ idempotencyRecords: { ...idempotencyRecords, release: fails } });
  expect(errorOf(await answer(unheard, { key: 'pedido 1', stores: mute }))).toEqual([503, 'service_unavailable', true]);
});

test('an error without a transaction, or with a rejected one, has changed nothing', async () => {
  expect(errorOf(await answer(fails))).toEqual([500, 'internal_error', false]);
  const rejected: Run = async ({ toResponse }) => {
    await noteOutcome(toResponse(edited), () => Promise.reject(new Problem('service_unavailable')));
    return edited;
  };
  expect(errorOf(await answer(rejected))).toEqual([503, 'service_unavailable', false]);
});
