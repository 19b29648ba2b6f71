import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { checkEvidence } from '../../../lib/core/evidence/check.ts';
import { main } from '../../../lib/programs/evidence/main.ts';
import { texts } from '../../../lib/texts/confirmation-page/texts.ts';
import { PageVisit } from '../../support/page.ts';
import { useTarget } from '../../support/target.ts';
import { awaitingCode, wrongCode } from '../../support/verifications.ts';

const target = useTarget();
const words = texts['pt-BR'];

async function verifiedOnPage() {
  const { baseUrl, control } = target();
  const { id, api } = await control.openAccount(baseUrl);
  const { code, verification } = await awaitingCode({ api, control });
  const page = new PageVisit(verification.hosted_page_url);
  const wrong = await page.enter(wrongCode(code));
  const right = await page.enter(code, 'qr_code');
  expect([wrong, right]).toMatchObject([
    { status: 200, heading: words.code.heading },
    { status: 200, heading: words.confirmed.heading },
  ]);
  const pages = String(verification.hosted_page_url).split(`/${id}/`)[0]!;
  return { api, code, pages, path: `/verifications/${verification.id}`, verification };
}

/** Submits a file to the page that checks evidence. */
async function sendTo(pages: string, text: string) {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'application/json' }), 'evidencia.json');
  const answer = await fetch(`${pages}/evidence`, { method: 'POST', body: form });
  return { status: answer.status, html: await answer.text() };
}

/** Runs the command on files. */
async function command(evidence: string, keys: string) {
  const folder = await mkdtemp(join(tmpdir(), 'malote-evidence-'));
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text) };
  try {
    const [file, keysFile] = [join(folder, 'evidencia.json'), join(folder, 'chaves.json')];
    await Promise.all([writeFile(file, evidence), writeFile(keysFile, keys)]);
    const exitCode = await main([file, '--keys', keysFile], { output: stream, messages: stream });
    return { exitCode, text: written.join('') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('evidence', () => {
  test('of a confirmation on the page is verified on the page and by the command, and rejected by both with one byte changed', async () => {
    const { api, code, pages, path } = await verifiedOnPage();
    const { status, body } = await api.get(`${path}/evidence`);
    expect([status, body.statement.status, body.statement.confirmation.method]).toEqual([
      200,
      'verified',
      'hosted_page',
    ]);
    expect(body.statement.attempts).toEqual([
      expect.objectContaining({ number: 1, entry: 'typed', correct: false }),
      expect.objectContaining({ number: 2, entry: 'qr_code', correct: true }),
    ]);
    const { manifest_line, reported_line, reported_posted_at } = body.statement.production;
    const { id, sha256 } = JSON.parse(manifest_line);
    expect([id, sha256]).toEqual([body.verification_id, body.statement.letter.printed_sha256]);
    expect(JSON.parse(reported_line)).toEqual({ id: body.verification_id, status: 'posted', at: reported_posted_at });
    const [wrong, right] = body.statement.attempts;
    expect(wrong.network_hash).toBe(right.network_hash);
    const { body: attempts } = await api.get(`${path}/attempts`);
    expect(attempts.data.map(({ entry }: { entry: string }) => entry)).toEqual(['qr_code', 'typed']);
    const text = JSON.stringify(body);
    expect(text).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`));

    const keysAnswer = await fetch(`${pages}/evidence/keys`);
    expect(keysAnswer.headers.get('content-type')).toContain('application/jwk-set+json');
    const keys = await keysAnswer.text();
    expect(checkEvidence(text, JSON.parse(keys))).toMatchObject({ ok: true, erased: [] });

    const changed = text.replace('"correct":false', '"correct":true ');
    expect(await command(text, keys)).toMatchObject({ exitCode: 0, text: expect.stringMatching(/^VÁLIDA/) });
    expect(await command(changed, keys)).toMatchObject({ exitCode: 1, text: expect.stringMatching(/^NÃO É VÁLIDA/) });
    const good = await sendTo(pages, text);
    expect([good.status, good.html]).toEqual([200, expect.stringContaining('VÁLIDA: emitida pelo serviço')]);
    const bad = await sendTo(pages, changed);
    expect([bad.status, bad.html]).toEqual([422, expect.stringContaining('alterada depois de assinada')]);
    expect((await sendTo(pages, '<b>')).html).toContain('não é uma evidência');
    expect((await fetch(`${pages}/evidence`)).status).toBe(200);
  });

  test('is frozen when the verification ends, and again when it is revoked', async () => {
    const { api, path } = await verifiedOnPage();
    const first = await api.get(`${path}/evidence`);
    const cancellation = await api.post(`${path}/cancel`);
    const second = await api.get(`${path}/evidence`);
    expect([first, cancellation, second]).toMatchObject([
      { status: 200, body: { statement: { edition: 1, status: 'verified' } } },
      { status: 200, body: { status: 'revoked' } },
      { status: 200, body: { statement: { edition: 2, status: 'revoked' } } },
    ]);
  });
});
