import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { pageHandler, type PageRequest, type PageResponse } from '../../../lib/adapters/http/page-handler.ts';
import { timeLeft } from '../../../lib/adapters/net/time-left.ts';
import { apology } from '../../../lib/texts/confirmation-page/plain-page.ts';
import { proxyEvent, type RequestParts } from '../../support/proxy-event.ts';

const shown: PageResponse = { status: 200, headers: { 'Content-Type': 'text/html' }, html: '<h1>Olá</h1>' };

async function request(
  parts: RequestParts,
  perRequest: (request: PageRequest) => Promise<PageResponse>,
  requestTimeEpoch?: number,
) {
  const lines: unknown[] = [];
  const keep = (...line: unknown[]) => lines.push(line);
  const log = { info: keep, warn: keep, error: keep };
  const event = proxyEvent(parts);
  event.requestContext = { identity: { sourceIp: '198.51.100.1' }, requestTimeEpoch } as typeof event.requestContext;
  const options = { operation: 'test', originSecret: 'secret', apology, clock: () => 1_000, log };
  const handler = pageHandler(options, perRequest);
  return { answer: await handler(event), log: JSON.stringify(lines) };
}

const address = { account_id: 'acc_1', page_token: 'token' };

describe('a page', () => {
  test('gets the address, the language and the form, in text or in base64', async () => {
    for (const body of ['code=123+456&entry=typed', Buffer.from('code=123+456&entry=typed')]) {
      const seen: PageRequest[] = [];
      const headers = { 'Accept-Language': 'en' };
      await request({ method: 'POST', body, headers, pathParameters: address }, async (each) => {
        seen.push(each);
        return shown;
      });
      expect(seen[0]).toMatchObject({
        now: 1_000,
        locale: 'en',
        accountId: 'acc_1',
        pageToken: 'token',
        form: { code: '123 456', entry: 'typed' },
      });
    }
  });

  test.each([
    [1_000, 28_400],
    [-28_500, -1_100],
  ])(
    'has as long as the gateway waits for a request that arrived at %i, less the time to respond',
    async (arrivedAt, left) => {
      const seen: number[] = [];
      const look = async () => {
        seen.push(timeLeft());
        return shown;
      };
      await request({}, look, arrivedAt);
      expect(seen).toEqual([left]);
    },
  );

  test('reads no form that is longer than its own forms', async () => {
    await request({ method: 'POST', body: `code=123456&x=${'a'.repeat(5_000)}` }, async ({ form }) => {
      expect(form).toEqual({});
      return shown;
    });
  });

  test('is compressed for browsers that accept gzip, with and without the distribution', async () => {
    const secret = { 'x-origin-secret': 'secret' };
    for (const headers of [
      { 'Accept-Encoding': 'gzip, deflate, br' },
      { ...secret, 'x-viewer': 'confirme.ipe.example gzip' },
    ] as Record<string, string>[]) {
      const { answer } = await request({ headers }, async () => shown);
      expect(answer).toMatchObject({ isBase64Encoded: true, headers: { 'Content-Encoding': 'gzip' } });
      expect(gunzipSync(Buffer.from(answer.body, 'base64')).toString()).toBe('<h1>Olá</h1>');
    }
    for (const headers of [
      {},
      { 'Accept-Encoding': 'br' },
      { 'Accept-Encoding': 'gzip;q=0, br' },
      { ...secret, 'x-viewer': 'confirme.ipe.example' },
    ] as Record<string, string>[]) {
      const { answer } = await request({ headers }, async () => shown);
      expect(answer.body).toBe('<h1>Olá</h1>');
    }
  });

  test('reads the requested host only from the distribution', async () => {
    const hosts: unknown[] = [];
    const asked = async (headers: Record<string, string>) => {
      await request({ headers }, async ({ host }) => {
        hosts.push(host);
        return shown;
      });
    };
    await asked({ 'x-origin-secret': 'secret', 'x-viewer': 'Confirme.Ipe.example gzip' });
    await asked({ 'x-origin-secret': 'guessed', 'x-viewer': 'confirme.ipe.example gzip' });
    await asked({ 'x-viewer': 'confirme.ipe.example' });
    expect(hosts).toEqual(['confirme.ipe.example', null, null]);
  });

  test('returns the page, or redirects to it', async () => {
    const page = await request({}, async () => shown);
    expect(page.answer).toEqual({ statusCode: 200, headers: { 'Content-Type': 'text/html' }, body: '<h1>Olá</h1>' });
    const led = await request({}, async () => ({ seeOther: '/a/b', verificationId: 'ver_1' }));
    expect(led.answer).toMatchObject({ statusCode: 303, headers: { Location: '/a/b' } });
    expect(led.log).toContain('ver_1');
  });

  test.each([
    ['a failure', new Error('the code is 123456'), 500],
    ['a busy AWS service', Object.assign(new Error('123456'), { name: 'ThrottlingException' }), 503],
  ])('after %s is an apology, and the log contains no data of the request', async (_, failure, status) => {
    const { answer, log } = await request({ pathParameters: address, body: 'code=123456' }, async () => {
      throw failure;
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain('A falha é nossa');
    expect(answer.body).toContain('class="sheet"');
    expect(answer.headers!['Content-Security-Policy']).toContain("frame-ancestors 'none'");
    expect(answer.headers!['Retry-After']).toBe(status === 503 ? '120' : undefined);
    expect(log).toContain(failure.name);
    expect(log).not.toMatch(/123456|token|198\.51/);
  });

  test('is compressed after a failure too', async () => {
    const { answer } = await request({ headers: { 'Accept-Encoding': 'gzip' } }, async () => {
      throw new Error('broken');
    });
    expect(answer.statusCode).toBe(500);
    expect(gunzipSync(Buffer.from(answer.body, 'base64')).toString()).toContain('A falha é nossa');
  });
});
