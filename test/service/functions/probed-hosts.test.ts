import { expect, test } from '@jest/globals';
import { openPage } from '../../../lib/adapters/net/open-page.ts';
import { isWell, type ProbedHost, probes } from '../../../lib/core/domain/probes.ts';
import { useCustomer, useService } from '../../support/service.ts';
import { templateBody } from '../../support/verifications.ts';

const service = useService();
const customer = useCustomer();

const found = async (host: ProbedHost, base: string) => isWell(host, await openPage(base + probes[host].path, 600_000));

test('the probes find a running API and confirmation page well', async () => {
  expect(await found('api', service.baseUrl)).toBe(true);
  const { body } = await customer().api.post('/verifications', templateBody());
  const base = body.hosted_page_url.split('/').slice(0, -2).join('/');
  expect(await found('confirmation_page', base)).toBe(true);
  expect(await found('confirmation_page', service.baseUrl)).toBe(false);
});
