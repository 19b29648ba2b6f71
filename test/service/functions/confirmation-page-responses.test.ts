import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useCustomer } from '../../support/service.ts';
import { templateBody } from '../../support/verifications.ts';

const customer = useCustomer();

test.each([
  ['PUT', 'text/html'],
  ['POST', 'application/json'],
])('%s to an address that accepts no requests gets a page, for Accept %s', async (method, accept) => {
  const { body } = await customer().api.post('/verifications', templateBody());
  const response = await fetch(`${body.hosted_page_url}/of/nothing`, { method, headers: { accept } });
  const page = await response.text();
  const { hash } = /sha256-(?<hash>[^&]+)/.exec(page)!.groups!;

  expect(response.status).toBe(404);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  });
  expect(page).toContain('Este endereço não existe');
  expect(page).toContain('There is no such page');
  const [, style] = /<style>(.*)<\/style>/s.exec(page)!;
  expect(createHash('sha256').update(style!).digest('base64')).toBe(hash);
});
