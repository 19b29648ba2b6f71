import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3';
import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { openApiKeys } from '../../lib/adapters/data/accounts/api-keys.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openUploads } from '../../lib/adapters/data/mailings/uploads.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { eventWrites } from '../../lib/adapters/data/table/events.ts';
import { openIdempotencyRecords } from '../../lib/adapters/data/table/idempotency-records.ts';
import { accountPartition, dayCountKey, requestCountKey } from '../../lib/adapters/data/table/keys.ts';
import { queryAll } from '../../lib/adapters/data/table/queries.ts';
import { openTable, type Table } from '../../lib/adapters/data/table/table.ts';
import { transact } from '../../lib/adapters/data/table/transactions.ts';
import { fingerprintOf } from '../../lib/adapters/http/fingerprint.ts';
import { type DailyCount, dailyLimits } from '../../lib/core/domain/daily-limits.ts';
import type { StoredEvent } from '../../lib/core/domain/events.ts';
import { createId, type IdKind } from '../../lib/core/domain/ids.ts';
import type { LedgerEntry, LedgerType } from '../../lib/core/domain/ledger.ts';
import type { Letter, LetterMove } from '../../lib/core/domain/letters.ts';
import { documentFolders, quotesFolder } from '../../lib/core/domain/retention.ts';
import { utcDayOf } from '../../lib/core/domain/units.ts';
import { type Upload, UPLOAD_SECONDS, UPLOAD_URL_SECONDS } from '../../lib/core/domain/uploads.ts';
import type { WebhookEndpoint } from '../../lib/core/domain/webhooks.ts';
import { letterResource } from '../../lib/core/resources/letter.ts';
import { sha256 } from '../../lib/core/sha256.ts';
import { moveLetterTo } from '../../lib/operations/letters/move-letter.ts';
import { eventFor } from '../../lib/operations/mailings/move-mailing.ts';
import { healthEvent } from '../../lib/operations/webhooks/endpoint-health.ts';
import { letterSample } from './samples.ts';
import { type Customer, useOneCustomer, useService } from './service.ts';

/** The table and the buckets behind the service, which customers cannot see. */

type Item = Record<string, unknown>;

/** Everything stored for an account. */
export interface Stored {
  items: Item[];
  /** `bucket/key` of each file, with its entity tag. */
  files: string[];
}

const client = () => ({
  endpoint: useService().awsEndpoint,
  region: 'sa-east-1',
  credentials: { accessKeyId: 'contracts', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
});

let opened: { table: Table; s3: S3Client } | undefined;
function open() {
  return (opened ??= {
    table: openTable(useService().outputs.TableName!, new DynamoDBClient(client())),
    s3: new S3Client({ ...client(), forcePathStyle: true }),
  });
}

/**
 * Reads everything stored for an account: every item in its partitions, every file under its name. Without the request
 * counters, and without what workers change in their own time (outbox mark, state machine's token, deletion of a code's
 * file that no longer needs printing).
 */
export async function storedFor(accountId: string): Promise<Stored> {
  const [items, files] = await Promise.all([itemsOf(accountId), filesOf(accountId)]);
  const unprinted: unknown[] = ['received', 'in_production'];
  const past = items.filter(({ SK, status }) => String(SK).startsWith('ver_') && !unprinted.includes(status));
  const isPast = (file: string) =>
    file.startsWith('VerificationFilesBucket/') && past.some(({ SK }) => file.includes(String(SK)));
  return { items, files: files.filter((file) => !isPast(file)) };
}

/** Runs an action that must not change an account: no item and no file, and so neither balance nor ledger. */
export async function unchanged<Result>(accountId: string, run: () => Promise<Result>): Promise<Result> {
  const before = await storedFor(accountId);
  const result = await run();
  expect(await storedFor(accountId)).toEqual(before);
  return result;
}

/** One account for all tests of a describe, which make fewer than 50 requests in total and do not change it. */
export function useUnchangedCustomer(fields?: Record<string, unknown>): () => Customer {
  const customer = useOneCustomer(fields);
  let before: Stored;
  beforeAll(async () => {
    before = await storedFor(customer().id);
  });
  afterAll(async () => {
    expect(await storedFor(customer().id)).toEqual(before);
  });
  return customer;
}

/**
 * Where an account's items and files are, except what every request leaves. Reading these costs the same however much
 * the other tests have created; `straysOf` looks everywhere else.
 */
const partitions = [
  '',
  '#API_KEYS',
  '#LEDGER',
  '#LETTERS',
  '#VERIFICATIONS',
  '#UPLOADS',
  '#EVENTS',
  '#KEYS',
  '#WEBHOOKS',
];
/** Entries by which mailings are found by their recipient; the mailing's own transaction writes them (`data/recipients`). */
const RECIPIENT = /#(?:LETTERS|VERIFICATIONS)#RECIPIENT#/;
/** Traces of every request, including rejected ones: their count, and the rows made from their log lines. */
const ofRequests = ['#RATE', '#REQUESTS', '#API_KEYS#USES'];
const folders: readonly [bucket: string, folder: string][] = [
  // The preview of a quote belongs to no object of the account.
  ...documentFolders
    .filter(({ prefix }) => prefix !== quotesFolder)
    .map(({ prefix }): [string, string] => ['DocumentsBucket', prefix]),
  ['VerificationFilesBucket', 'verifications/'],
  ['UploadsBucket', ''],
];

async function itemsOf(accountId: string): Promise<Item[]> {
  const items = await Promise.all(
    partitions.map((partition) => queryAll(open().table, accountPartition(accountId) + partition)),
  );
  return items.flat().map(({ GSI3PK: _work, GSI3SK: _due, task_token: _token, waits_in: _wait, ...item }) => item);
}

async function filesOf(accountId: string): Promise<string[]> {
  const files = await Promise.all(folders.map(([bucket, folder]) => listed(bucket, `${folder}${accountId}/`)));
  return files.flat();
}

async function listed(bucket: string, Prefix = ''): Promise<string[]> {
  const pages = paginateListObjectsV2({ client: open().s3 }, { Bucket: useService().outputs[bucket], Prefix });
  const files: string[] = [];
  for await (const { Contents = [] } of pages)
    files.push(...Contents.map(({ Key, ETag }) => `${bucket}/${Key} ${ETag}`));
  return files;
}

/** Everything of an account that `storedFor` does not read, found by a full scan. */
export async function straysOf(accountId: string): Promise<string[]> {
  const { table } = open();
  const own = accountPartition(accountId);
  const known = new Set([...partitions, ...ofRequests].map((partition) => own + partition));
  const strays: string[] = [];
  const pages = paginateScan({ client: table.client }, { TableName: table.name, ProjectionExpression: 'PK' });
  for await (const { Items = [] } of pages) {
    strays.push(
      ...(Items as { PK: string }[])
        .map(({ PK }) => PK)
        .filter((PK) => PK.startsWith(own) && !known.has(PK) && !RECIPIENT.test(PK)),
    );
  }
  const buckets = Object.keys(useService().outputs).filter((name) => name.endsWith('Bucket'));
  const files = (await Promise.all(buckets.map((bucket) => listed(bucket)))).flat();
  const read = new Set(await filesOf(accountId));
  return [...strays, ...files.filter((file) => file.includes(accountId) && !read.has(file))];
}

/** Creates a revoked key of the account. */
export async function revokedKey(accountId: string): Promise<string> {
  const apiKeys = openApiKeys(open().table);
  const { secret, apiKey } = await apiKeys.issue(accountId, Date.now(), randomBytes);
  await apiKeys.revoke(accountId, apiKey.id, Date.now());
  return secret;
}

/** A request that was sent with an Idempotency-Key some time ago, with its response if there was one. */
export interface EarlierCall {
  path: string;
  body: unknown;
  secondsAgo: number;
  answer?: { status: number; body: string };
}

/** Stores a key as a call of that time would have left it. */
export async function leaveKey(accountId: string, key: string, call: EarlierCall): Promise<void> {
  const records = openIdempotencyRecords(open().table);
  const claim = await records.claim({
    accountId,
    keySha256: sha256(key),
    fingerprint: fingerprintOf(key, 'POST', call.path, call.body),
    owner: 'earlier call',
    seed: 'earlier call',
    now: Date.now() - call.secondsAgo * 1000,
  });
  if (claim.outcome !== 'claimed') throw new Error(`the key is ${claim.outcome}`);
  if (call.answer) await records.complete(claim.record, call.answer);
}

/** As many as a test may take, in batches as large as the table accepts. */
const COUNTED_SECONDS = 50;
const BATCH = 25;

/** Leaves the account `left` requests in each of the coming seconds. */
export async function limitRequests(accountId: string, left: number): Promise<void> {
  const { table } = open();
  const second = Math.floor(Date.now() / 1000);
  const puts = Array.from({ length: COUNTED_SECONDS }, (_, index) => ({
    PutRequest: {
      Item: { ...requestCountKey(accountId, second + index), kind: 'request_count', count: 50 - left },
    },
  }));
  for (let from = 0; from < puts.length; from += BATCH) {
    const RequestItems = { [table.name]: puts.slice(from, from + BATCH) };
    await table.client.send(new BatchWriteCommand({ RequestItems }));
  }
}

/** Leaves the account or person `left` of what they may do in this day and the next. */
export async function limitDay(whose: string, name: DailyCount, left: number): Promise<void> {
  const { table } = open();
  const today = utcDayOf(Date.now());
  const puts = [today, today + 1].map((day) => ({
    PutRequest: {
      Item: { ...dayCountKey(whose, name, day), kind: 'request_count', count: dailyLimits[name].most - left },
    },
  }));
  await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }));
}

/** The table behind the service. */
export const sharedTable = (): Table => open().table;

/** Stores a letter of the account as if it had been created at `created_at`, with its event and without a charge. */
export async function storeLetter(
  accountId: string,
  fields: Partial<Letter> = {},
): Promise<{ letter: Letter; event: StoredEvent }> {
  const letter = letterSample({ account_id: accountId, ...fields });
  const tools = { now: () => letter.created_at, randomBytes };
  const event = eventFor(tools, letter, letterResource(letter, null));
  const { table } = open();
  await openLetters(table, tools).create({
    mailing: letter,
    event,
    charge: undefined,
    upload: undefined,
  });
  return { letter, event };
}

/** Stores an upload of the account without its file. */
/** Stores the event of an endpoint that fails, as `deliver-webhooks` does. */
export async function storeHealthEvent(accountId: string, url: string): Promise<StoredEvent> {
  const { table } = open();
  const now = Date.now();
  const endpoint = {
    id: createId('webhook_endpoint', now, randomBytes),
    account_id: accountId,
    url,
  } as WebhookEndpoint;
  const change = { type: 'webhook_endpoint.failing', since: now } as const;
  const event = healthEvent({ now: () => now, randomBytes }, endpoint, change, { recent: '', last_failure_at: now });
  await transact(table, eventWrites(table, event));
  return event;
}

export async function storeUpload(accountId: string, fields: Partial<Upload> = {}): Promise<Upload> {
  const created_at = fields.created_at ?? Date.now();
  const upload: Upload = {
    id: createId('upload', created_at, randomBytes),
    account_id: accountId,
    filename: 'carta.pdf',
    size: 1000,
    upload_url_expires_at: created_at + UPLOAD_URL_SECONDS * 1000,
    expires_at: created_at + UPLOAD_SECONDS * 1000,
    created_at,
    used_by: null,
    ...fields,
  };
  await openUploads(open().table).create(upload);
  return upload;
}

/** Takes a letter through moves; a real batch would include the letters of other tests. */
export async function moveLetter(accountId: string, letterId: string, ...moves: LetterMove[]): Promise<void> {
  const tools = { now: () => Date.now(), randomBytes };
  const letters = openLetters(open().table, tools);
  for (const move of moves) {
    const found = await letters.find(accountId, letterId);
    const { moved } = await moveLetterTo({ ...tools, letters, links: { link: async () => null } }, found!, move);
    if (!moved) throw new Error(`a ${found!.mailing.status} letter takes no ${move.trigger}`);
  }
}

/** Moves money of the account at an instant. */
export function moveMoney(accountId: string, type: LedgerType, amount: number, at: number): Promise<LedgerEntry> {
  const move = { account_id: accountId, type, amount, source_id: null, description: null };
  return openLedger(open().table, { now: () => at, randomBytes }).move(move);
}

/** An id that the service could have given, of an object that does not exist. */
export const unknownId = (kind: IdKind) => createId(kind, Date.now(), randomBytes);
