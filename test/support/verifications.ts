import { printedText } from '../../lib/programs/openapi/printed-text.ts';
import type { ApiClient, Control } from './api.ts';
import { pdfFixture, recipient } from './letters.ts';

/** The body of a POST /verifications with the service's own letter. */
export function templateBody(fields: Record<string, unknown> = {}) {
  return { to: recipient, method: 'hosted_page', ...fields };
}

/** The body of a POST /verifications with a customer's PDF that has every reserved marker. */
export function ownPdfBody(fields: Record<string, unknown> = {}, pdf = 'chromium-verification') {
  const document = { type: 'base64', data: pdfFixture(pdf).toString('base64') };
  return templateBody({ document, ...fields });
}

/** Reads the print house's file like a person reads the letter. It exists until the letter is posted. */
export async function readLetter(control: Control, verificationId: string) {
  const response = await fetch(`${control.url}/production/files/${verificationId}`);
  if (!response.ok) throw new Error(`no print file: ${await response.text()}`);
  const file = Buffer.from(await response.arrayBuffer());
  const text = await printedText(file);
  const [, first, last] = /(?<!\d)(\d{3}) (\d{3})(?!\d)/.exec(text) ?? [];
  if (!first || !last) throw new Error('there is no code in the letter');
  return { file, text, code: first + last };
}

/** A code that differs from this one. */
export function wrongCode(code: string, step = 1): string {
  return String((Number(code) + step) % 1_000_000).padStart(6, '0');
}

/** Takes a verification through production, up to being posted. */
export async function post(control: Control, ...verifications: { id: string; created_at: string }[]): Promise<void> {
  await control.post('/production/batches');
  const lines = verifications.map(({ id, created_at: at }) => JSON.stringify({ id, status: 'posted', at }));
  const { results } = await control.post('/production/reports', lines.join('\n'));
  for (const { result, reason } of results)
    if (result !== 'applied') throw new Error(`not posted: ${reason ?? result}`);
}

/** A posted verification, its letter, and its account's view of it. */
export async function awaitingCode(
  { api, control }: { api: ApiClient; control: Control },
  body: object = templateBody(),
) {
  const { body: verification } = await api.post('/verifications', body);
  const letter = await readLetter(control, verification.id);
  await post(control, verification);
  const path = `/verifications/${verification.id}`;
  return {
    verification,
    letter,
    code: letter.code,
    now: async () => (await api.get(path)).body,
    check: (tried: string, headers: Record<string, string> = {}) => api.post(`${path}/check`, { code: tried }, headers),
    cancel: () => api.post(`${path}/cancel`),
  };
}
