import { expect, test } from '@jest/globals';
import { useService } from '../../../support/service.ts';

/** The whole of RFC 9116 that a reader of the API's host meets. */
test('GET /.well-known/security.txt says where to report a weakness, for months to come', async () => {
  const response = await fetch(`${useService().baseUrl}/.well-known/security.txt`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const lines = (await response.text()).trim().split('\n');
  const [contact, expires] = ['Contact', 'Expires'].map((name) =>
    lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2)),
  );
  expect(contact).toEqual([expect.stringMatching(/^(mailto:|https:)/)]);
  const days = (Date.parse(expires![0]!) - Date.parse(response.headers.get('date')!)) / 86_400_000;
  // RFC 9116 §2.5.5 recommends less than a year.
  expect([days > 170, days < 365]).toEqual([true, true]);
});
