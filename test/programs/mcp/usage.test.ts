import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { main } from '../../../lib/programs/mcp/main.ts';

const API = 'http://127.0.0.1:1/v1';

async function run(line: string[], key?: string, signal = new AbortController().signal) {
  const said: string[] = [];
  const output = new PassThrough();
  const input = new PassThrough();
  input.end();
  const environment = { MALOTE_API_KEY: key };
  const exit = await main(line, { environment, input, output, complain: (text) => said.push(text), signal });
  return { exit, said, printed: (output.read() as Buffer | null)?.toString() ?? '' };
}

describe('malote-mcp', () => {
  test.each([
    [[], undefined, 'MALOTE_API_KEY is not set: set it to an API key of your account.'],
    [['--api', 'api.example'], 'k', '--api must be the base URL of the API, https://…/v1.'],
    [['--api', 'ftp://x/v1'], 'k', '--api must be the base URL of the API, https://…/v1.'],
    [['--api', API], 'a\nb', 'MALOTE_API_KEY has characters that no key has.'],
    [['--api', API, '--http', '99999'], 'k', '--http must be a port.'],
    [['--api', API, '--http', 'x'], 'k', '--http must be a port.'],
    [['--port', '1'], 'k', "Unknown option '--port'"],
  ])('refuses %j with the key %j', async (line, key, message) => {
    const { exit, said, printed } = await run(line, key);
    expect(exit).toBe(2);
    expect(said.join('\n').split('\n')[0]).toContain(message);
    expect(printed).toBe('');
  });

  test('explains itself', async () => {
    const { exit, printed } = await run(['--help']);
    expect([exit, printed.split('\n')[0]]).toEqual([
      0,
      'Usage: MALOTE_API_KEY=… malote-mcp --api <base URL> [--http <port>]',
    ]);
  });

  test('ends with its input, and with its signal', async () => {
    expect((await run(['--api', API], 'k')).exit).toBe(0);
    const { exit, said } = await run(['--api', API, '--http', '0'], undefined, AbortSignal.timeout(300));
    expect(exit).toBe(0);
    expect(said).toEqual([expect.stringMatching(/^Serving http:\/\/127\.0\.0\.1:\d+\/mcp$/)]);
  });

  test('says that its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { exit, said } = await run(['--api', API, '--http', String(port)], 'k');
    other.close();
    expect(exit).toBe(1);
    expect(said[0]).toContain('EADDRINUSE');
  });
});
