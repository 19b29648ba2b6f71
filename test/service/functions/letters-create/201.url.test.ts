import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { serving, useDocuments } from '../../../support/letter-orders.ts';
import { recipient } from '../../../support/letters.ts';
import { blankPdf, wordsPdf } from '../../../support/pdfs.ts';
import { useCustomer } from '../../../support/service.ts';

const customer = useCustomer();
const order = (url: string, fields: Record<string, unknown> = {}) => ({
  to: recipient,
  document: { type: 'url', url, ...fields },
});

test('a document by URL is downloaded once, and shown by its URL', async () => {
  const requests: IncomingMessage[] = [];
  const pdf = wordsPdf('{{nome}}');
  await useDocuments(
    (request, response) => {
      requests.push(request);
      serving(pdf)(request, response);
    },
    async (url) => {
      const { api } = customer();
      const variables = { nome: 'Ana' };
      const signed = `${url}?X-Signature=${'a'.repeat(3_000)}`;
      const { status, body } = await api.post('/letters', order(signed, { variables }));
      expect([status, body.document]).toEqual([201, { type: 'url', url: signed, variables }]);
      expect((await api.get(`/letters/${body.id}`)).body.document).toEqual(body.document);
      expect(requests).toHaveLength(1);
      expect(requests[0]!.headers.authorization).toBeUndefined();
    },
  );
});

test('a URL with letters beyond ASCII is called and shown as browsers send it', async () => {
  const requested: (string | undefined)[] = [];
  await useDocuments(
    (request, response) => {
      requested.push(request.url);
      serving(blankPdf())(request, response);
    },
    async (url) => {
      const { status, body } = await customer().api.post('/letters', order(new URL('/', url).href + 'março/ação.pdf'));
      const shown = new URL('/mar%C3%A7o/a%C3%A7%C3%A3o.pdf', url).href;
      expect([status, body.document]).toEqual([201, { type: 'url', url: shown, variables: null }]);
      expect(requested).toEqual(['/mar%C3%A7o/a%C3%A7%C3%A3o.pdf']);
    },
  );
});

test('without variables, and after redirects', async () => {
  const answer = await useDocuments(
    (request, response) => {
      const left = Number(new URL(request.url!, 'http://localhost').searchParams.get('left') ?? 5);
      if (left > 0) serving('', 302, { location: `?left=${left - 1}` })(request, response);
      else serving(blankPdf(2))(request, response);
    },
    (url) => customer().api.post('/letters', order(url)),
  );
  expect(answer).toMatchObject({ status: 201, body: { pages: 2, document: { type: 'url', variables: null } } });
});

test('exactly 10 MB', async () => {
  const answer = await useDocuments(serving(blankPdf(1, 10_485_760)), (url) =>
    customer().api.post('/letters', order(url)),
  );
  expect(answer.status).toBe(201);
});

test('a replay does not download again, even if the document is gone', async () => {
  const { api } = customer();
  const headers = { 'idempotency-key': 'key' };
  const { body, made } = await useDocuments(serving(blankPdf()), async (url) => {
    const sent = order(url);
    return { body: sent, made: await api.post('/letters', sent, headers) };
  });
  const again = await api.post('/letters', body, headers);
  expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([201, 'true', made.body]);
});
