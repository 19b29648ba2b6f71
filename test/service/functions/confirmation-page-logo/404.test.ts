import { expect, test } from '@jest/globals';
import { unknownId } from '../../../support/internals.ts';
import { useCustomer } from '../../../support/service.ts';
import { templateBody } from '../../../support/verifications.ts';

const customer = useCustomer();

test('a company without a logo and a company that does not exist have no logo', async () => {
  const { id, api } = customer();
  const { body } = await api.post('/verifications', templateBody());
  const base = body.hosted_page_url.split(`/${id}/`)[0];
  for (const account of [id, unknownId('account'), 'acc_x', '%00']) {
    const response = await fetch(`${base}/${account}/logo`);
    expect([response.status, await response.text()]).toEqual([404, '']);
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});
