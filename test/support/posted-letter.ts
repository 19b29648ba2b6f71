import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from './api.ts';
import { letterBody } from './letters.ts';
import type { Target } from './target.ts';
import { newTrackingCode } from './tracking-codes.ts';

/** A registered letter that the print house has posted, with its print file and the published keys. */
export async function postedLetter({ baseUrl, control }: Target) {
  const { api } = await control.openAccount(baseUrl);
  const { body: letter } = await api.post('/letters', letterBody({ postal_services: ['registered'] }));
  const pdf = Buffer.from(await (await fetch(letter.preview_url)).arrayBuffer());
  await control.post('/production/batches');
  const report = (fields: object) =>
    control.post('/production/reports', JSON.stringify({ id: letter.id, at: letter.created_at, ...fields }));
  await report({ status: 'printed' });
  const tracking_code = newTrackingCode();
  await report({ status: 'posted', tracking_code });
  return { api, control, letter, pdf, tracking_code, path: `/letters/${letter.id}/evidence` };
}

/** The keys are published where verifications are confirmed. */
export async function publishedKeys(api: ApiClient): Promise<string> {
  const { body } = await api.post('/verifications', { to: letterBody().to, method: 'hosted_page' });
  const pages = String(body.hosted_page_url).split('/acc_')[0]!;
  return (await fetch(`${pages}/evidence/keys`)).text();
}

/** Runs something on files in a folder of their own. */
export async function inFolder<Result>(
  files: Record<string, string | Buffer>,
  act: (folder: string) => Promise<Result>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'malote-letter-evidence-'));
  try {
    await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)));
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export function oneByteChanged(file: Buffer, at: number): Buffer {
  const changed = Buffer.from(file);
  changed[at]! ^= 1;
  return changed;
}
