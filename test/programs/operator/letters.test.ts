import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiClient } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { letterBody, pdfFixture } from '../../support/letters.ts';
import { useTarget } from '../../support/target.ts';
import { newTrackingCode } from '../../support/tracking-codes.ts';
import { templateBody } from '../../support/verifications.ts';
import { textOf } from '../pdf/tools.ts';
import { operatorOf } from './support/operator.ts';

const target = useTarget();
let operator: ReturnType<typeof operatorOf>;
let account: string;
let api: ApiClient;

beforeAll(() => {
  operator = operatorOf(target().control.url);
});

/** A customer with R$ 100,00; another test covers opening accounts with the command, which costs three processes. */
const openCustomer = () => target().control.openAccount(target().baseUrl, { balance: 10_000 });

beforeEach(async () => {
  ({ id: account, api } = await openCustomer());
});

async function created(fields: Record<string, unknown> = {}): Promise<any> {
  const { status, body } = await api.post('/letters', letterBody(fields));
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

const edit = (id: string, ...options: string[]) => operator.json('letters', 'edit', account, id, ...options);
const eventsOf = async (id: string) => (await api.get(`/events?object_id=${id}&limit=100`)).body.data;
const typesOf = async (id: string) => (await eventsOf(id)).map(({ type }: { type: string }) => type).reverse();
const balance = async () => (await api.get('/balance')).body.amount;
const printed = async (letter: any) => textOf(new Uint8Array(await (await fetch(letter.preview_url)).arrayBuffer()));

/** The day this many days after the service's today, in Brasília. */
async function day(ahead: number): Promise<string> {
  const { now } = await target().control.get('/clock');
  const instant = Date.parse(now) + ahead * 86_400_000;
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(instant);
}

/** Just after scheduled letters are charged: 06:01 in Brasília. */
const morningOf = (date: string) => `${date}T09:01:00Z`;

describe('a scheduled letter', () => {
  test('is edited in every field: priced and printed again, and reported by letter.updated', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'operator-letter-'));
    writeFileSync(join(folder, 'carta.pdf'), pdfFixture('libreoffice-letter-2'));
    const letter = await created({ send_date: await day(10), reference: 'a', metadata: { a: '1' } });
    const sendDate = await day(20);

    const edited = await edit(
      letter.id,
      ...['--to-name', 'Outra Pessoa', '--to-number', '7', '--from-name', 'Filial'],
      ...['--file', join(folder, 'carta.pdf'), '--filename', 'nova.pdf', '--color', 'yes', '--double-sided', 'yes'],
      ...['--address-placement', 'extra_page', '--postal-service', 'registered', '--postal-service', 'return_receipt'],
      ...['--send-date', sendDate, '--reference', 'b', '--metadata', 'b=2', '--metadata', 'c=x=y'],
    );
    rmSync(folder, { recursive: true });

    expect(edited).toMatchObject({
      status: 'scheduled',
      to: { name: 'Outra Pessoa', number: '7', street: letter.to.street, postal_code: letter.to.postal_code },
      from: { name: 'Filial', number: letter.from.number },
      document: { type: 'upload', filename: 'nova.pdf' },
      color: true,
      double_sided: true,
      address_placement: 'extra_page',
      postal_services: ['registered', 'return_receipt'],
      pages: 2,
      sheets: 2,
      send_date: sendDate,
      reference: 'b',
      metadata: { b: '2', c: 'x=y' },
    });
    const types = edited.price.items.map(({ type, quantity }: { type: string; quantity: number }) => [type, quantity]);
    expect(types).toEqual([
      ['base', 1],
      ['color', 2],
      ['registered', 1],
      ['return_receipt', 1],
    ]);
    const seen = (await api.get(`/letters/${letter.id}`)).body;
    expect({ ...seen, preview_url: null }).toEqual({ ...edited, preview_url: null });
    const text = await printed(seen);
    expect(text).toContain('Outra Pessoa');
    expect(text).not.toContain(letter.to.name);

    expect(await typesOf(letter.id)).toEqual(['letter.scheduled', 'letter.updated']);
    const [updated] = await eventsOf(letter.id);
    expect({ ...updated.data, preview_url: null }).toEqual({ ...edited, preview_url: null });
    expect((await api.get('/letters?reference=b')).body.data).toHaveLength(1);
    expect((await api.get('/letters?reference=a')).body.data).toHaveLength(0);
    expect(await balance()).toBe(10_000);
  });

  test('is printed again from its own file when only the recipient changes; the previous file is deleted', async () => {
    const letter = await created({ send_date: await day(10) });
    const content = (await printed(letter)).replaceAll(/\s+/g, ' ');
    const edited = await edit(letter.id, '--to-postal-code', '01001-000', '--to-number', '5');
    expect(edited.to).toMatchObject({ name: letter.to.name, street: 'Praça da Sé', number: '5', complement: null });
    const text = (await printed(edited)).replaceAll(/\s+/g, ' ');
    expect(text).toContain('Praça da Sé, 5');
    expect(text).not.toContain(letter.to.street);
    const letterItself = (words: string) => words.slice(words.indexOf('Aviso'));
    expect(letterItself(text)).toBe(letterItself(content));
    // The link has worked until now. S3 reveals that a file is missing only to callers who may list the bucket, which
    // links may not
    // (https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html).
    expect((await fetch(letter.preview_url)).status).toBe(403);
    expect(edited.price).toEqual(letter.price);
  });

  test('moved to an earlier or later day is charged on that day, once', async () => {
    const days = [await day(2), await day(3), await day(5)] as const;
    const [earlier, later] = [await created({ send_date: await day(10) }), await created({ send_date: days[1] })];
    await edit(earlier.id, '--send-date', days[0]);
    await edit(later.id, '--send-date', days[2]);
    const waiting = async () => (await api.get('/letters?status=scheduled')).body.data.map(({ id }: any) => id);

    await target().control.advance(morningOf(days[0]));
    expect(await waiting()).toEqual([later.id]);
    await target().control.advance(morningOf(days[1]));
    expect(await waiting()).toEqual([later.id]);
    await target().control.advance(morningOf(days[2]));
    expect(await waiting()).toEqual([]);
    await target().control.advance(10 * 86_400);
    expect(await balance()).toBe(10_000 - earlier.price.total - later.price.total);
    expect(await operator.json('ledger', 'audit', account)).toEqual({ accounts: 1, differences: [] });
  });

  test('gets all of several concurrent edits', async () => {
    const letter = await created({ send_date: await day(10) });
    const dates = await Promise.all([3, 4, 5].map(day));
    await Promise.all([
      edit(letter.id, '--to-number', '11'),
      edit(letter.id, '--reference', 'r'),
      ...dates.map((date) => edit(letter.id, '--send-date', date)),
    ]);
    const { to, reference, send_date } = (await api.get(`/letters/${letter.id}`)).body;
    expect({ number: to.number, reference }).toEqual({ number: '11', reference: 'r' });
    expect(await typesOf(letter.id)).toEqual(['letter.scheduled', ...Array(5).fill('letter.updated')]);

    await target().control.advance(6 * 86_400);
    const { status, status_transitions } = (await api.get(`/letters/${letter.id}`)).body;
    expect(status).not.toBe('scheduled');
    expect(status_transitions.received_at.slice(0, 10)).toBe(send_date);
  });

  test('is not changed by an edit with any problem', async () => {
    const letter = await created({ send_date: await day(10) });
    const { exit, messages } = await operator.run(
      ...['letters', 'edit', account, letter.id, '--to-postal-code', '99999-999', '--to-number', '1'],
      ...['--send-date', await day(0), '--postal-service', 'return_receipt'],
    );
    expect(exit).toBe(1);
    expect(messages.split('\n')).toEqual([
      '--to-postal-code: This postal code does not exist.',
      '--postal-service: This service needs a registered letter: add registered to postal_services.',
      expect.stringContaining('--send-date: Outside the allowed range'),
      '',
    ]);
    expect(await typesOf(letter.id)).toEqual(['letter.scheduled']);
  });

  test('is sent now: charged immediately and not again on its day', async () => {
    const letter = await created({ send_date: await day(5) });
    const sent = await operator.json('letters', 'send-now', account, letter.id);
    expect(sent).toMatchObject({ status: 'received', send_date: await day(0) });
    expect(await typesOf(letter.id)).toEqual(['letter.scheduled', 'letter.received']);
    expect(await balance()).toBe(10_000 - letter.price.total);
    await target().control.advance(7 * 86_400);
    expect(await balance()).toBe(10_000 - letter.price.total);
    expect(await operator.refusal('letters', 'send-now', account, letter.id)).toMatchObject({
      exit: 1,
      error: { message: `${letter.id} is in production: only a scheduled letter can be sent now.` },
    });
  });

  test('is not sent now when the balance does not cover it or the account is suspended', async () => {
    const letter = await created({ send_date: await day(5) });
    await operator.json('balance', 'adjust', account, '--take', '95,00', '--reason', 'Teste');
    expect((await operator.refusal('letters', 'send-now', account, letter.id)).error.code).toBe('insufficient_balance');
    await operator.json('accounts', 'suspend', account);
    expect((await operator.refusal('letters', 'send-now', account, letter.id)).error.code).toBe('account_suspended');
    expect((await api.get(`/letters/${letter.id}`)).body.status).toBe('scheduled');
  });
});

describe('a received letter', () => {
  test('gets another recipient and reference, and keeps its price', async () => {
    const letter = await created();
    const edited = await edit(letter.id, '--to-name', 'Vizinha', '--reference', 'nova');
    expect(edited).toMatchObject({ status: 'received', reference: 'nova', price: letter.price });
    expect(await printed(edited)).toContain('Vizinha');
    expect(await typesOf(letter.id)).toEqual(['letter.received', 'letter.updated']);
    await operator.json('accounts', 'plan', account, '--plan', 'scale');
    expect((await edit(letter.id, '--to-number', '3')).price).toEqual(letter.price);
    expect(await balance()).toBe(10_000 - letter.price.total);
    expect(await operator.json('ledger', 'audit', account)).toEqual({ accounts: 1, differences: [] });
  });

  test('cannot be changed otherwise', async () => {
    const letter = await created();
    const { exit, error } = await operator.refusal(
      ...['letters', 'edit', account, letter.id, '--color', 'yes', '--reference', 'x', '--send-date', await day(3)],
    );
    expect({ exit, ...error }).toEqual({
      exit: 1,
      code: 'letter_not_editable',
      message:
        'A received letter can only get another recipient or reference; it is too late for --color, --send-date. Cancel it and create a new letter.',
      details: [],
    });
    expect((await api.get(`/letters/${letter.id}`)).body.reference).toBeNull();
  });

  test('goes to the print house as edited, and cannot be changed any more', async () => {
    const letter = await created();
    await edit(letter.id, '--to-name', 'Vizinha');
    await target().control.post('/production/batches');
    expect((await api.get(`/letters/${letter.id}`)).body).toMatchObject({
      status: 'in_production',
      to: { name: 'Vizinha' },
    });
    const { exit, error } = await operator.refusal('letters', 'edit', account, letter.id, '--to-name', 'Outra');
    expect({ exit, message: error.message }).toEqual({
      exit: 1,
      message: 'A letter that is in production can no longer be changed.',
    });
    expect((await operator.refusal('letters', 'cancel', account, letter.id)).error.code).toBe('letter_not_cancelable');
  });

  test('is canceled by the service and refunded', async () => {
    const letter = await created();
    const canceled = await operator.json('letters', 'cancel', account, letter.id);
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'requested' });
    expect(await balance()).toBe(10_000);
    // Nothing would change, so the command does not ask.
    expect(await operator.run('letters', 'cancel', account, letter.id)).toMatchObject({
      exit: 0,
      output: expect.stringContaining(`Letter ${letter.id}: canceled`),
    });
    expect(await typesOf(letter.id)).toEqual(['letter.received', 'letter.canceled']);
  });
});

describe('a verification', () => {
  const ending = (id: string, ...more: string[]) => operator.run('verifications', 'cancel', account, id, ...more);

  test('is ended by the service; the question announces the refund or its absence correctly', async () => {
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(async () => (await api.post('/verifications', templateBody())).body),
    );
    const price = 'R\\$ \\d+,\\d\\d';
    expect((await ending(first.id)).messages).toMatch(new RegExp(`^Cancel ${first.id}.*${price} are refunded`));
    await target().control.post('/production/batches');
    expect((await ending(first.id)).messages).toMatch(
      new RegExp(`^Revoke ${first.id}.*in production.*${price} are not refunded`),
    );
    const given = await ending(second.id, '--cannot-be-produced', '--yes');
    expect(given).toMatchObject({ exit: 0, output: expect.stringContaining(`${second.id}: canceled`) });
    expect((await ending(third.id, '--yes')).output).toContain(`${third.id}: revoked`);
    expect(await balance()).toBe(10_000 - first.price.total - third.price.total);
    // Nothing would change any more, so the command does not ask.
    expect((await ending(third.id)).output).toContain(`${third.id}: revoked`);
    const shown = await operator.run('verifications', 'show', account, first.id);
    expect(shown.output).toContain(first.hosted_page_url);
  });
});

describe('operator trace', () => {
  test('shows the whole history of a letter in order of time', async () => {
    const letter = await created();
    await target().control.post('/production/batches');
    for (const status of ['printed', 'posted'])
      await target().control.post(
        '/production/reports',
        JSON.stringify({ id: letter.id, status, at: letter.created_at }),
      );
    const trace = async () => operator.json('trace', letter.id);
    const traced = await eventually(trace, ({ steps }) => steps.at(-1).detail === 'succeeded');
    expect(traced).toMatchObject({ id: letter.id, account_id: account, status: 'posted' });
    const details = (what: string) =>
      traced.steps.filter((step: any) => step.what === what).map(({ detail }: any) => detail);
    expect(details('status').sort()).toEqual(['created', 'in_production', 'posted', 'printed', 'received']);
    expect(details('event')).toEqual((await typesOf(letter.id)).map(String));
    expect(details('money')).toEqual([`letter -${letter.price.total} centavos`]);
    expect(details('batch')).toEqual(['batch begun', 'manifest in the outbox']);
    // Another look finds a report that arrives before the wait is stored.
    const states = details('execution').filter((state: string) => !['Look', 'Route'].includes(state));
    expect(states).toEqual(['Received', 'InProduction', 'Printed', 'Done', 'succeeded']);
    const instants = traced.steps.map(({ at }: any) => at);
    expect(instants).toEqual([...instants].sort());
    const { output } = await operator.run('trace', letter.id);
    const rows = output
      .split('\n')
      .slice(2)
      .map((row) => row.split(/ {2,}/));
    const money = (await operator.run('balance', 'statement', account, '--limit', '1')).output.split('\n')[1]!;
    const [when, entry] = money.split(/ {2,}/);
    expect(rows).toContainEqual([when, 'money', entry, 'letter -R$ 6,90']);
    expect(rows.filter(([at]) => at !== '' && !/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(at!))).toEqual([]);
  });

  test('includes the delivery attempts of its events', async () => {
    await operator.json('webhooks', 'add', account, '--url', 'http://127.0.0.1:9/hooks');
    const letter = await created();
    const trace = async () => operator.json('trace', letter.id);
    const { steps } = await eventually(trace, (traced: any) =>
      traced.steps.some(({ what }: any) => what === 'attempt'),
    );
    const [attempt] = steps.filter(({ what }: any) => what === 'attempt');
    expect(attempt.detail).toMatch(/^letter\.received to whe_\w+, attempt 1: connect_failed in \d+ ms$/);
  });

  test('reports an unknown letter', async () => {
    const ended = await operator.run('trace', 'ltr_00000000000000000000000000');
    expect(ended).toMatchObject({ exit: 1 });
    expect(ended.messages).toContain('No account has ltr_00000000000000000000000000.');
  });
});

describe('operator find', () => {
  const found = async (...line: string[]) =>
    (await operator.json('find', ...line)).map((each: any) => [each.account_id, each.mailing.id]);

  test('finds a letter by its id and by its tracking code, in any account', async () => {
    const letter = await created({ postal_services: ['registered'] });
    expect(await found(letter.id)).toEqual([[account, letter.id]]);
    await target().control.post('/production/batches');
    const tracking_code = newTrackingCode();
    const report = { id: letter.id, status: 'posted', tracking_code, at: '2026-11-20T12:00:00Z' };
    await target().control.post('/production/reports', JSON.stringify(report));
    const spaced = tracking_code.toLowerCase().replace(/(...)/g, '$1 ');
    for (const code of [tracking_code, spaced, letter.id.toUpperCase()])
      expect(await found(code)).toEqual([[account, letter.id]]);
    const other = await openCustomer();
    expect((await operator.run('find', tracking_code, '--in', other.id)).exit).toBe(1);
  });

  test('finds mailings by reference, in every account or in one', async () => {
    const reference = `pedido de ${account}`;
    const [first, second] = [await created({ reference }), await created({ reference })];
    const other = await openCustomer();
    const { body: third } = await other.api.post('/letters', letterBody({ reference }));

    expect(await found(reference)).toEqual([
      [account, second.id],
      [account, first.id],
      [other.id, third.id],
    ]);
    expect(await found(reference, '--in', other.id)).toEqual([[other.id, third.id]]);
  });

  test('ends with exit code 1 when nothing is found', async () => {
    const ended = await operator.run('find', 'ltr_00000000000000000000000000');
    expect(ended).toMatchObject({ exit: 1, output: 'Nothing was found.\n' });
  });
});
