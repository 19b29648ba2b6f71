import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { sitePages } from '../../lib/programs/site/pages.ts';

test('each sample, table and limit of the site exists, in both languages', async () => {
  const pages = await sitePages(resolve(import.meta.dirname, '../..'), '');
  expect(pages.size).toBeGreaterThan(70);
  for (const page of pages.values()) expect(page).not.toMatch(/^```(samples|sample|table) /m);
});
