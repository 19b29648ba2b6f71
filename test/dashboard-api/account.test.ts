import { expect, test } from '@jest/globals';
import { signedIn } from '../support/dashboard.ts';
import { useCustomer } from '../support/service.ts';

const customer = useCustomer();

test('the account is that of the API, with its balance and what the company saved', async () => {
  const viewer = await signedIn(customer().id, 'viewer');
  const { status, body } = await viewer.ask('GET', `/accounts/${customer().id}/account`);
  expect(status).toBe(200);
  const [account, balance] = [await customer().api.get('/account'), await customer().api.get('/balance')];
  expect(body).toEqual({
    ...account.body,
    suspended: false,
    balance: balance.body.amount,
    logo: null,
    default_letter: { title: null, body: null, footer: null, include_qr_code: null, include_page_url: null },
    evidence_years: 10,
    face: { accent_color: null, page_host: null, privacy_notice: null, privacy_url: null, support_contact: null },
  });
});
