import { connect, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { encoded, letterForm } from '../../support/forms.ts';
import { useUnchangedCustomer } from '../../support/internals.ts';
import { letterBody } from '../../support/letters.ts';
import { type Customer, openCustomer, useCustomer, useService } from '../../support/service.ts';

/** What no HTTP client sends: wrong lengths, truncated bodies, headers of odd sizes, on bare sockets. */

const json = JSON.stringify(letterBody());

interface Raw {
  path?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Closes the connection after writing; otherwise it waits for the response. */
  ends?: boolean;
}

/** The whole response, or what arrived before the connection was closed. */
async function raw(
  { api }: Customer,
  { path = '/letters', headers = {}, body = json, ends = false }: Raw,
): Promise<string> {
  const { hostname, port, pathname } = new URL(useService().baseUrl);
  const socket = connect(Number(port), hostname);
  const answer = wholeOf(socket);
  const lines = {
    host: `${hostname}:${port}`,
    authorization: `Bearer ${api.key}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...headers,
  };
  const head = Object.entries(lines).filter(([, value]) => value !== '');
  socket.write(
    `POST ${pathname}${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  socket.write(body);
  if (ends) socket.end();
  return answer;
}

async function wholeOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A reset also ends the connection.
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.on('close', resolve));
  return Buffer.concat(chunks).toString();
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
const codeOf = (answer: string) => /"code":"(\w+)"/.exec(answer)?.[1];

const chunked = { 'content-length': '', 'transfer-encoding': 'chunked' };
const lengthOf = (body: string) => ({ 'content-length': String(Buffer.byteLength(body)) });
const manyHeaders = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, '1']));

describe('complete requests', () => {
  const customer = useCustomer();

  test('a complete request on a bare socket creates a letter, in one piece or in many', async () => {
    expect(statusOf(await raw(customer(), {}))).toBe(201);
    const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
    const body = `${chunk(json.slice(0, 100))}${chunk(json.slice(100))}0\r\n\r\n`;
    expect(statusOf(await raw(customer(), { headers: chunked, body }))).toBe(201);
  });
});

describe('rejected requests', () => {
  const customer = useUnchangedCustomer();

  /**
   * Without a code: the gateway itself responds to malformed HTTP, and nobody receives a response after the client has
   * closed.
   */
  test.each<[title: string, request: () => Raw, code: string | undefined]>([
    ['half a body', () => ({ body: json.slice(0, 500), headers: lengthOf(json), ends: true }), undefined],
    ['chunks without an end', () => ({ body: '5\r\n{"to"\r\n', headers: chunked, ends: true }), undefined],
    ['a length that is too small', () => ({ headers: { 'content-length': '10' } }), undefined],
    ['no body', () => ({ body: '' }), 'invalid_json'],
    ['neither a body nor a length', () => ({ body: '', headers: { 'content-length': '' } }), 'invalid_json'],
    ['a length that is not a number', () => ({ headers: { 'content-length': 'many' } }), undefined],
    ['a negative length', () => ({ headers: { 'content-length': '-1' } }), undefined],
    ['a length and chunks', () => ({ headers: { 'transfer-encoding': 'chunked' } }), undefined],
    ['a broken chunk', () => ({ body: 'zz\r\n{}\r\n0\r\n\r\n', headers: chunked }), undefined],
    ['a header with a null byte', () => ({ headers: { 'x-odd': 'a\0b' } }), undefined],
    ['a header of 100 KB', () => ({ headers: { 'x-long': 'x'.repeat(100_000) } }), undefined],
    ['10,000 headers', () => ({ headers: manyHeaders(10_000) }), undefined],
    [
      'a long Idempotency-Key',
      () => ({ headers: { 'idempotency-key': 'k'.repeat(10_000) } }),
      'invalid_idempotency_key',
    ],
    [
      'a long Content-Type',
      () => ({ headers: { 'content-type': `a${' '.repeat(10_000)}` } }),
      'unsupported_content_type',
    ],
  ])('%s: rejected, and nothing is created', async (_, request, code) => {
    const answer = await raw(customer(), request());
    expect([0, 400, 413, 431]).toContain(statusOf(answer));
    if (code) expect([statusOf(answer), codeOf(answer)]).toEqual([400, code]);
  });

  test('a form that stops in the middle of its file, with the length of the whole form', async () => {
    const { body, headers } = await encoded(letterForm());
    const half = Buffer.from(body.subarray(0, body.length / 2));
    const cut = await raw(customer(), {
      body: half,
      headers: { ...headers, 'content-length': String(body.length) },
      ends: true,
    });
    expect([0, 400]).toContain(statusOf(cut));
    const whole = await raw(customer(), { body: half, headers });
    expect([statusOf(whole), codeOf(whole)]).toEqual([400, 'invalid_json']);
  });
});

test('the service still works after all of these', async () => {
  const { api } = await openCustomer();
  expect((await api.post('/letters', letterBody())).status).toBe(201);
});
