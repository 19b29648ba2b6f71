import { Malote } from '@malote/client';

/** Sends a file of each size without a file system, and checks a delivery, on any runtime. */
export async function program({ MALOTE_API_KEY, MALOTE_BASE_URL, REFERENCE, PDF }) {
  const malote = new Malote({ apiKey: MALOTE_API_KEY, baseUrl: MALOTE_BASE_URL });
  const small = Uint8Array.from(atob(PDF), (character) => character.charCodeAt(0));
  const to = { name: 'Maria da Conceição', number: '100', postal_code: '05010-000' };
  const letter = await malote.letters.send({ to, file: small, reference: REFERENCE });
  // Bytes after the end of a PDF are no part of it.
  const large = new Uint8Array(5 * 1024 * 1024);
  large.set(small);
  const uploaded = await malote.letters.send({ to, file: new Blob([large]), reference: REFERENCE });
  const { body, headers } = Malote.webhooks.sign({ type: 'letter.posted' }, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const capital = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  const { type } = Malote.webhooks.unwrap(
    new TextEncoder().encode(body),
    capital,
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  );
  return `${letter.id} ${uploaded.id} ${type}`;
}
