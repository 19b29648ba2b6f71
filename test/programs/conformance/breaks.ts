import { createHash } from 'node:crypto';
import type { Asked, Break, ProxiedResponse } from './breaking-proxy.ts';

const isOrder = ({ method, path }: Asked) => method === 'POST' && path === '/letters';
const isQuote = ({ method, path }: Asked) => method === 'POST' && path === '/letters/quote';
const isUpload = ({ method, path }: Asked) => method === 'POST' && path === '/uploads';

/** Changes the JSON of a request. */
function rewrite(asked: Asked, change: (body: any) => void): void {
  let body: unknown;
  try {
    body = JSON.parse(asked.body.toString());
  } catch {
    return;
  }
  change(body);
  asked.body = Buffer.from(JSON.stringify(body));
}

/** Removes a field from every object of a kind, wherever it is. */
function without(value: any, kind: string, name: string): void {
  if (typeof value !== 'object' || value === null) return;
  if (value.object === kind) delete value[name];
  for (const part of Object.values(value)) without(part, kind, name);
}

const succeeded = ({ status }: ProxiedResponse) => status < 300;

/** The broken rule, how, and the break. The kit reports each at its rule. */
export const breaks: readonly [rule: string, how: string, Break][] = [
  [
    'REQ-1',
    'every Content-Type is read as JSON',
    { ask: ({ headers }) => void (headers['content-type'] &&= 'application/json') },
  ],
  [
    'REQ-4',
    'fields of a cancellation are ignored',
    {
      ask: (asked) => {
        if (asked.path.endsWith('/cancel')) asked.body = Buffer.alloc(0);
      },
    },
  ],
  [
    'REQ-7',
    'an unknown path needs a key',
    {
      answer: (answered, { headers }) => {
        if (answered.body?.error?.code === 'endpoint_not_found' && !headers.authorization) answered.status = 401;
      },
    },
  ],
  [
    'REQ-8',
    'unknown fields are ignored',
    {
      ask: (asked) =>
        rewrite(asked, (body) => {
          delete body.paper;
          delete body.to?.phone;
        }),
    },
  ],
  [
    'REQ-9',
    'RateLimit-Limit is missing',
    {
      answer: ({ headers }) => {
        delete headers['ratelimit-limit'];
      },
    },
  ],
  [
    'REQ-9',
    'Request-Id has no prefix',
    {
      answer: ({ headers }) => {
        headers['request-id'] = headers['request-id']!.replace('req_', '');
      },
    },
  ],
  [
    'REQ-11',
    'messages are always in English',
    {
      ask: ({ headers }) => {
        headers['accept-language'] = 'en';
      },
    },
  ],
  [
    'REQ-12',
    'an object has no name',
    {
      answer: ({ body }) => {
        delete body?.object;
      },
    },
  ],
  [
    'REQ-16',
    'metadata is lost',
    {
      answer: ({ body }) => {
        if (body?.metadata) body.metadata = {};
      },
    },
  ],
  [
    'REQ-17',
    'created objects are 200',
    {
      answer: (answered) => {
        if (answered.status === 201) answered.status = 200;
      },
    },
  ],
  [
    'ERR-1',
    'a rejected letter exists anyway',
    {
      answer: async (answered, asked, send) => {
        if (!isOrder(asked) || answered.status !== 422) return;
        const body = { ...JSON.parse(asked.body.toString()), color: false };
        await send({ body: Buffer.from(JSON.stringify(body)) });
      },
    },
  ],
  [
    'ERR-2',
    'request_id differs from the header',
    {
      answer: ({ body }) => {
        if (body?.error) body.error.request_id = 'req_0';
      },
    },
  ],
  [
    'ERR-2',
    'doc_url is missing',
    {
      answer: ({ body }) => {
        if (body?.error) delete body.error.doc_url;
      },
    },
  ],
  [
    'ERR-3',
    'every error has one type',
    {
      answer: ({ body }) => {
        if (body?.error) body.error.type = 'api_error';
      },
    },
  ],
  [
    'ERR-5',
    'only the first problem is reported',
    {
      answer: ({ body }) => {
        body?.error?.details?.splice(1);
      },
    },
  ],
  [
    'IDEM-2',
    'two notations are different requests',
    {
      ask: ({ headers, body }) => {
        if (headers['idempotency-key']) headers['idempotency-key'] += String(body.length);
      },
    },
  ],
  [
    'IDEM-3',
    'a key has no effect: the letter is duplicated',
    {
      ask: ({ headers }) => {
        delete headers['idempotency-key'];
      },
    },
  ],
  [
    'IDEM-5',
    'a key is accepted with any body',
    {
      ask: ({ headers, body }) => {
        const key = headers['idempotency-key'];
        if (key) headers['idempotency-key'] = createHash('sha256').update(key).update(body).digest('hex');
      },
    },
  ],
  [
    'LIST-1',
    'lists are oldest first',
    {
      answer: ({ body }) => {
        if (body?.object === 'list') body.data.reverse();
      },
    },
  ],
  [
    'LIST-2',
    'every page is the first one',
    {
      ask: (asked) => {
        asked.path = asked.path.replace(/[?&]cursor=[^&]*/, '');
      },
    },
  ],
  [
    'LIST-3',
    'a cursor is not checked',
    {
      ask: (asked) => {
        asked.path = asked.path.replace(/[?&]cursor=[^&]*/, '');
      },
    },
  ],
  [
    'LIST-4',
    'created_before is inclusive',
    {
      ask: (asked) => {
        asked.path = asked.path.replace(/&created_before=[^&]*/, '');
      },
    },
  ],
  [
    'LIST-5',
    'reference is ignored',
    {
      ask: (asked) => {
        asked.path = asked.path.replace(/reference=[^&]*&?/, '');
      },
    },
  ],
  [
    'LTR-2',
    'a service without registered is accepted',
    {
      ask: (asked) =>
        rewrite(asked, (body) => {
          body.postal_services &&= [
            'registered',
            ...body.postal_services.filter((name: string) => name !== 'registered'),
          ];
        }),
    },
  ],
  [
    'LTR-3',
    'send_date is not checked',
    {
      ask: (asked) => {
        if (isQuote(asked))
          rewrite(asked, (body) => {
            delete body.send_date;
          });
      },
    },
  ],
  [
    'LTR-5',
    'a quote creates a letter',
    {
      answer: async (_, asked, send) => {
        if (isQuote(asked)) await send({ path: '/letters', headers: { ...asked.headers } });
      },
    },
  ],
  [
    'LTR-6',
    'a letter is read with another reference',
    {
      answer: ({ body }, { method, path }) => {
        if (method === 'GET' && /^\/letters\/ltr_/.test(path) && body?.reference) body.reference = 'x';
      },
    },
  ],
  ['LTR-7', 'a field is dropped', { answer: ({ body }) => without(body, 'letter', 'warnings') }],
  [
    'LTR-10',
    'a second cancellation of a letter is rejected',
    {
      answer: async (answered, { path }) => {
        if (path.endsWith('/cancel') && succeeded(answered)) {
          answered.body.status = 'received';
          answered.body.cancellation_reason = null;
        }
      },
    },
  ],
  [
    'DOC-2',
    'variables are not shown',
    {
      answer: ({ body }) => {
        if (body?.document?.variables) body.document.variables = null;
      },
    },
  ],
  [
    'DOC-6',
    'ink in the address area is accepted',
    {
      ask: (asked) => {
        if (isQuote(asked))
          rewrite(asked, (body) => {
            body.address_placement = 'extra_page';
          });
      },
    },
  ],
  [
    'DOC-8',
    'both sides count like fronts',
    {
      ask: (asked) => {
        if (isQuote(asked))
          rewrite(asked, (body) => {
            body.double_sided = false;
          });
      },
    },
  ],
  [
    'DOC-11',
    'variables are not checked',
    {
      ask: (asked) => {
        if (isQuote(asked))
          rewrite(asked, (body) => {
            delete body.document?.variables;
          });
      },
    },
  ],
  [
    'ADDR-5',
    'a postal code has no hyphen',
    {
      answer: ({ body }) => {
        if (body?.to) body.to.postal_code = body.to.postal_code.replace('-', '');
      },
    },
  ],
  [
    'ADDR-6',
    'a street is lost',
    {
      answer: ({ body }) => {
        if (body?.object === 'postal_code') body.street = null;
      },
    },
  ],
  [
    'MON-1',
    'the total is a centavo more than its lines',
    {
      answer: ({ body }) => {
        if (body?.price) body.price.total++;
      },
    },
  ],
  [
    'MON-5',
    'debits are positive',
    {
      answer: ({ body }) => {
        for (const entry of body?.data ?? []) if (entry.amount < 0) entry.amount *= -1;
      },
    },
  ],
  [
    'MON-7',
    'a cancellation refunds nothing',
    {
      answer: ({ body }, { path }) => {
        if (path.startsWith('/balance/transactions'))
          body.data = body.data.filter(({ type }: any) => type !== 'refund');
      },
    },
  ],
  [
    'UPL-1',
    'a size is not checked',
    {
      ask: (asked) => {
        if (isUpload(asked))
          rewrite(asked, (body) => {
            body.size &&= Math.min(body.size, 1_000);
          });
      },
    },
  ],
  [
    'UPL-2',
    'an upload lives for two days',
    {
      answer: ({ body }) => {
        if (body?.object === 'upload')
          body.expires_at = new Date(Date.parse(body.created_at) + 172_800_000).toISOString().replace('.000', '');
      },
    },
  ],
  [
    'EVT-1',
    'an event is listed twice',
    {
      answer: ({ body }, { path }) => {
        if (path.startsWith('/events')) body.data.push(...body.data);
      },
    },
  ],
  [
    'EVT-2',
    'the data of an event is not the object of that moment',
    {
      answer: ({ body }, { path }) => {
        if (path.startsWith('/events')) for (const { data } of body.data) data.status = 'posted';
      },
    },
  ],
  [
    'EVT-2',
    'an event is older than its letter',
    {
      answer: ({ body }, { path }) => {
        if (path.startsWith('/events')) for (const event of body.data) event.created_at = '2020-01-01T00:00:00Z';
      },
    },
  ],
  [
    'VER-2',
    'a verification by code has a page',
    {
      answer: ({ body }) => {
        if (body?.object === 'verification') body.hosted_page_url ??= 'https://example.com/acc_1/x';
      },
    },
  ],
  [
    'VER-8',
    'a verification starts with four attempts',
    {
      answer: ({ body }) => {
        if (body?.object === 'verification') body.attempts_remaining--;
      },
    },
  ],
  [
    'VER-14',
    'a wrong code uses no attempt',
    {
      answer: ({ body }) => {
        if (body?.object === 'verification_check') body.verification.attempts_remaining = 5;
      },
    },
  ],
  [
    'VER-16',
    'an attempt is not listed',
    {
      answer: ({ body }, { path }) => {
        if (path.endsWith('/attempts')) body.data.pop();
      },
    },
  ],
  [
    'VER-20',
    'figures do not add up',
    {
      answer: ({ body }) => {
        if (body?.object === 'verification_figures') body.created++;
      },
    },
  ],
  [
    'EVI-3',
    'a personal part is changed',
    {
      answer: ({ body }) => {
        if (body?.disclosures) body.disclosures.recipient.value.as_sent = {};
      },
    },
  ],
  [
    'EVI-4',
    'the statement differs from the signed one',
    {
      answer: ({ body }) => {
        if (body?.statement) body.statement.issued_at = '2026-01-01T00:00:00Z';
      },
    },
  ],
  [
    'HOOK-10',
    'a removed endpoint remains',
    {
      answer: async (answered, { method, path }, send) => {
        if (method === 'GET' && answered.status === 404 && path.startsWith('/webhook-endpoints/'))
          Object.assign(answered, await send({ path: '/account' }));
      },
    },
  ],
  [
    'PRIV-5',
    'a response contains the key',
    {
      answer: ({ body }, { headers }) => {
        if (body?.object === 'webhook_endpoint') body.metadata = { key: headers.authorization?.replace('Bearer ', '') };
      },
    },
  ],
];
