import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { letterBody } from '../../support/letters.ts';
import { useService } from '../../support/service.ts';
import { templateBody } from '../../support/verifications.ts';
import { operatorOf } from './support/operator.ts';

/** The outputs that docs/operating.md shows, compared with those of the same commands here. */
const { control, baseUrl } = useService();
const operator = operatorOf(control.url);
const manual = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');
const samples = new Map(
  Array.from(
    manual.matchAll(/^( *)```\n\1\$ npm run -s operator -- (\w+(?: [a-z]+)?) [^\n]*\n([^]*?)\n\1```$/gm),
    ([, indent, words, text]) => [words!, text!.replaceAll(`\n${indent}`, '\n').slice(indent!.length)] as const,
  ),
);
let folder: string;
let lines: Record<string, string[]>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'operator-manual-'));
  const { id: account, api } = await control.openAccount(baseUrl, { balance: 1_000_000 });
  const to = { name: 'Maria da Conceição', number: '100', postal_code: '05010-000' };
  const made = async (path: string, body: object) => (await api.post(path, body)).body.id as string;
  const verification = await made('/verifications', templateBody({ to }));
  const letter = await made('/letters', letterBody({ to, reference: 'pedido 4471' }));
  const hook = { url: `${control.url}/inbox`, events: ['*'] };
  const endpoint = await control.post(`/accounts/${account}/webhooks`, hook);
  const report = join(folder, 'report.jsonl');
  const posted = { status: 'posted', at: '2026-11-20T12:00:00Z' };
  const reported = [
    { id: letter, ...posted, status: 'printed' },
    { id: letter, ...posted, tracking_code: 'AA123456789BR' },
    { id: verification, ...posted },
  ];
  writeFileSync(report, reported.map((line) => JSON.stringify(line)).join('\n'));
  lines = {
    find: ['find', 'pedido 4471', '--in', account],
    'letters cancel': ['letters', 'cancel', account, letter],
    'webhooks test': ['webhooks', 'test', account, endpoint.id],
    'balance statement': ['balance', 'statement', account, '--limit', '2'],
    'production apply': ['production', 'apply', '--report', report, '--yes'],
  };
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What remains once ids, figures and the widths that follow from them are no longer told apart. */
const shapeOf = (text: string) =>
  text
    .trim()
    .replaceAll(/\b[a-z]{3}_[a-z0-9]+/g, 'id')
    .replaceAll(/\d+/g, '0')
    .replaceAll(/(?<=\S) {2,}/g, '  ');

test('every sample of the manual is checked', () => {
  expect([...samples.keys()].sort()).toEqual(Object.keys(lines).sort());
});

test.each([...samples.keys()])('%s prints what the manual shows', async (words) => {
  if (words === 'production apply') await control.post('/production/batches');
  const { output, messages } = await operator.run(...lines[words]!);
  expect(shapeOf(output + messages)).toBe(shapeOf(samples.get(words)!));
});
