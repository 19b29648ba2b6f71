import { expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';
import { describedEndpoints, description } from '../description.ts';

test('the local cloud serves the description, without a key, with itself as the server', async () => {
  const { baseUrl } = useService();
  const response = await fetch(`${baseUrl}/openapi.json`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(await response.json()).toEqual({ ...description, servers: [{ url: baseUrl }] });
});

test('a deployed API has no such endpoint', () => {
  expect(describedEndpoints.map(({ path }) => path)).not.toContain('/openapi.json');
});
