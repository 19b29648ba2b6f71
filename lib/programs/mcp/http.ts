import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server as McpServer } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

/** Path of the endpoint. */
const PATH = '/mcp';
/** The largest request of the API is 4.2 MB (3 MB in base64 and its fields); a call has little around it. */
const LARGEST_BODY = 6_000_000;
const LOOPBACK = '127.0.0.1';

/** Bytes that a header can carry, without white space. */
export const isKey = (text: string) => /^[\x21-\x7e]+$/.test(text);

/**
 * Serves the streamable HTTP transport of MCP without sessions, at the loopback interface alone. A page in a browser must
 * not reach it, also not with a name that resolves to this machine: Host and Origin must be its own
 * (https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#security-warning).
 * @param port 0 for any free one
 * @param ownKey for requests without `Authorization: Bearer`
 * @param serverFor a server for one request and its key
 */
export async function serveHttp(port: number, ownKey: string | undefined, serverFor: (key: string) => McpServer) {
  const http = createServer((request, response) => {
    const { port: bound } = http.address() as AddressInfo;
    const refused = refusalOf(request, [`${LOOPBACK}:${bound}`, `localhost:${bound}`]);
    const key = keyOf(request) ?? ownKey;
    if (refused) return refuse(response, ...refused);
    if (key === undefined || !isKey(key)) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      return refuse(response, 401, 'Send an API key: Authorization: Bearer <key>.');
    }
    void answer(serverFor(key), request, response);
  });
  http.listen(port, LOOPBACK);
  await once(http, 'listening');
  return {
    url: `http://${LOOPBACK}:${(http.address() as AddressInfo).port}${PATH}`,
    async close() {
      http.close();
      http.closeAllConnections();
      await once(http, 'close');
    },
  };
}

async function answer(server: McpServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true, maxRequestBodySize: LARGEST_BODY });
  // Nobody hears the answer to a client that has left, so its call is not tried again.
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

/** Status and message for a request that no program of this machine would send. */
function refusalOf({ method, url, headers }: IncomingMessage, hosts: readonly string[]): [number, string] | undefined {
  const { host, origin } = headers;
  if (!hosts.includes(host ?? '')) return [403, 'Host must be that of this server.'];
  if (origin !== undefined && !hosts.some((own) => origin === `http://${own}`))
    return [403, 'Origin must be this server.'];
  if (url !== PATH) return [404, `The endpoint is ${PATH}.`];
  if (method !== 'POST') return [405, 'This server has no sessions: use POST.'];
  return undefined;
}

const keyOf = ({ headers }: IncomingMessage) => /^Bearer (.*)$/i.exec(headers.authorization ?? '')?.[1];

function refuse(response: ServerResponse, status: number, message: string): void {
  if (status === 405) response.setHeader('Allow', 'POST');
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}
