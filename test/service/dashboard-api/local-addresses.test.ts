import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { useService } from '../../support/service.ts';

/** Opens an address like a person's browser. `fetch` may not set the host. */
async function opened(path: string, host?: string): Promise<{ status: number; location?: string; body: string }> {
  const { hostname, port, host: own } = new URL(useService().baseUrl);
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/html,*/*;q=0.8', host: host?.replace('PORT', port) ?? own };
    const sent = request({ hostname, port, path, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode!, location: response.headers.location!, body }));
    });
    sent.on('error', reject).end();
  });
}

test('a page opened at localhost continues at 127.0.0.1, whose cookies a sign-in needs', async () => {
  const { origin } = new URL(useService().baseUrl);
  const { status, location } = await opened('/letters?status=posted', 'localhost:PORT');
  expect([status, location]).toEqual([307, `${origin}/letters?status=posted`]);
});

test.each(['/confirm', '/confirm/'])('%s, which letters print, is the confirmation page in a browser', async (path) => {
  const { status, body } = await opened(path);
  expect(status).toBe(200);
  expect(body).toContain('<title>Qual é o número da carta?</title>');
});
