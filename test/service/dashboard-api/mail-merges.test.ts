import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { sha256 } from '../../../lib/core/sha256.ts';
import type { Browser } from '../../support/browser.ts';
import { signedIn } from '../../support/dashboard.ts';
import { eventually } from '../../support/eventually.ts';
import { wordsPdf } from '../../support/pdfs.ts';
import { openCustomer, useService } from '../../support/service.ts';

const PRICE = 690;
const pdf = wordsPdf('Prezado {{nome}},');
const goodRow = (name: string) => ({
  to: { name, number: '100', postal_code: '05010-000' },
  variables: { nome: name },
});
const badRow = { ...goodRow('Ana'), to: { name: 'Ana', number: '1', postal_code: '00000-000' } };

async function account(fields: Record<string, unknown> = {}) {
  const { id, api } = await openCustomer(fields);
  const sender = await signedIn(id, 'sender');
  const below = (path = '') => `/accounts/${id}/mail-merges${path}`;
  const balance = async () => (await api.get('/balance')).body.amount as number;
  return { id, api, sender, below, balance };
}

type Account = Awaited<ReturnType<typeof account>>;

const rowsFile = (letters: readonly object[], shared: object = {}) =>
  Buffer.from(JSON.stringify({ shared, rows: letters.map((letter, index) => ({ line: index + 2, letter })) }));

const put = async (url: string, contentType: string, body: Uint8Array, headers: object = { 'if-none-match': '*' }) =>
  (
    await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': contentType, ...headers },
      body: new Uint8Array(body),
    })
  ).status;

/** Everything up to the confirmation. @returns the id */
const draft = async (own: Account, letters: readonly object[], shared: object = {}): Promise<string> =>
  (await uploaded(own, rowsFile(letters, shared), letters.length)).id;

/** A draft with its files, and its links. */
async function uploaded({ sender, below }: Account, file: Uint8Array, rows: number, hashes: object = {}) {
  const order = {
    filename: 'carta.pdf',
    document_size: pdf.byteLength,
    rows,
    rows_size: file.byteLength,
    ...hashes,
  };
  const { status, body } = await sender.ask('POST', below(), order);
  expect([status, body]).toMatchObject([201, { object: 'mail_merge', status: 'draft', rows }]);
  expect(await put(body.document_url, 'application/pdf', pdf)).toBe(200);
  expect(await put(body.rows_url, 'application/json', file)).toBe(200);
  return body as { id: string; document_url: string; rows_url: string };
}

const send = (browser: Browser, path: string) =>
  browser.ask('POST', path, undefined, { 'idempotency-key': randomUUID() });

const ended = (browser: Browser, path: string, ...statuses: string[]) =>
  eventually(
    async () => (await browser.ask('GET', path)).body,
    ({ status }) => statuses.includes(status),
  );

describe('letters from a spreadsheet (rule DASH-13)', () => {
  test('are made by the service after one confirmation, and reported row by row to every browser of the account', async () => {
    const own = await account();
    const { id, sender, below, balance } = own;
    const before = await balance();
    const one = below(`/${await draft(own, [goodRow('Ana'), badRow, { ...goodRow('Bia'), reference: 'B-1' }])}`);
    expect((await sender.ask('GET', below())).body.data).toEqual([]);
    const confirmed = await send(sender, `${one}/send`);
    expect([confirmed.status, confirmed.body]).toMatchObject([200, { status: 'sending', counts: { waiting: 3 } }]);

    const viewer = await signedIn(id, 'viewer');
    expect(await ended(viewer, one, 'done')).toMatchObject({
      status: 'done',
      filename: 'carta.pdf',
      counts: { created: 2, refused: 1, waiting: 0 },
      total: 2 * PRICE,
    });
    expect((await viewer.ask('GET', below())).body.data).toMatchObject([{ status: 'done', counts: { created: 2 } }]);
    const { body: rows } = await viewer.ask('GET', `${one}/rows`);
    expect(rows).toMatchObject({
      object: 'list',
      has_more: false,
      next_cursor: null,
      data: [
        {
          object: 'mail_merge_row',
          row: 1,
          line: 2,
          state: 'created',
          letter: { object: 'letter', status: 'received' },
          total: PRICE,
          problems: [],
        },
        {
          row: 2,
          line: 3,
          state: 'refused',
          letter_id: null,
          letter: null,
          problems: [{ param: 'to.postal_code', code: 'postal_code_not_found', message: 'Este CEP não existe.' }],
        },
        { row: 3, line: 4, state: 'created', letter: { recipient: 'Bia', reference: 'B-1' } },
      ],
    });
    const letter = (await sender.ask('GET', `/accounts/${id}/letters/${rows.data[2].letter_id}`)).body;
    expect(letter).toMatchObject({
      status: 'received',
      reference: 'B-1',
      to: { name: 'Bia' },
      document: { type: 'upload', filename: 'carta.pdf' },
      metadata: { mail_merge_row: `${one.split('/').at(-1)}/3` },
    });
    expect(await balance()).toBe(before - 2 * PRICE);
    const { data: activities } = (await sender.ask('GET', `/accounts/${id}/activity`)).body;
    expect(activities.filter(({ operation }: { operation: string }) => operation !== 'sign-in-finish')).toMatchObject([
      { operation: 'mail-merges-send', object_id: one.split('/').at(-1), outcome: 'done' },
    ]);
    const again = await send(sender, `${one}/send`);
    expect([again.status, again.body.status]).toEqual([200, 'done']);
    expect(await balance()).toBe(before - 2 * PRICE);
  });

  test('wait when the balance runs out, and continue after a top-up', async () => {
    const own = await account({ balance: PRICE });
    const one = own.below(`/${await draft(own, [goodRow('Ana'), goodRow('Bia')])}`);
    await send(own.sender, `${one}/send`);
    expect(await ended(own.sender, one, 'paused')).toMatchObject({
      pause_reason: 'insufficient_balance',
      counts: { created: 1, waiting: 1 },
    });
    await useService().control.post(`/accounts/${own.id}/credits`, { amount: PRICE });
    expect((await send(own.sender, `${one}/send`)).body).toMatchObject({ status: 'sending', pause_reason: null });
    expect(await ended(own.sender, one, 'done')).toMatchObject({ counts: { created: 2 }, total: 2 * PRICE });
    expect(await own.balance()).toBe(0);
  });

  test('are canceled with their refunds, from any browser, permanently', async () => {
    const own = await account();
    const before = await own.balance();
    const one = own.below(`/${await draft(own, [goodRow('Ana'), badRow])}`);
    await send(own.sender, `${one}/send`);
    await ended(own.sender, one, 'done');
    const owner = await signedIn(own.id, 'owner');
    expect((await send(owner, `${one}/cancel`)).body.status).toBe('canceling');
    expect(await ended(own.sender, one, 'canceled')).toMatchObject({ counts: { canceled: 1, refused: 1 }, total: 0 });
    expect(await own.balance()).toBe(before);
    const late = await send(own.sender, `${one}/send`);
    expect([late.status, late.body.error.code]).toEqual([409, 'mail_merge_canceled']);
    expect((await send(own.sender, `${one}/cancel`)).body.status).toBe('canceled');
  });
});

describe('a mail merge', () => {
  test('with a wrong order or missing files is rejected with its problems, and nothing is made', async () => {
    const own = await account();
    const order = { filename: 'carta.pdf', document_size: 1000, rows: 2, rows_size: 1000 };
    const wrong = await own.sender.ask('POST', own.below(), { ...order, rows: 10_001, document_size: 4_194_305 });
    expect([wrong.status, wrong.body.error.details]).toMatchObject([
      422,
      [
        { param: 'document_size', code: 'out_of_range' },
        { param: 'rows', code: 'out_of_range' },
      ],
    ]);
    const { body } = await own.sender.ask('POST', own.below(), order);
    const unsent = await send(own.sender, own.below(`/${body.id}/send`));
    expect([unsent.status, unsent.body.error.details]).toMatchObject([
      422,
      [
        { param: 'document', code: 'upload_file_missing' },
        { param: 'rows', code: 'upload_file_missing' },
      ],
    ]);
    expect(await put(body.document_url, 'application/pdf', pdf)).toBe(403);
    expect((await own.api.get('/letters')).body.data).toEqual([]);
    expect((await own.sender.ask('GET', own.below())).body.data).toEqual([]);
  });

  test('keeps its first files: their links take one file each, from the dashboard alone', async () => {
    const own = await account();
    const file = rowsFile([goodRow('Ana')]);
    const { id, document_url, rows_url } = await uploaded(own, file, 1);
    const others = rowsFile([goodRow('Eva')]);
    expect(others.byteLength).toBe(file.byteLength);
    expect(await put(rows_url, 'application/json', others)).toBe(412);
    expect(await put(document_url, 'application/pdf', pdf)).toBe(412);
    // The header is signed: without it, S3 would replace the file.
    for (const headers of [{}, { 'if-none-match': '"x"' }, { 'if-match': '*' }])
      expect(await put(rows_url, 'application/json', others, headers)).toBe(403);
    await send(own.sender, `${own.below(`/${id}`)}/send`);
    await ended(own.sender, own.below(`/${id}`), 'done');
    expect((await own.api.get('/letters')).body.data).toMatchObject([{ to: { name: 'Ana' } }]);
  });

  test('is not confirmed with another file than the page declared', async () => {
    const own = await account();
    const hashes = { document_sha256: sha256(pdf), rows_sha256: sha256(rowsFile([goodRow('Ana')])) };
    const { id } = await uploaded(own, rowsFile([goodRow('Eva')]), 1, hashes);
    const refused = await send(own.sender, `${own.below(`/${id}`)}/send`);
    expect([refused.status, refused.body.error.details]).toMatchObject([
      422,
      [{ param: 'rows', code: 'upload_file_changed' }],
    ]);
    expect((await own.sender.ask('GET', own.below(`/${id}`))).body.status).toBe('draft');
  });

  test('with a file of rows beyond the limits of JSON is refused as a bad request', async () => {
    const own = await account();
    const deep = Buffer.from('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000));
    const { id } = await uploaded(own, deep, 1);
    const refused = await send(own.sender, `${own.below(`/${id}`)}/send`);
    expect([refused.status, refused.body.error.details]).toMatchObject([
      422,
      [{ param: 'rows', code: 'invalid_format' }],
    ]);
  });

  test('of a suspended account cannot be confirmed', async () => {
    const own = await account();
    const one = own.below(`/${await draft(own, [goodRow('Ana')])}`);
    await useService().control.post(`/accounts/${own.id}/suspend`);
    const refused = await send(own.sender, `${one}/send`);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'account_suspended']);
    expect((await own.sender.ask('GET', one)).body.status).toBe('draft');
  });

  test('of another account cannot be seen, sent or canceled', async () => {
    const [own, others] = [await account(), await account()];
    const theirs = await draft(others, [goodRow('Ana')]);
    for (const [method, path] of [
      ['GET', `/${theirs}`],
      ['GET', `/${theirs}/rows`],
      ['POST', `/${theirs}/send`],
      ['POST', `/${theirs}/cancel`],
    ] as const) {
      const { status, body } = await own.sender.ask(method, own.below(path));
      expect([path, status, body.error.code]).toEqual([path, 404, 'resource_not_found']);
    }
    const cursor = await own.sender.ask('GET', own.below(`/${theirs}/rows?cursor=x`));
    expect([cursor.status, cursor.body.error.details]).toMatchObject([422, [{ param: 'cursor' }]]);
  });
});
