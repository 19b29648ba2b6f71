import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { openApiKeys } from '../../lib/data/api-keys.ts';
import { openIdempotencyRecords } from '../../lib/data/idempotency-records.ts';
import { accountPartition, requestCountKey } from '../../lib/data/keys.ts';
import { openLedger } from '../../lib/data/ledger.ts';
import { openLetters } from '../../lib/data/letters.ts';
import { openTable, type Table } from '../../lib/data/table.ts';
import type { StoredEvent } from '../../lib/domain/events.ts';
import { openUploads } from '../../lib/data/uploads.ts';
import { createId, type IdKind } from '../../lib/domain/ids.ts';
import type { LedgerEntry, LedgerType } from '../../lib/domain/ledger.ts';
import type { Letter, LetterMove } from '../../lib/domain/letters.ts';
import { UPLOAD_SECONDS, UPLOAD_URL_SECONDS, type Upload } from '../../lib/domain/uploads.ts';
import { fingerprintOf, sha256 } from '../../lib/http/fingerprint.ts';
import { LOCAL_SECRET_ACCESS_KEY } from '../../lib/local/aws-signature.ts';
import { moveLetterTo } from '../../lib/operations/move-letter.ts';
import { eventFor } from '../../lib/operations/move-mailing.ts';
import { letterResource } from '../../lib/resources/letter.ts';
import { letterSample } from './samples.ts';
import { useOneCustomer, useService, type Customer } from './service.ts';

/** What no customer sees: the table and the buckets behind the service. */

type Item = Record<string, unknown>;

/** Everything that is kept of an account. */
export interface Stored {
  /** In key order. */
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
 * Reads all that an account has, whatever it is: every item whose partition is its own, every file under its name. Left
 * out: the request counters, and what workers write on an item in their own time (outbox mark, state machine's token).
 */
export async function storedFor(accountId: string): Promise<Stored> {
  const [items, files] = await Promise.all([itemsOf(accountId), filesOf(accountId)]);
  return { items, files };
}

/** Runs what must leave an account as it is: every item and file, and so its balance and its ledger. */
export async function unchanged<Result>(accountId: string, run: () => Promise<Result>): Promise<Result> {
  const before = await storedFor(accountId);
  const result = await run();
  expect(await storedFor(accountId)).toEqual(before);
  return result;
}

/** One account for all tests of a describe, fewer than 50 requests in all, which leave it as it is. */
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

async function itemsOf(accountId: string): Promise<Item[]> {
  const { table } = open();
  const items: Item[] = [];
  let start: Item | undefined;
  do {
    const page = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        FilterExpression: 'begins_with(PK, :account) AND kind <> :counter',
        ExpressionAttributeValues: { ':account': accountPartition(accountId), ':counter': 'request_count' },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    items.push(...(page.Items ?? []).map(({ GSI3PK: _work, GSI3SK: _due, task_token: _token, ...item }) => item));
    start = page.LastEvaluatedKey;
  } while (start);
  return items.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const keyOf = ({ PK, SK }: Item) => `${String(PK)} ${String(SK)}`;

async function filesOf(accountId: string): Promise<string[]> {
  const { outputs } = useService();
  const buckets = [outputs.DocumentsBucket!, outputs.UploadsBucket!];
  const listed = await Promise.all(
    buckets.map(async (Bucket) => {
      const { Contents = [], IsTruncated } = await open().s3.send(new ListObjectsV2Command({ Bucket }));
      if (IsTruncated) throw new Error(`${Bucket} has more files than one listing shows`);
      return Contents.map(({ Key, ETag }) => `${Bucket}/${Key} ${ETag}`);
    }),
  );
  return listed.flat().filter((file) => file.includes(accountId));
}

/** Makes a key of the account that is revoked already. */
export async function revokedKey(accountId: string): Promise<string> {
  const apiKeys = openApiKeys(open().table);
  const { secret, apiKey } = await apiKeys.issue(accountId, Date.now(), randomBytes);
  await apiKeys.revoke(accountId, apiKey.id, Date.now());
  return secret;
}

/** A request that was sent with an Idempotency-Key some time ago, with its answer if it got one. */
export interface EarlierCall {
  path: string;
  body: unknown;
  secondsAgo: number;
  answer?: { status: number; body: string };
}

/** Leaves a key as a call of that time would have left it. */
export async function leaveKey(accountId: string, key: string, call: EarlierCall): Promise<void> {
  const records = openIdempotencyRecords(open().table);
  const claim = await records.claim({
    accountId,
    keySha256: sha256(key),
    fingerprint: fingerprintOf('POST', call.path, call.body),
    owner: 'earlier call',
    seed: 'earlier call',
    now: Date.now() - call.secondsAgo * 1000,
  });
  if (claim.outcome !== 'claimed') throw new Error(`the key is ${claim.outcome}`);
  if (call.answer) await records.complete(claim.record, call.answer);
}

const LONGEST_TEST_SECONDS = 60;

/** Leaves the account `left` requests in each of the coming seconds. */
export async function limitRequests(accountId: string, left: number): Promise<void> {
  const { table } = open();
  const second = Math.floor(Date.now() / 1000);
  const seconds = Array.from({ length: LONGEST_TEST_SECONDS }, (_, index) => second + index);
  await Promise.all(
    seconds.map((each) =>
      table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: { ...requestCountKey(accountId, each), kind: 'request_count', count: 50 - left },
        }),
      ),
    ),
  );
}

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
    completion: undefined,
  });
  return { letter, event };
}

/** Stores an upload of the account without its file. */
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

/** Takes a letter through moves of its life; forming a real batch would take along the letters of other tests. */
export async function moveLetter(accountId: string, letterId: string, ...moves: LetterMove[]): Promise<void> {
  const tools = { now: () => Date.now(), randomBytes };
  const letters = openLetters(open().table, tools);
  for (const move of moves) {
    const found = await letters.find(accountId, letterId);
    const { moved } = await moveLetterTo({ ...tools, letters, previews: { link: async () => null } }, found!, move);
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
