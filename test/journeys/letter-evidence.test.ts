import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../../lib/core/sha256.ts';
import { main } from '../../lib/programs/evidence/main.ts';
import { dateIn, letterBody } from '../support/letters.ts';
import { useTarget } from '../support/target.ts';
import { newTrackingCode } from '../support/tracking-codes.ts';

const run = promisify(execFile);
const target = useTarget();

/** A registered letter that the print house has posted, with its print file and the published keys. */
async function postedLetter() {
  const { baseUrl, control } = target();
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
async function publishedKeys(api: Awaited<ReturnType<typeof postedLetter>>['api']): Promise<string> {
  const { body } = await api.post('/verifications', { to: letterBody().to, method: 'hosted_page' });
  const pages = String(body.hosted_page_url).split('/acc_')[0]!;
  return (await fetch(`${pages}/evidence/keys`)).text();
}

/** Runs something on files in a folder of their own. */
async function inFolder<Result>(files: Record<string, string | Buffer>, act: (folder: string) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), 'malote-letter-evidence-'));
  try {
    await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)));
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function command(pdf: Buffer, evidence: string, keys: string) {
  return inFolder({ 'carta.pdf': pdf, 'evidencia.json': evidence, 'chaves.json': keys }, async (folder) => {
    const written: string[] = [];
    const stream = { write: (text: string) => written.push(text) };
    const [file, json, keysFile] = ['carta.pdf', 'evidencia.json', 'chaves.json'].map((name) => join(folder, name));
    const exitCode = await main(['check', file!, json!, '--keys', keysFile!], { output: stream, messages: stream });
    return { exitCode, text: written.join('') };
  });
}

/** The steps of docs/evidence.md, as they stand there. */
async function bySteps(pdf: Buffer, evidence: string, keys: string): Promise<boolean> {
  const page = await readFile(join(import.meta.dirname, '../../docs/evidence.md'), 'utf8');
  const [, steps] = /### With OpenSSL alone[\s\S]*?```sh\n([\s\S]*?)```/.exec(page)!;
  return inFolder({ 'letter.pdf': pdf, 'evidence.json': evidence, 'keys.json': keys }, (cwd) =>
    run('sh', ['-euc', steps!], { cwd }).then(
      ({ stdout }) => stdout.includes('Verified OK'),
      () => false,
    ),
  );
}

function oneByteChanged(file: Buffer, at: number): Buffer {
  const changed = Buffer.from(file);
  changed[at]! ^= 1;
  return changed;
}

describe('the evidence of a letter', () => {
  test('tells what was ordered, printed and posted, and says offline whether a PDF is that letter', async () => {
    const { api, letter, pdf, tracking_code, path } = await postedLetter();
    const { status, body } = await api.get(path);
    const { statement, disclosures } = body;
    expect([status, statement.status, statement.letter.printed_sha256]).toEqual([200, 'posted', sha256(pdf)]);
    const line = JSON.parse(statement.production.manifest_line);
    expect([line.id, line.sha256, line.bytes]).toEqual([letter.id, sha256(pdf), statement.letter.printed_bytes]);
    const { reports } = disclosures.posting.value;
    expect(reports.map((report: { line: string }) => JSON.parse(report.line))).toEqual([
      { id: letter.id, at: letter.created_at, status: 'printed' },
      { id: letter.id, at: letter.created_at, status: 'posted', tracking_code },
    ]);
    expect(disclosures.posting.value.tracking_code).toBe(tracking_code);

    const [text, keys] = [JSON.stringify(body), await publishedKeys(api)];
    const genuine = await command(pdf, text, keys);
    expect([genuine.exitCode, genuine.text]).toEqual([0, expect.stringMatching(/^VÁLIDA.*\nÉ A CARTA/)]);
    expect(await bySteps(pdf, text, keys)).toBe(true);

    const other = oneByteChanged(pdf, pdf.length >> 1);
    const rejected = await command(other, text, keys);
    expect([rejected.exitCode, rejected.text]).toEqual([1, expect.stringContaining('NÃO É A CARTA')]);
    expect(await bySteps(other, text, keys)).toBe(false);

    const forged = text.replace(sha256(pdf), sha256(other));
    expect(forged).not.toBe(text);
    expect(await command(other, forged, keys)).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/^NÃO É VÁLIDA/),
    });
    expect(await bySteps(other, forged, keys)).toBe(false);
  });

  test('of another letter does not fit, even with the same content', async () => {
    const [one, other] = [await postedLetter(), await postedLetter()];
    const { body } = await other.api.get(other.path);
    const { exitCode, text } = await command(one.pdf, JSON.stringify(body), await publishedKeys(one.api));
    expect([exitCode, text]).toEqual([1, expect.stringContaining('NÃO É A CARTA')]);
  });

  test('is frozen when the letter ends, and after its cancellation tells of that', async () => {
    const { baseUrl, control } = target();
    const { api } = await control.openAccount(baseUrl);
    const { body: letter } = await api.post('/letters', letterBody({ send_date: dateIn(5) }));
    const early = await api.get(`/letters/${letter.id}/evidence`);
    await api.post(`/letters/${letter.id}/cancel`);
    const late = await api.get(`/letters/${letter.id}/evidence`);
    expect([early, late]).toMatchObject([
      { status: 409, body: { error: { code: 'letter_not_final' } } },
      { status: 200, body: { statement: { status: 'canceled', cancellation_reason: 'requested' } } },
    ]);
  });
});
