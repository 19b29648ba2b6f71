import { expect, test } from '@jest/globals';
import { PUBLISHED_DOCS_URL } from '../../../../lib/programs/openapi/files.ts';
import { describedEndpoints, description } from '../../../modules/openapi/description.ts';
import { useService } from '../../../support/service.ts';

test('the local cloud serves the description, without a key, with its own server and documentation', async () => {
  const { baseUrl } = useService();
  const response = await fetch(`${baseUrl}/openapi.json`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const documented = JSON.stringify(description).replaceAll(PUBLISHED_DOCS_URL, new URL('/docs', baseUrl).href);
  expect(await response.json()).toEqual({ ...JSON.parse(documented), servers: [{ url: baseUrl }] });
});

test('a deployed API has no such endpoint', () => {
  expect(describedEndpoints.map(({ path }) => path)).not.toContain('/openapi.json');
});
