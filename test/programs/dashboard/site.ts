import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { faceOf } from '../../../lib/core/domain/faces.ts';
import type { AccountResource, DashboardAccountResource } from '../../../lib/core/schemas/account.ts';
import type { HomeResource } from '../../../lib/core/schemas/home.ts';

/** The policy of the built page: no inline scripts or styles, nothing from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export type Role = 'owner' | 'developer' | 'sender' | 'viewer';

export interface Account {
  id: string;
  name: string;
  apiKey: string;
}

interface Options {
  /** The built dashboard. */
  folder: string;
  /** `base_url` of a running service. */
  baseUrl: string;
  accounts: readonly Account[];
}

export interface Site {
  origin: string;
  role: Role;
  /** Whether the browser has a session. */
  signedIn: boolean;
  /** Responses that replace the service's, by the beginning of the path below the account. */
  failing: Map<string, number>;
  /** Requests below these paths wait until the promise settles. */
  held: Map<string, Promise<void>>;
  close: () => Promise<void>;
}

/**
 * The dashboard in front of the running service, with a session layer that admits everybody: `/api/accounts/{id}` leads
 * to the public API with that account's key, as docs/dashboard-api.md says.
 */
export async function openSite({ folder, baseUrl, accounts }: Options): Promise<Site> {
  const service = new URL(baseUrl);
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: Site = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    role: 'owner',
    signedIn: true,
    failing: new Map(),
    held: new Map(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url!, site.origin);
    if (url.pathname === '/api/sign-in') {
      site.signedIn = true;
      return response.writeHead(302, { location: url.searchParams.get('return_to') ?? '/' }).end();
    }
    if (url.pathname.startsWith('/api/') && !site.signedIn) return refuse(response, 401, 'session_missing');
    if (url.pathname === '/api/session') {
      return json(response, 200, {
        object: 'session',
        person: { id: 'usr_1', name: 'Ana Souza', email: 'ana@example.com' },
        accounts: accounts.map(({ id, name }) => ({ id, name, role: site.role })),
        invitations: [],
        expires_at: '2030-01-01T00:00:00Z',
      });
    }
    if (url.pathname === '/api/sign-out') {
      site.signedIn = false;
      return json(response, 200, { object: 'session', ended: true, provider_sign_out_url: null });
    }
    const [, id, path] = /^\/api\/accounts\/([^/]+)(\/.*)$/.exec(url.pathname) ?? [];
    if (path !== undefined)
      return belowAccount(
        accounts.find((account) => account.id === id),
        path,
        request,
        response,
      );
    if (url.pathname.startsWith('/storage')) return passOn(request, response);
    const file = join(folder, normalize(url.pathname));
    const found = url.pathname !== '/' && existsSync(file) ? file : join(folder, 'index.html');
    return response
      .writeHead(200, {
        'content-type': types[extname(found)] ?? 'application/octet-stream',
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
      })
      .end(readFileSync(found));
  }

  async function belowAccount(
    account: Account | undefined,
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<unknown> {
    if (!account) return refuse(response, 404, 'resource_not_found');
    for (const [beginning, held] of site.held) if (path.startsWith(beginning)) await held;
    for (const [beginning, status] of site.failing) {
      if (path.startsWith(beginning)) return refuse(response, status, 'internal_error');
    }
    if (path === '/balance/pix') return json(response, 200, { object: 'pix', amount: null, payment: null });
    if (path === '/home') return json(response, 200, home);
    if (path === '/mail-merges')
      return json(response, 200, { object: 'list', data: [], has_more: false, next_cursor: null });
    const { search } = new URL(request.url!, site.origin);
    const body = await buffer(request);
    const kept = ['accept', 'content-type', 'accept-language', 'idempotency-key'] as const;
    const headers = Object.fromEntries(
      kept.flatMap((name) => (typeof request.headers[name] === 'string' ? [[name, request.headers[name]]] : [])),
    );
    const answered = await fetch(`${baseUrl}${path}${search}`, {
      method: request.method!,
      headers: { ...headers, authorization: `Bearer ${account.apiKey}` },
      ...(body.length > 0 ? { body } : {}),
    });
    const type = answered.headers.get('content-type')!;
    if (!type.startsWith('application/json')) {
      const file = Buffer.from(await answered.arrayBuffer());
      return response.writeHead(answered.status, { 'content-type': type }).end(file);
    }
    // Files are read and written through this origin: the links are signed for the service's.
    const rewritten = (await answered.text()).replaceAll(`${service.origin}/storage`, `${site.origin}/storage`);
    const text =
      path === '/account' ? JSON.stringify({ ...(JSON.parse(rewritten) as object), ...furtherFields }) : rewritten;
    return response.writeHead(answered.status, { 'content-type': 'application/json' }).end(text);
  }

  function passOn(request: IncomingMessage, response: ServerResponse): void {
    const { hostname, port, host } = service;
    const { method, url: path, headers } = request;
    request.pipe(
      ask({ hostname, port, path, method, headers: { ...headers, host } }, (answered) => {
        response.writeHead(answered.statusCode!, answered.headers);
        answered.pipe(response);
      }),
    );
  }
}

/** What the dashboard's API shows of an account in addition to the public API. */
const furtherFields: Omit<DashboardAccountResource, keyof AccountResource> = {
  suspended: false,
  balance: 0,
  warn_below: null,
  limits: { requests_per_second: 50, document_bytes: 10_485_760, sheets: 6 },
  logo: null,
  evidence_years: 5,
  authenticity: false,
  face: faceOf({}),
  default_letter: { title: null, body: null, footer: null, include_qr_code: null, include_page_url: null },
};

/** The first screen of an account that has no letter yet. */
const home: HomeResource = {
  object: 'home',
  balance: 0,
  letter_price: 690,
  letters_covered: 0,
  month: { since: '2026-11-01T03:00:00Z', spent: 0 },
  unsent: [],
  mail_merges: [],
  scheduled: 0,
  expiring: [],
  letters: [],
  verifications: [],
  first_steps: { sender: 'Empresa Exemplo', has_key: true },
};

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function refuse(response: ServerResponse, status: number, code: string): void {
  json(response, status, {
    error: {
      type: 'api_error',
      code,
      message: `Mensagem do serviço: ${code}.`,
      request_id: 'req_01example',
      doc_url: 'https://example.com',
      details: null,
    },
  });
}
