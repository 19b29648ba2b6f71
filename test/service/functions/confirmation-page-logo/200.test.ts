import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { openAccounts } from '../../../../lib/adapters/data/accounts/accounts.ts';
import { setLogo } from '../../../../lib/operations/accounts/set-logo.ts';
import { sharedTable } from '../../../support/internals.ts';
import { PageVisit } from '../../../support/page.ts';
import { useCustomer } from '../../../support/service.ts';
import { templateBody } from '../../../support/verifications.ts';

const customer = useCustomer();
const logo = readFileSync(new URL('../../../programs/confirmation-page/logo.png', import.meta.url));

test('the page shows the company’s logo, from its own origin; a new logo has a new address', async () => {
  const { id, api } = customer();
  const { body: verification } = await api.post('/verifications', templateBody());
  const page = new PageVisit(verification.hosted_page_url);
  expect((await page.open()).html).not.toContain('<img');

  await setLogo(openAccounts(sharedTable()), id, logo);
  const version = createHash('sha256').update(logo).digest('hex').slice(0, 16);
  const [, source] = /<img class="logo" src="([^"]+)"/.exec((await page.open()).html)!;
  const address = new URL(source!, verification.hosted_page_url);
  expect(address.origin).toBe(new URL(verification.hosted_page_url).origin);
  expect(address.search).toBe(`?version=${version}`);

  const response = await fetch(address);
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer()).equals(logo)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});

test('and so does its letter', async () => {
  const { id, api } = customer();
  const picturesIn = async (): Promise<number> => {
    const { body } = await api.post('/verifications', templateBody({ method: 'code' }));
    const preview = await fetch(body.preview_url);
    return (
      Buffer.from(await preview.arrayBuffer())
        .toString('latin1')
        .split('/Subtype /Image').length - 1
    );
  };
  expect(await picturesIn()).toBe(0);
  await setLogo(openAccounts(sharedTable()), id, logo);
  expect(await picturesIn()).toBeGreaterThan(0);
});
