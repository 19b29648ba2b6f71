import { describe, expect, test } from '@jest/globals';
import type { Report } from '../../../lib/core/domain/report.ts';
import { sha256 } from '../../../lib/core/sha256.ts';
import { reportFile } from '../../../lib/pdf/report-file.ts';
import { evidenceReport } from '../../../lib/texts/evidence/report.ts';
import { evidenceSample } from '../../support/evidence.ts';
import { run, textOf } from './tools.ts';

/** Text without line breaks and layout spaces. */
const flat = (text: string) => text.replace(/\s+/g, '');

const pageCount = (file: Uint8Array) =>
  Number(/Pages:\s+(\d+)/.exec(run('pdfinfo', file, ['FILE']).output.toString())![1]);

const plain = (fields: Partial<Report>): Report => ({ title: 'T', result: 'R', footer: 'F', sections: [], ...fields });

describe('the evidence on paper (rule EVI-7)', () => {
  test('has the content of the JSON, and its hash', async () => {
    const evidence = await evidenceSample();
    const json = JSON.stringify(evidence);
    const file = await reportFile(evidenceReport(json, 'https://confirma.example/evidence'));
    const text = flat(textOf(file));
    const { statement, disclosures } = evidence;
    const { as_printed: to } = disclosures.recipient!.value as { as_printed: Record<string, string> };
    const parts = [
      sha256(json),
      statement.company.legal_name,
      statement.company.cnpj,
      statement.requested_by!.id,
      to['name']!,
      to['street']!,
      to['postal_code']!,
      statement.letter.printed_sha256!,
      statement.letter.preview_sha256!,
      statement.production.reported_posted_at!,
      statement.production.posted_at!,
      statement.confirmation!.confirmed_at,
      ...statement.attempts.flatMap(({ at, network_hash }) => [at, network_hash!]),
      statement.location_consent!.text,
      statement.location_consent!.version,
      'contrato 7',
      ...statement.history.map(({ at }) => at),
      ...statement.does_not_prove,
      'https://confirma.example/evidence',
      JSON.parse(Buffer.from(evidence.signature.split('.')[1]!, 'base64url').toString()).statement_sha256,
    ];
    for (const part of parts) expect(text).toContain(flat(part));
    expect(run('qpdf', file, ['--check', 'FILE']).status).toBe(0);
  });

  test('writes the address as on the letter, and shows no line that only machines read', async () => {
    const { statement, disclosures, ...evidence } = await evidenceSample();
    const as_printed = {
      name: 'Maria Aparecida da Silva',
      street: 'Avenida Rio Branco',
      number: '85',
      complement: 'Sala 1201',
      neighborhood: 'Centro',
      city: 'Rio de Janeiro',
      state: 'RJ',
      postal_code: '20040-002',
    };
    const manifest_line = JSON.stringify({ position: 7, bucket: 'malote-producao', key: 'outbox/7.pdf' });
    const reported_line = JSON.stringify({ status: 'posted' });
    const json = JSON.stringify({
      ...evidence,
      statement: { ...statement, production: { ...statement.production, manifest_line, reported_line } },
      disclosures: { ...disclosures, recipient: { ...disclosures.recipient, value: { as_printed, as_sent: null } } },
    });
    const text = textOf(await reportFile(evidenceReport(json, 'https://confirma.example/evidence')));
    const printed = /Como foi impresso\s+(.+)\n\s+(.+)\n\s+(.+)\n\s+(.+)\n/.exec(text)!.slice(1);
    expect(printed.map((line) => line.trim())).toEqual([
      'Maria Aparecida da Silva',
      'Avenida Rio Branco, 85 - Sala 1201',
      'Centro',
      '20040-002 Rio de Janeiro - RJ',
    ]);
    for (const line of [manifest_line, reported_line]) expect(flat(text)).toContain(sha256(line));
    expect(flat(text)).not.toMatch(/malote-producao|outbox|bucket|"status"/);
  });

  test('of erased evidence says so, and keeps what the law allows', async () => {
    const evidence = await evidenceSample();
    const { as_printed: to } = evidence.disclosures.recipient!.value as { as_printed: Record<string, string> };
    const nothing = { recipient: null, order: null, confirmer: null, networks: null };
    const json = JSON.stringify({ ...evidence, disclosures: nothing });
    const text = textOf(await reportFile(evidenceReport(json, 'https://confirma.example/evidence')));
    expect(text).toContain('apagado a pedido');
    for (const secret of [to['name']!, to['street']!, to['postal_code']!]) expect(text).not.toContain(secret);
    expect(flat(text)).toContain(flat(evidence.statement.location_consent!.text));
  });
});

describe('a report', () => {
  test('is as many pages as it needs, and loses no line', async () => {
    const paragraphs = Array.from({ length: 300 }, (_, index) => `linha ${index} fim`);
    const file = await reportFile(plain({ sections: [{ heading: 'Muitas', paragraphs }] }));
    expect(pageCount(file)).toBeGreaterThan(3);
    const text = textOf(file);
    for (const paragraph of paragraphs) expect(text).toContain(paragraph);
    expect(text).toContain(`página ${pageCount(file)} de ${pageCount(file)}`);
  });

  test('breaks a value longer than a page, without a line in the foot', async () => {
    const value = Array.from({ length: 120 }, (_, index) => `valor ${index} fim`).join('\n');
    const file = await reportFile(plain({ sections: [{ heading: 'Longo', facts: [['Nome', value]] }] }));
    expect(pageCount(file)).toBe(3);
    const text = textOf(file);
    for (const line of value.split('\n')) expect(text).toContain(line);
  });

  test('tells a character that no font has by its number, and breaks a word wider than its column', async () => {
    const sections = [{ heading: 'Estranho', facts: [['Nome', `oi 🙂 → ${'x'.repeat(400)}`]] as const }];
    const text = textOf(await reportFile(plain({ sections })));
    expect(text).toContain('oi [U+1F642] →');
    expect(text.match(/x/g)!.length).toBe(400);
  });

  test('has equal bytes for equal facts', async () => {
    const report = plain({ sections: [{ heading: 'H', paragraphs: ['p'] }] });
    expect(Buffer.from(await reportFile(report))).toEqual(Buffer.from(await reportFile(report)));
  });
});
