import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { openPage } from '../../../lib/adapters/net/open-page.ts';
import { isWell, type ProbedHost, probes } from '../../../lib/core/domain/probes.ts';
import { DAY_MS } from '../../../lib/core/domain/units.ts';
import { probeHosts } from '../../../lib/operations/probes/probe-hosts.ts';
import { issueCertificates } from '../../support/certificates.ts';

const NOW = Date.now();
const closings: (() => void)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

type Server = ReturnType<typeof createHttpServer>;

async function listening(server: Server): Promise<number> {
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  closings.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

const serving = async (listener: RequestListener) => `http://127.0.0.1:${await listening(createHttpServer(listener))}`;

const answering =
  (status: number, body: string): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(body);

async function probed(host: ProbedHost, base: string, open = (url: string) => openPage(url, 5_000)) {
  const reportUnwell = jest.fn();
  const [found] = await probeHosts({ open, now: () => NOW, reportUnwell }, { [host]: base });
  return { ...found, reports: reportUnwell.mock.calls.map(([, why]) => why) };
}

const well: Record<ProbedHost, [status: number, body: string]> = {
  api: [401, '{"error":{"code":"api_key_missing"}}'],
  confirmation_page: [200, '<form method="post">'],
  dashboard: [200, '<body><div id="root"></div></body>'],
  documentation: [200, '<main>…</main>'],
};

describe.each(Object.entries(well) as [ProbedHost, [number, string]][])('the host of %s', (host, [status, body]) => {
  test('is well with its page at the path that people open', async () => {
    const opened: string[] = [];
    const base = await serving((request, response) => {
      opened.push(request.url!);
      answering(status, body)(request, response);
    });
    expect(await probed(host, base)).toEqual({ host, well: true, certificateEndsSoon: false, reports: [] });
    expect(opened).toEqual([probes[host].path]);
  });

  test.each([
    ['an empty bucket', 403, '<Error><Code>AccessDenied</Code></Error>'],
    ['another page with the same status', status, 'It works!'],
    ['the right page with the status of an error', 502, body],
  ])('is not well with %s', async (_, wrong, page) => {
    const base = await serving(answering(wrong, page));
    expect(await probed(host, base)).toMatchObject({ well: false, reports: [{ status: wrong }] });
  });
});

test("the dashboard's own page shows what its host must show", () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../dashboard/index.html'), 'utf8');
  expect(isWell('dashboard', { status: 200, body: page, certificateEnds: undefined })).toBe(true);
});

test.each([
  ['nothing listens', async () => 'http://127.0.0.1:1'],
  ['the name does not exist', async () => 'http://host.invalid'],
  ['it hangs up', () => serving((request) => request.socket.destroy())],
  ['it does not answer in time', () => serving(() => undefined)],
])('a host is not well if %s', async (_, start) => {
  const found = await probed('api', await start(), (url) => openPage(url, 300));
  expect(found).toMatchObject({ well: false, reports: [{ error: expect.any(Error) }] });
});

describe('over TLS', () => {
  /** A host whose certificate ends then; whoever opens it trusts the certificate itself. */
  async function certified(ends: number): Promise<{ base: string; ca: string }> {
    const { ca, of } = await issueCertificates(['localhost'], ends);
    const port = await listening(createHttpsServer(of.localhost, answering(...well.dashboard)));
    return { base: `https://localhost:${port}`, ca };
  }

  test.each([
    [60, false],
    [31, false],
    [29, true],
    [1, true],
  ])('a certificate that is valid for %d more days ends soon: %s', async (days, soon) => {
    const { base, ca } = await certified(NOW + days * DAY_MS);
    const found = await probed('dashboard', base, (url) => openPage(url, 5_000, { ca }));
    expect(found).toEqual({ host: 'dashboard', well: true, certificateEndsSoon: soon, reports: [] });
  });

  test('a certificate that ended, or that nobody trusts, makes a host unwell', async () => {
    const ended = await certified(NOW - DAY_MS);
    const past = await probed('dashboard', ended.base, (url) => openPage(url, 5_000, { ca: ended.ca }));
    expect(past).toMatchObject({ well: false, reports: [{ error: { code: 'CERT_HAS_EXPIRED' } }] });
    const stranger = await certified(NOW + 60 * DAY_MS);
    expect(await probed('dashboard', stranger.base)).toMatchObject({ well: false });
  });
});
