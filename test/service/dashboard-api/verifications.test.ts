import { expect, test } from '@jest/globals';
import { signedIn } from '../../support/dashboard.ts';
import { openCustomer } from '../../support/service.ts';
import { awaited } from '../../support/stored-verifications.ts';
import { templateBody, wrongCode } from '../../support/verifications.ts';

test('evidence names the person who requested the verification in the dashboard (rule EVI-2)', async () => {
  const { id, api } = await openCustomer();
  const sender = await signedIn(id, 'sender');
  const { status, body } = await sender.ask('POST', `/accounts/${id}/verifications`, templateBody());
  expect(status).toBe(201);
  await api.post(`/verifications/${body.id}/cancel`);
  const { body: evidence } = await api.get(`/verifications/${body.id}/evidence`);
  const { body: people } = await sender.ask('GET', `/accounts/${id}/people`);
  expect(people.data).toHaveLength(1);
  expect([evidence.statement.source, evidence.statement.requested_by]).toEqual([
    'dashboard',
    { type: 'person', id: people.data[0].id },
  ]);
});

test('a viewer reads attempts, figures and evidence as the API returns them, including the PDF (rule DASH-1)', async () => {
  const customer = await openCustomer();
  const { id, api } = customer;
  const { code, path } = await awaited(customer);
  await api.post(`${path}/check`, { code: wrongCode(code) });
  await api.post(`${path}/check`, { code });
  const viewer = await signedIn(id, 'viewer');
  const below = `/accounts/${id}`;

  for (const same of [`${path}/attempts`, `${path}/evidence`, '/verifications/figures']) {
    const { status, body } = await viewer.ask('GET', `${below}${same}`);
    expect([same, status, body]).toEqual([same, 200, (await api.get(same)).body]);
  }
  const { body: attempts } = await viewer.ask('GET', `${below}${path}/attempts`);
  expect(attempts.data.map(({ correct }: { correct: boolean }) => correct)).toEqual([true, false]);

  const paper = await viewer.open(`/api${below}${path}/evidence`, {
    headers: { accept: 'application/pdf', 'sec-fetch-site': 'same-origin' },
  });
  expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(
    Buffer.from(await paper.arrayBuffer())
      .subarray(0, 5)
      .toString('latin1'),
  ).toBe('%PDF-');

  // Reading does not appear in the activity log.
  expect((await viewer.ask('GET', `${below}/activity`)).body.data).toMatchObject([{ operation: 'sign-in-finish' }]);
});
