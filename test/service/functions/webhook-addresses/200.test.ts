import { expect, test } from '@jest/globals';
import { useCustomer } from '../../../support/service.ts';
import { templateBody } from '../../../support/verifications.ts';

const customer = useCustomer();

test('the addresses of webhooks are public, and the list is empty unless they are fixed', async () => {
  const { id, api } = customer();
  const { body: verification } = await api.post('/verifications', templateBody());
  const [pages] = String(verification.hosted_page_url).split(`/${id}/`);
  const response = await fetch(`${pages}/webhook-addresses`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(await response.json()).toEqual({ object: 'webhook_addresses', ipv4: [] });
});
