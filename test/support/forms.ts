import type { CheckedClient } from './checked-client.ts';
import { recipient } from './letters.ts';
import { blankPdf } from './pdfs.ts';

/** Parts of a form: names with texts or files. */
export type Parts = [name: string, value: string | Blob, filename?: string][];

export const pdfPart = (pdf: Buffer = blankPdf(), type = 'application/pdf') =>
  new Blob([Uint8Array.from(pdf)], { type });

/** A letter as a form: recipient, a blank page, and the given fields. */
export function letterForm(parts: Parts = [], file: Parts = [['file', pdfPart(), 'carta.pdf']]): Parts {
  return [
    ...Object.entries(recipient).map(([name, value]): Parts[number] => [`to[${name}]`, value]),
    ...file,
    ...parts,
  ];
}

/** A form as the platform encodes it, each time with another boundary. */
export async function encoded(parts: Parts) {
  const form = new FormData();
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, filename);
  }
  const response = new Response(form);
  return {
    body: new Uint8Array(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type')! },
  };
}

export async function postForm(api: CheckedClient, path: string, parts: Parts, more: Record<string, string> = {}) {
  const { body, headers } = await encoded(parts);
  return api.send('POST', path, body, { ...headers, ...more });
}
