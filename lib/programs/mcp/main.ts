import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { isKey, serveHttp } from './http.ts';
import { createMcpServer, documentationOf } from './server.ts';

const USAGE = `Usage: MALOTE_API_KEY=… malote-mcp --api <base URL> [--http <port>]

An MCP server (https://modelcontextprotocol.io) with tools for letters and address verifications.

  --api <base URL>  base URL of the API, https://…/v1
  --http <port>     serves http://127.0.0.1:<port>/mcp instead of standard input and output;
                    a request may bring a key of its own: Authorization: Bearer <key>
  --help

Exit codes: 0 done or interrupted, 1 the port cannot be used, 2 wrong usage
`;

const OPTIONS = {
  api: { type: 'string' },
  http: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

export interface ProgramContext {
  environment: Readonly<Record<string, string | undefined>>;
  /** Carry the protocol when there is no `--http`. */
  input: Readable;
  output: Writable;
  /** Everything else that the program says. */
  complain: (line: string) => void;
  /** Ends the program. */
  signal: AbortSignal;
}

interface Call {
  api: string;
  key: string | undefined;
  port: number | undefined;
}

/** @returns the exit code */
export async function main(line: readonly string[], context: ProgramContext): Promise<0 | 1 | 2> {
  const { environment, complain, output } = context;
  let call: Call | undefined;
  try {
    call = readCall(line, environment);
  } catch (error) {
    complain(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  if (!call) {
    output.write(USAGE);
    return 0;
  }
  const { api, key, port } = call;
  const documentation = documentationOf(api);
  const serverFor = (given: string) => createMcpServer({ baseUrl: api, key: given }, documentation);
  if (port === undefined) {
    await serveStdio(serverFor(key!), context);
    return 0;
  }
  try {
    await serveUntilEnd(port, key, serverFor, context);
    return 0;
  } catch (error) {
    complain((error as Error).message);
    return 1;
  }
}

/** Undefined if help is requested. @throws Error naming the problems */
function readCall(line: readonly string[], environment: ProgramContext['environment']): Call | undefined {
  const { values } = parseArgs({ args: [...line], options: OPTIONS });
  if (values.help) return undefined;
  const { MALOTE_API_KEY: key } = environment;
  const { api = '', http } = values;
  const wrong = [
    ...(key || http !== undefined ? [] : ['MALOTE_API_KEY is not set: set it to an API key of your account.']),
    ...(!key || isKey(key) ? [] : ['MALOTE_API_KEY has characters that no key has.']),
    ...(['http:', 'https:'].includes(URL.parse(api)?.protocol ?? '')
      ? []
      : ['--api must be the base URL of the API, https://…/v1.']),
    ...(http === undefined || (/^\d{1,5}$/.test(http) && Number(http) < 65_536) ? [] : ['--http must be a port.']),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return { api: api.replace(/\/+$/, ''), key: key || undefined, port: http === undefined ? undefined : Number(http) };
}

/** Until the client closes the input. */
async function serveStdio(server: Server, { input, output, signal }: ProgramContext): Promise<void> {
  const ended = Promise.race([once(input, 'end'), once(input, 'close'), aborted(signal)]);
  await server.connect(new StdioServerTransport(input, output));
  await ended;
  await server.close();
}

async function serveUntilEnd(
  port: number,
  key: string | undefined,
  serverFor: (key: string) => Server,
  { complain, signal }: ProgramContext,
): Promise<void> {
  const http = await serveHttp(port, key, serverFor);
  complain(`Serving ${http.url}`);
  await aborted(signal);
  await http.close();
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
