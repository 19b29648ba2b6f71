import { randomUUID } from 'node:crypto';
import { wordsPdf } from '../../support/pdfs.ts';
import { recipient } from './world.ts';

/** A letter as a form: the recipient, a file, and these fields. */
export function encodedForm(parts: readonly [name: string, text: string][], filename = 'carta.pdf') {
  const boundary = `conformance-${randomUUID()}`;
  const to = Object.entries(recipient).map(([name, value]) => [`to[${name}]`, value] as const);
  const texts = [...to, ...parts].map(
    ([name, text]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const disposition = `Content-Disposition: form-data; name="file"; filename="${filename}"`;
  const body = Buffer.concat([
    Buffer.from(texts.join('')),
    Buffer.from(`--${boundary}\r\n${disposition}\r\nContent-Type: application/pdf\r\n\r\n`),
    wordsPdf('Carta de conformidade'),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body: new Uint8Array(body), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
