import { expect, test } from '@jest/globals';
import { unchanged } from '../../../support/internals.ts';
import { useCustomer, useService } from '../../../support/service.ts';
import { awaited } from '../../../support/stored-verifications.ts';

const customer = useCustomer();

test('shows the verification as it is now, with a fresh link, and changes nothing', async () => {
  const { id, api } = customer();
  const { verification, code, path } = await awaited(customer(), { reference: 'a' });
  const answer = await unchanged(id, () => api.get(path));
  const { status_transitions, expires_at } = answer.body;
  expect(answer.body).toEqual({
    ...verification,
    status: 'awaiting_code',
    preview_url: expect.stringContaining(verification.id),
    expires_at: expect.any(String),
    status_transitions: {
      ...verification.status_transitions,
      in_production_at: expect.any(String),
      awaiting_code_at: expect.any(String),
    },
  });
  expect(Date.parse(expires_at) - Date.parse(status_transitions.awaiting_code_at)).toBe(60 * 86_400_000);
  expect(JSON.stringify(answer.body)).not.toContain(code);
});

test('works for a suspended account too', async () => {
  const { id, api } = customer();
  const { path } = await awaited(customer());
  await useService().control.post(`/accounts/${id}/suspend`);
  expect((await api.get(path)).status).toBe(200);
});
