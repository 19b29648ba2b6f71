import { expect, test } from '@jest/globals';
import { sha256 } from '../../../lib/core/sha256.ts';
import { signedIn } from '../../support/dashboard.ts';
import { dateIn, letterBody, pdfFixture, recipient } from '../../support/letters.ts';
import { openCustomer } from '../../support/service.ts';

test('evidence names the person who ordered the letter, and tells of an edit (rule EVI-10)', async () => {
  const { id, api } = await openCustomer();
  const sender = await signedIn(id, 'sender');
  const below = `/accounts/${id}`;
  const ordered = await sender.ask('POST', `${below}/letters`, letterBody({ send_date: dateIn(5) }));
  const path = `/letters/${ordered.body.id}`;
  const edited = await sender.ask('PATCH', `${below}${path}`, { to: { name: 'João da Silva' } });
  expect([ordered.status, edited.status]).toEqual([201, 200]);
  await api.post(`${path}/cancel`);

  const { body: evidence } = await api.get(`${path}/evidence`);
  const { body: people } = await sender.ask('GET', `${below}/people`);
  expect(evidence.statement.requested_by).toEqual({ type: 'person', id: people.data[0].id });
  expect(evidence.statement.history.map(({ what }: { what: string }) => what)).toEqual([
    'created',
    'edited',
    'canceled',
  ]);
  expect(evidence.statement.does_not_prove.join()).toContain('alterado antes da produção');
  const { recipient: to, order, pages } = evidence.disclosures;
  expect(to.value).toEqual({ as_sent: recipient, as_printed: edited.body.to });
  expect(order.value.document_sha256).toBe(sha256(pdfFixture('libreoffice-letter-1')));
  // The pages are drawn again with the file.
  expect(pages.value.sha256).toHaveLength(1);
});

test('a viewer reads the evidence of a letter as the API returns it, and as a PDF (rule DASH-1)', async () => {
  const { id, api } = await openCustomer();
  const { body: letter } = await api.post('/letters', letterBody());
  await api.post(`/letters/${letter.id}/cancel`);
  const path = `/letters/${letter.id}/evidence`;
  const viewer = await signedIn(id, 'viewer');
  const { status, body } = await viewer.ask('GET', `/accounts/${id}${path}`);
  expect([status, body]).toEqual([200, (await api.get(path)).body]);
  const paper = await viewer.open(`/api/accounts/${id}${path}`, {
    headers: { accept: 'application/pdf', 'sec-fetch-site': 'same-origin' },
  });
  expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});
