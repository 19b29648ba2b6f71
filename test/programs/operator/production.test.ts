import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openInbox } from '../../../lib/adapters/production/inbox.ts';
import { ApiClient } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { letterBody } from '../../support/letters.ts';
import { useTarget } from '../../support/target.ts';
import { newTrackingCode } from '../../support/tracking-codes.ts';
import { templateBody } from '../../support/verifications.ts';
import { textOf } from '../pdf/tools.ts';
import { openAccount, operatorOf } from './support/operator.ts';

const target = useTarget();
let operator: ReturnType<typeof operatorOf>;
let account: string;
let api: ApiClient;
let folder: string;

beforeAll(() => {
  operator = operatorOf(target().control.url);
  folder = mkdtempSync(join(tmpdir(), 'operator-production-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

beforeEach(async () => {
  account = await openAccount(operator);
  await operator.json('balance', 'credit', account, '--amount', '100,00', '--reason', 'Teste');
  api = new ApiClient(target().baseUrl, (await operator.json('keys', 'create', account)).secret);
});

/** Ten commands, each in its own process. */
const A_DAY_MS = 90_000;
const at = '2026-11-20T12:00:00Z';
const created = async (fields: Record<string, unknown> = {}) => (await api.post('/letters', letterBody(fields))).body;
const statusOf = async (id: string) => (await api.get(`/letters/${id}`)).body.status;
const form = async () => (await operator.json('production', 'form')).batches;

function reportFile(name: string, lines: readonly object[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return path;
}

test(
  'a day of production works with only the command',
  async () => {
    const registered = await created({ postal_services: ['registered'] });
    const failing = await created();
    const { body: verification } = await api.post('/verifications', templateBody());

    const [batch, ...others] = await form();
    expect(others).toEqual([]);
    expect(batch.mailings.sort()).toEqual([registered.id, failing.id, verification.id].sort());
    const [newest] = await operator.json('production', 'batches', '--limit', '1');
    expect(newest).toMatchObject({ id: batch.id, status: 'formed', mailings: 3, sheets: 3 });
    expect((await operator.json('production', 'show', batch.id)).statuses).toEqual({ in_production: 3 });

    const report = reportFile('report.jsonl', [
      { id: registered.id, status: 'posted', tracking_code: newTrackingCode(), at },
      { id: failing.id, status: 'failed', failure_reason: 'damaged_in_production', at },
      { id: verification.id, status: 'posted', at },
    ]);
    const { results } = await operator.json('production', 'apply', '--report', report);
    expect(results.map(({ result }: any) => result)).toEqual(['applied', 'applied', 'applied']);
    expect((await operator.json('production', 'show', batch.id)).statuses).toEqual({
      posted: 1,
      failed: 1,
      awaiting_code: 1,
    });
    const again = await operator.json('production', 'apply', '--report', report);
    expect(new Set(again.results.map(({ result }: any) => result))).toEqual(new Set(['already_applied']));
    expect(await operator.json('ledger', 'audit', account)).toEqual({ accounts: 1, differences: [] });
  },
  A_DAY_MS,
);

describe('production form', () => {
  test('asks first, and says how many mailings wait', async () => {
    const { id } = await created();
    const { exit, messages } = await operator.run('production', 'form');
    expect({ exit, messages }).toEqual({
      exit: 1,
      messages: expect.stringMatching(/Put [1-9]\d* waiting mailings? into production\?.*--yes/s),
    });
    expect(await statusOf(id)).toBe('received');
  });

  test('forms no batch if nothing waits', async () => {
    await form();
    const ended = await operator.run('production', 'form', '--yes');
    expect(ended).toMatchObject({ exit: 0, output: 'No print batch was formed.\n' });
  });
});

describe('production manifest', () => {
  test.each(['jsonl', 'csv'])('has the same bytes each time, in a file that only its owner reads: %s', async (kind) => {
    await created({ postal_services: ['registered', 'return_receipt'] });
    const [{ id }] = await form();
    const copies = await Promise.all(
      [1, 2].map(async (copy) => {
        const path = join(folder, `${kind}-${copy}`);
        await operator.json('production', 'manifest', id, '--to', path, '--form', kind);
        return readFileSync(path, 'utf8');
      }),
    );
    expect(copies[0]).toContain('letters/');
    expect(copies[1]).toBe(copies[0]);
    const refused = await operator.run('production', 'manifest', id, '--to', join(folder, `${kind}-1`));
    expect(refused).toMatchObject({ exit: 1, messages: expect.stringContaining('file already exists') });
  });

  test('of a batch that does not exist is rejected', async () => {
    expect((await operator.refusal('production', 'manifest', 'bat_1')).error.message).toBe(
      'There is no print batch bat_1. operator production batches lists them.',
    );
    expect((await operator.refusal('production', 'show', 'bat_1')).exit).toBe(1);
  });
});

describe('production late', () => {
  test('finds overdue mailings in every status', async () => {
    const { id: printing } = await created();
    const [batch] = await form();
    const { id: waiting } = await created();
    const late = async (hours: string) => {
      const { exit, data } = await operator.run('production', 'late', '--hours', hours, '--json');
      const own = data.filter(({ account_id }: any) => account_id === account);
      return { exit, own: own.map(({ id, batch_id, status }: any) => [id, batch_id, status]) };
    };
    expect(await late('0')).toEqual({
      exit: 1,
      own: [
        [printing, batch.id, 'in_production'],
        [waiting, null, 'received'],
      ],
    });
    expect(await late('1')).toMatchObject({ own: [] });
  });
});

describe('production apply', () => {
  test('shows the rejected lines with their reasons, and ends with 1', async () => {
    const { id } = await created({ postal_services: ['registered'] });
    await form();
    const report = reportFile('bad.jsonl', [
      { id, status: 'printed', at },
      { id, status: 'posted', tracking_code: 'AA123456789BR', at },
    ]);
    const ended = await operator.run('production', 'apply', '--report', report, '--yes');
    expect(ended).toMatchObject({ exit: 1, output: expect.stringMatching(/2 +ltr_\w+ +tracking_code_check_digit/) });
    expect(await statusOf(id)).toBe('printed');
  });

  test('does nothing without a yes or without a line', async () => {
    const { id } = await created();
    await form();
    const report = reportFile('unconfirmed.jsonl', [{ id, status: 'printed', at }]);
    expect(await operator.run('production', 'apply', '--report', report)).toMatchObject({ exit: 1 });
    expect(await statusOf(id)).toBe('in_production');
    const empty = reportFile('empty.jsonl', []);
    expect(await operator.run('production', 'apply', '--report', empty)).toMatchObject({ exit: 2 });
  });
});

describe('the inbox', () => {
  const inbox = async () => {
    const { aws, outputs } = await target().control.get('/stack');
    return openInbox(outputs.ProductionBucket, new S3Client(aws));
  };
  const line = (id: string) => Buffer.from(JSON.stringify({ id, status: 'printed', at }));

  test('accepts a report with any name, and its result has the same name', async () => {
    const { id } = await created();
    await form();
    const { drop, readResult } = await inbox();
    const names = ['relatório (1+2) de 20.11.jsonl', 'a%20b+c%2F.jsonl', 'turno/2//x?y#z&w=1;.jsonl', '💌 "\'.jsonl'];
    for (const name of names) await drop(name, line(id));
    for (const name of names) {
      const result = await eventually(
        () => readResult(name),
        (text) => text !== undefined,
      );
      expect(JSON.parse(result!)).toMatchObject({ line: 1, id, result: expect.stringMatching(/applied$/) });
    }
  });

  test('loses no line when a name is reused immediately', async () => {
    const letters = [await created(), await created()];
    await form();
    const { drop } = await inbox();
    for (const { id } of letters) await drop('turno.jsonl', line(id));
    for (const { id } of letters) {
      const status = await eventually(
        () => statusOf(id),
        (now) => now !== 'in_production',
      );
      expect(status).toBe('printed');
    }
  });
});

describe('production proof', () => {
  test('has a made-up address or that of a letter, and the folding marks', async () => {
    const { id } = await created();
    const [plain, own] = [join(folder, 'plain.pdf'), join(folder, 'own.pdf')];
    await operator.json('production', 'proof', '--to', plain);
    await operator.json('production', 'proof', '--to', own, '--letter', id);
    expect(textOf(readFileSync(plain))).toMatch(/Associação Beneficente[\s\S]*25780-000[\s\S]*105 mm/);
    expect(textOf(readFileSync(own))).toContain((await api.get(`/letters/${id}`)).body.to.name);
    const wrong = ['--to', join(folder, 'x.pdf'), '--letter'];
    expect((await operator.refusal('production', 'proof', ...wrong, 'bat_1')).exit).toBe(2);
    const unknown = await operator.refusal('production', 'proof', ...wrong, 'ltr_00000000000000000000000000');
    expect(unknown.error.message).toBe('There is no letter ltr_00000000000000000000000000.');
  });
});

test('a letter received on Christmas Eve joins the batch of the next working day', async () => {
  const { control } = target();
  const { now } = await control.get('/clock');
  const year = new Date(Date.parse(now) + 8 * 86_400_000).getUTCFullYear();
  // 17:30 in Brasília, after the last batch of the day.
  await control.advance(`${year}-12-24T20:30:00Z`);
  const { id } = await created();
  await control.advance(`${year}-12-25T20:30:00Z`);
  expect(await statusOf(id)).toBe('received');
  // Whatever weekday Christmas is, a working day has come by now.
  await control.advance(`${year}-12-28T20:30:00Z`);
  expect(await statusOf(id)).toBe('in_production');
});
