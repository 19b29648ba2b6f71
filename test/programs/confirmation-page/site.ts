import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PageLocale } from '../../../lib/core/domain/confirmation-page.ts';
import { renderPage } from '../../../lib/texts/confirmation-page/page.ts';
import { brandOf, type SampleName, samples } from './samples.ts';

/** The code this site accepts; its leading zero would be lost in a number. */
export const RIGHT_CODE = '042317';

const logo = readFileSync(new URL('logo.png', import.meta.url));

export interface Site {
  origin: string;
  /** `METHOD path`, in order. */
  requests: string[];
  /** Forms posted, in order. */
  posts: Record<string, string>[];
  /** Posts get a response once this settles. */
  ready: Promise<void>;
  close: () => Promise<void>;
}

/**
 * The pages over HTTP, as a function would serve them: `GET /{locale}/{sample}` shows one, its forms are posted to
 * itself and to `/location` under it, and every POST returns a redirect.
 */
export async function openSite(): Promise<Site> {
  const server = createServer((request, response) => {
    site.requests.push(`${request.method} ${request.url}`);
    void answer(request, response, site);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: Site = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    posts: [],
    ready: Promise.resolve(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}

async function answer(request: IncomingMessage, response: ServerResponse, site: Site) {
  if (request.url === '/logo.png') return response.writeHead(200, { 'Content-Type': 'image/png' }).end(logo);
  const [, locale, name, location] = request.url!.split('/') as [string, PageLocale, SampleName, string?];
  if (!Object.hasOwn(samples, name)) return response.writeHead(404).end();
  if (request.method === 'POST') {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    site.posts.push(form);
    await site.ready;
    const next = location ? 'location-shared' : form.number ? 'code-expected' : nextSample(form.code);
    return response.writeHead(303, { Location: `/${locale}/${next}` }).end();
  }
  const path = `/${locale}/${name}`;
  const page = renderPage(samples[name], {
    brand: brandOf(name),
    locale,
    formAction: path,
    shareAction: `${path}/location`,
    numberAction: path,
  });
  return response.writeHead(page.status, page.headers).end(page.html);
}

function nextSample(code = ''): SampleName {
  return code.replace(/\D/g, '') === RIGHT_CODE ? 'confirmed-with-return' : 'wrong-code';
}
