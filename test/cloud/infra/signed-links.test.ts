import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { uploadBody } from '../../support/uploads.ts';

/** The local cloud expires a function's credentials after an hour, and with them the links that they signed. */
let service: LocalService;
let api: ApiClient;
beforeAll(async () => {
  service = await startOwnService();
  api = new ApiClient(service.description.base_url, service.description.api_key);
});
afterAll(() => service.stop());

const wind = (minutes: number) => service.cloud.clock.advanceTo(service.cloud.clock.now() + minutes * 60_000);

test('a link lives its full time, whatever the age of the credentials of the function that gave it', async () => {
  // Both functions have run for most of their credentials' lifetime.
  await api.post('/uploads', uploadBody());
  await api.post('/letters', letterBody());
  await wind(29);
  const { upload_url } = (await api.post('/uploads', uploadBody({ size: 4 }))).body;
  const { preview_url } = (await api.post('/letters', letterBody())).body;
  const preview = async () => (await fetch(preview_url)).status;
  const upload = async () =>
    (await fetch(upload_url, { method: 'PUT', body: '%PDF', headers: { 'content-type': 'application/pdf' } })).status;
  await wind(59);
  expect(await preview()).toBe(200);
  await wind(2);
  expect(await preview()).toBe(403);
  await wind(58);
  expect(await upload()).toBe(200);
  await wind(2);
  expect(await upload()).toBe(403);
});

test('a link fits wherever an address fits', async () => {
  const { preview_url } = (await api.post('/letters', letterBody())).body;
  const { upload_url } = (await api.post('/uploads', uploadBody())).body;
  // Bucket names are a few characters longer on AWS.
  for (const link of [preview_url, upload_url] as string[]) expect(link.length).toBeLessThan(800);
});
