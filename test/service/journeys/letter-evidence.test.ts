import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../../../lib/core/sha256.ts';
import { main } from '../../../lib/programs/evidence/main.ts';
import { dateIn, letterBody } from '../../support/letters.ts';
import { inFolder, oneByteChanged, postedLetter, publishedKeys } from '../../support/posted-letter.ts';
import { useTarget } from '../../support/target.ts';

const target = useTarget();

async function command(pdf: Buffer, evidence: string, keys: string) {
  return inFolder({ 'carta.pdf': pdf, 'evidencia.json': evidence, 'chaves.json': keys }, async (folder) => {
    const written: string[] = [];
    const stream = { write: (text: string) => written.push(text) };
    const [file, json, keysFile] = ['carta.pdf', 'evidencia.json', 'chaves.json'].map((name) => join(folder, name));
    const exitCode = await main(['check', file!, json!, '--keys', keysFile!], { output: stream, messages: stream });
    return { exitCode, text: written.join('') };
  });
}

describe('the evidence of a letter', () => {
  test('tells what was ordered, printed and posted, and says offline whether a PDF is that letter', async () => {
    const { api, letter, pdf, tracking_code, path } = await postedLetter(target());
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

    const other = oneByteChanged(pdf, pdf.length >> 1);
    const rejected = await command(other, text, keys);
    expect([rejected.exitCode, rejected.text]).toEqual([1, expect.stringContaining('NÃO É A CARTA')]);

    const forged = text.replace(sha256(pdf), sha256(other));
    expect(forged).not.toBe(text);
    expect(await command(other, forged, keys)).toMatchObject({
      exitCode: 1,
      text: expect.stringMatching(/^NÃO É VÁLIDA/),
    });
  });

  test('of another letter does not fit, even with the same content', async () => {
    const [one, other] = [await postedLetter(target()), await postedLetter(target())];
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
