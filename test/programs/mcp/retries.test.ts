import type { ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { callApi, type CallFailed } from '../../../lib/programs/mcp/api.ts';
import { sendJson, startFakeApi } from './fake-api.ts';

const repository = resolve(import.meta.dirname, '../../..');

type Answer = 'lost' | { status: number; code?: string; wait?: string };

/** What each attempt gets; the last is repeated. */
const scripts: Record<string, Answer[]> = {
  'a success': [{ status: 200 }],
  'an error that stays': [{ status: 422, code: 'invalid_parameters' }],
  'an error of the balance': [{ status: 402, code: 'insufficient_balance' }],
  'a wrong key': [{ status: 401, code: 'api_key_invalid' }],
  'too many requests, once': [{ status: 429, code: 'rate_limit_exceeded', wait: '2' }, { status: 200 }],
  'a limit until tomorrow': [{ status: 429, code: 'daily_limit_exceeded', wait: '40000' }],
  'a date to wait for': [{ status: 503, wait: 'Thu, 01 Jan 1970 00:00:00 GMT' }, { status: 200 }],
  'a failure that stays': [{ status: 500, code: 'internal_error' }],
  'a lost answer, once': ['lost', { status: 200 }],
  'lost answers': ['lost'],
  'a lost answer, then a refusal': ['lost', { status: 402, code: 'insufficient_balance' }],
  'a lost answer, then a refusal before the key': ['lost', { status: 401, code: 'api_key_invalid' }],
  'a key in use, then a success': [{ status: 409, code: 'idempotency_key_in_use' }, { status: 200 }],
  'a key in use': [{ status: 409, code: 'idempotency_key_in_use' }],
  'a page of a proxy': [{ status: 502 }, { status: 404 }],
};

interface Outcome {
  attempts: number;
  pauses: number[];
  code: unknown;
  mayHaveTakenEffect: boolean;
}

let script: Answer[] = [];
let turn = 0;
let api: Awaited<ReturnType<typeof startFakeApi>>;
let attempt: (outgoing: object, patience: object, signal: AbortSignal) => Promise<Response>;

beforeAll(async () => {
  api = await startFakeApi((_, response) => give(script[Math.min(turn++, script.length - 1)]!, response));
  const { outputFiles } = await build({
    entryPoints: [join(repository, 'clients/typescript/src/attempts.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  });
  ({ attempt } = (await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`
  )) as { attempt: typeof attempt });
});
afterAll(() => api.stop());

function give(answer: Answer, response: ServerResponse): void {
  if (answer === 'lost') response.destroy();
  else if (answer.code === undefined && answer.status >= 400) response.writeHead(answer.status).end('<html>');
  else
    sendJson(
      response,
      answer.status,
      answer.status < 400 ? {} : { error: { type: 'x_error', code: answer.code, message: 'm', details: null } },
      answer.wait === undefined ? {} : { 'retry-after': answer.wait },
    );
}

const patience = (pauses: number[]) => ({
  maxRetries: 5,
  timeoutMs: 5000,
  random: () => 0.5,
  fetch: (...given: Parameters<typeof fetch>) => fetch(...given),
  onAttempt: () => undefined,
  sleep: (milliseconds: number) => Promise.resolve(void pauses.push(milliseconds)),
});

async function ours(isKeyed: boolean, pauses: number[]): Promise<Pick<Outcome, 'code' | 'mayHaveTakenEffect'>> {
  const idempotency = isKeyed ? { idempotencyKey: 'k' } : {};
  const call = { method: 'POST', path: '/letters', body: {}, writes: true, ...idempotency } as const;
  const connection = { baseUrl: api.baseUrl, key: 'malote_test_x' };
  return callApi(connection, call, new AbortController().signal, patience(pauses)).then(
    () => ({ code: 'success', mayHaveTakenEffect: false }),
    ({ problem, mayHaveTakenEffect }: CallFailed) => ({
      code: /^http_|^no_answer$/.test(problem.code) ? null : problem.code,
      mayHaveTakenEffect,
    }),
  );
}

async function clients(isKeyed: boolean, pauses: number[]): Promise<Pick<Outcome, 'code' | 'mayHaveTakenEffect'>> {
  const headers = new Headers(isKeyed ? { 'idempotency-key': 'k' } : {});
  const outgoing = { method: 'POST', url: `${api.baseUrl}/letters`, headers, body: () => '{}', writes: true };
  return attempt(outgoing, patience(pauses), new AbortController().signal).then(
    () => ({ code: 'success', mayHaveTakenEffect: false }),
    ({ code = null, mayHaveTakenEffect }: { code?: unknown; mayHaveTakenEffect: boolean }) => ({
      code,
      mayHaveTakenEffect,
    }),
  );
}

describe('a call is tried as often, as long and with the same knowledge as by the client', () => {
  const cases = Object.keys(scripts).flatMap((name) => [true, false].map((isKeyed) => ({ name, isKeyed })));

  test.each(cases)('$name, with a key: $isKeyed', async ({ name, isKeyed }) => {
    const outcomes: Outcome[] = [];
    for (const one of [ours, clients]) {
      script = scripts[name]!;
      turn = 0;
      const pauses: number[] = [];
      const outcome = await one(isKeyed, pauses);
      outcomes.push({ ...outcome, pauses, attempts: turn });
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
  });
});
