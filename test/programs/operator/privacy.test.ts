import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { PageVisit } from '../../support/page.ts';
import { newTrackingCode } from '../../support/tracking-codes.ts';
import { uploadedDocument } from '../../support/uploads.ts';
import { awaitingCode } from '../../support/verifications.ts';
import { textOf } from '../pdf/tools.ts';
import { histories, messages } from '../secrecy/traces.ts';
import { openAccount, operatorOf } from './support/operator.ts';

let service: LocalService;
let operator: ReturnType<typeof operatorOf>;
let control: Control;
let account: string;
let api: ApiClient;
const log: string[] = [];
let folder: string;

beforeAll(async () => {
  service = await startOwnService({ log: (line) => log.push(line) });
  control = new Control(service.description.control_url);
  operator = operatorOf(control.url);
  account = await openAccount(operator);
  await operator.json('balance', 'credit', account, '--amount', '100,00', '--reason', 'Teste');
  await operator.json('webhooks', 'add', account, '--url', service.description.inbox_url);
  api = new ApiClient(service.description.base_url, (await operator.json('keys', 'create', account)).secret);
  folder = mkdtempSync(join(tmpdir(), 'operator-export-'));
});

afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** A person's data, which must not be found: each value occurs nowhere else. */
const person = {
  name: 'Zenóbia Quaresma',
  complement: 'Fundos Xaraés',
  senders_complement: 'Sobreloja Xaraés',
  reference: 'processo-zq-77',
  metadata: 'apelido Zizi',
  filename: 'carta-da-zenobia.pdf',
};
const to = { name: person.name, number: '4321', postal_code: '05010-000', complement: person.complement };
/** The same person may send, and a person who only sends counts too. */
const from = { ...to, complement: person.senders_complement };
/** What a mailing to the person contains; only letters have a sender and a document. */
const ofRecipient = [person.name, person.complement, person.reference, person.metadata];
const labels = { reference: person.reference, metadata: { nota: person.metadata } };

/** A text that the service keeps, and where. */
interface Kept {
  where: string;
  text: string;
}

/**
 * Everything that the service stores: the table, each version of each object with its key, waiting messages,
 * executions, the log.
 */
async function everythingKept(): Promise<Kept[]> {
  const { aws, outputs } = await control.get('/stack');
  const table = openTable(outputs.TableName, new DynamoDBClient(aws));
  const kept: Kept[] = log.map((text) => ({ where: 'log', text }));
  for await (const { Items = [] } of paginateScan({ client: table.client }, { TableName: table.name }))
    kept.push(...Items.map((item) => ({ where: `${item.PK} ${item.SK}`, text: JSON.stringify(item) })));
  const passing = await Promise.all([messages(service.cloud), histories(service.cloud)]);
  kept.push(...passing.flat().map(({ where, content }) => ({ where, text: content.toString() })));
  const s3 = new S3Client(aws);
  for (const bucket of Object.keys(outputs).filter((name) => name.endsWith('Bucket'))) {
    const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket: outputs[bucket] }));
    for (const { Key, VersionId } of Versions) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: outputs[bucket], Key, VersionId }));
      const bytes = await Body!.transformToByteArray();
      const isPdf = Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-';
      kept.push({ where: Key!, text: `${Key} ${isPdf ? textOf(bytes) : Buffer.from(bytes).toString()}` });
    }
  }
  return kept;
}

async function foundOf(wanted: readonly string[] = Object.values(person)): Promise<string[]> {
  const kept = await everythingKept();
  return wanted.filter((text) => kept.some((each) => each.text.includes(text)));
}

async function placesOf(wanted: string): Promise<string[]> {
  return (await everythingKept()).filter(({ text }) => text.includes(wanted)).map(({ where }) => where);
}

async function uploadedLetter(): Promise<any> {
  const document = await uploadedDocument(api, person.filename);
  const order = { to, from, document, ...labels, postal_services: ['registered'] };
  const headers = { 'idempotency-key': randomUUID() };
  // An error response may quote what was sent, and is not stored.
  const refused = await api.post('/letters', { ...order, color: person.name, [person.metadata]: 1 }, headers);
  expect(refused.status).toBe(422);
  const { status, body } = await api.post('/letters', order, headers);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

describe('operator privacy erase', () => {
  test('removes everything about the person, and keeps everything that is counted', async () => {
    const letter = await uploadedLetter();
    await control.post('/production/batches');
    const tracking_code = newTrackingCode();
    const posted = { id: letter.id, status: 'posted', tracking_code, at: '2026-11-20T12:00:00Z' };
    await control.post('/production/reports', JSON.stringify(posted));
    await control.advance(60);
    expect((await api.get(`/letters?reference=${person.reference}&limit=1`)).body.data).toHaveLength(1);
    expect(await operator.json('find', person.reference)).toHaveLength(1);
    expect(await foundOf()).toEqual(Object.values(person));
    const events = (await api.get(`/events?object_id=${letter.id}`)).body.data;

    await operator.json('privacy', 'erase', account, letter.id);

    expect(await foundOf()).toEqual([]);
    // What the print house reported expires (docs/operating.md).
    expect(await placesOf(tracking_code)).toEqual([expect.stringMatching(/^inbox\//)]);
    const { body: erased } = await api.get(`/letters/${letter.id}`);
    expect(erased).toMatchObject({
      id: letter.id,
      status: 'posted',
      to: { name: '[apagado]', postal_code: '00000-000', city: 'São Paulo', state: 'SP' },
      from: { name: '[apagado]', postal_code: '00000-000', city: 'São Paulo', state: 'SP' },
      tracking_code: null,
      document: { type: 'upload', filename: '[apagado]' },
      preview_url: null,
      reference: null,
      metadata: {},
      price: letter.price,
      created_at: letter.created_at,
    });
    expect((await api.get(`/letters?reference=${person.reference}`)).body.data).toEqual([]);
    const after = (await api.get(`/events?object_id=${letter.id}`)).body.data;
    const outline = (list: any[]) =>
      list.map(({ id, type, created_at, data }) => [id, type, created_at, data.status, data.status_transitions]);
    expect(outline(after)).toEqual(outline(events));
    expect(await operator.json('ledger', 'audit', account)).toEqual({ accounts: 1, differences: [] });
    // Interrupted or repeated, it has the same result.
    await operator.json('privacy', 'erase', account, letter.id);
    expect((await api.get(`/letters/${letter.id}`)).body).toEqual(erased);
  });

  test('erases a verification with its files', async () => {
    const { body: verification, status } = await api.post('/verifications', { to, method: 'hosted_page', ...labels });
    expect(status).toBe(201);
    await api.post(`/verifications/${verification.id}/cancel`);
    await control.advance(60);
    expect(await foundOf()).toEqual(ofRecipient);

    await operator.json('privacy', 'erase', account, verification.id);

    expect(await foundOf()).toEqual([]);
    expect((await api.get(`/verifications/${verification.id}`)).body).toMatchObject({
      status: 'canceled',
      to: { name: '[apagado]' },
      preview_url: null,
      reference: null,
    });
  });

  test('erases who confirmed a verification, and the place and device', async () => {
    const words = { instructions: `Bom dia, ${person.name}`, return_url: 'https://example.com/zizi' };
    const order = { to, method: 'hosted_page', ...labels, ...words };
    const { verification, code } = await awaitingCode({ api, control }, order);
    const visit = new PageVisit(verification.hosted_page_url, { 'user-agent': 'Mozilla/5.0 NavegadorZQ/7.7' });
    await visit.enter(code);
    await visit.shareLocation({
      latitude: '-23.987123',
      longitude: '-46.123987',
      accuracy_meters: '12',
      consent: 'yes',
    });
    await control.advance(60);
    const traces = [person.name, person.complement, 'NavegadorZQ', '23.987123', '46.123987', 'example.com/zizi'];
    expect(await foundOf(traces)).toEqual(traces);
    const { body: before } = await api.get(`/verifications/${verification.id}`);

    await operator.json('privacy', 'erase', account, verification.id);

    expect(await foundOf(traces)).toEqual([]);
    expect((await api.get(`/verifications/${verification.id}`)).body).toMatchObject({
      status: 'verified',
      price: before.price,
      status_transitions: before.status_transitions,
      confirmation: { confirmed_at: before.confirmation.confirmed_at, ip: null, precise_location: null },
    });
  });

  test("reaches deliveries that are still retried: neither they nor the receivers' responses contain the person", async () => {
    const bodies: string[] = [];
    const receiver = createServer((request, response) => {
      // Echoes what it received, as some receivers do, and succeeds from the third call on.
      void text(request).then((body) => {
        response.statusCode = bodies.push(body) > 2 ? 200 : 500;
        response.end(body);
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    try {
      const endpoint = await operator.json('webhooks', 'add', account, '--url', url, '--event', 'letter.canceled');
      const { body: letter } = await api.post('/letters', letterBody({ to, ...labels }));
      await api.post(`/letters/${letter.id}/cancel`);
      await control.advance(30);
      expect(bodies.at(-1)).toContain(person.name);
      expect(bodies).toHaveLength(2);

      expect(await foundOf()).toEqual(ofRecipient);

      await operator.json('privacy', 'erase', account, letter.id);
      await control.advance(24 * 3600);

      expect(bodies).toHaveLength(3);
      expect(JSON.parse(bodies[2]!)).toMatchObject({ data: { id: letter.id, to: { name: '[apagado]' } } });
      expect(await foundOf()).toEqual([]);
      await operator.json('webhooks', 'remove', account, endpoint.id, '--yes');
    } finally {
      receiver.close();
    }
  });

  test('rejects a mailing that still needs its data, and a mailing of another account', async () => {
    const { body: letter } = await api.post('/letters', letterBody());
    const { exit, error } = await operator.refusal('privacy', 'erase', account, letter.id);
    expect({ exit, message: error.message }).toEqual({
      exit: 1,
      message:
        'A mailing that is received still needs its data. Cancel it while that is possible, or wait until it has ended.',
    });
    const other = await openAccount(operator);
    expect((await operator.refusal('privacy', 'erase', other, letter.id)).error).toMatchObject({
      code: 'resource_not_found',
      message: `Account ${other} has no mailing ${letter.id}.\nFind its account with operator find ${letter.id}.`,
    });
    const unasked = await operator.run('privacy', 'erase', account, letter.id);
    expect(unasked.messages).toContain('still needs its data');
    await api.post(`/letters/${letter.id}/cancel`);
    const asked = await operator.run('privacy', 'erase', account, letter.id);
    expect(asked.messages).toContain(`Erase the personal data of ${letter.id}, a letter that is canceled?`);
    expect((await api.get(`/letters/${letter.id}`)).body.to).toEqual(letter.to);
  });
});

describe('operator accounts export', () => {
  test('writes every object of the account, without secrets, readable only by its owner', async () => {
    const file = join(folder, 'account.jsonl');
    const { objects } = await operator.json('accounts', 'export', account, '--to', file);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const written = lines.map((line) => JSON.parse(line));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(Object.keys(objects)).toEqual(
      expect.arrayContaining(['account', 'api_key', 'webhook_endpoint', 'balance_transaction', 'letter', 'event']),
    );
    expect(lines).toHaveLength(Object.values<number>(objects).reduce((sum, count) => sum + count));
    const letters = (await api.get('/letters?limit=100')).body.data;
    const ids = (list: any[]) => list.map(({ id }) => id);
    expect(ids(written.filter(({ object }) => object === 'letter'))).toEqual(ids(letters));
    for (const secret of [api.key!, 'cursor_secret', 'sealed', 'whsec_']) expect(lines.join()).not.toContain(secret);
  });

  test('never overwrites a file', async () => {
    const file = join(folder, 'twice.jsonl');
    await operator.json('accounts', 'export', account, '--to', file);
    const { exit, error } = await operator.refusal('accounts', 'export', account, '--to', file);
    expect({ exit, message: error.message }).toEqual({
      exit: 1,
      message: `${file} cannot be written: file already exists. Nothing was written.`,
    });
  });
});
