import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import {
  type IdempotencyRecord,
  KEY_LIFETIME_MS,
  keyState,
  type StoredRecord,
  type StoredResponse,
} from '../../../core/domain/idempotency.ts';
import { idempotencyKey } from './keys.ts';
import { shapeOf } from './stored.ts';
import { storedIdempotencyRecord } from './stored-schemas.ts';
import { epochSeconds, ifConditionHolds, isConditionFailure, type Table } from './table.ts';
import { type Write, writeOnceFree } from './transactions.ts';

/** A request to claim a key. `owner` and `seed` are new random text. */
export interface ClaimRequest {
  accountId: string;
  keySha256: string;
  fingerprint: string;
  owner: string;
  seed: string;
  now: number;
}

export type Claim =
  | { outcome: 'claimed'; record: IdempotencyRecord }
  | { outcome: 'answered'; answer: StoredResponse }
  | { outcome: 'in_use' | 'reused' };

/** A round fails only if another call made progress; after this many, the key counts as in use. */
const ROUNDS = 5;

const shape = /* @__PURE__ */ shapeOf('idempotency record', (item) => item, storedIdempotencyRecord);

const notThere = 'attribute_not_exists(PK)';
const expired = 'claimed_at <= :expired';
const ours = '#owner = :owner';
const unanswered = 'attribute_not_exists(answer)';
const oursUnanswered = `${ours} AND ${unanswered}`;

/** The records of an account's Idempotency-Keys (rule IDEM-5). States: `lib/core/domain/idempotency.ts`. */
export function openIdempotencyRecords(table: Table) {
  return {
    /** Claims the key for one call, or returns why not. Takes over from a crashed call, with its seed. */
    claim: async (request: ClaimRequest): Promise<Claim> => {
      let found: StoredRecord | undefined;
      for (let round = 0; round < ROUNDS; round++) {
        const state = keyState(found, request.fingerprint, request.now);
        if (state === 'answered') return { outcome: state, answer: found!.answer! };
        if (state === 'in_use' || state === 'reused') return { outcome: state };
        const record = recordOf(request, state === 'abandoned' ? found : undefined);
        if (await put(table, record, state === 'abandoned' ? found : undefined)) return { outcome: 'claimed', record };
        found = await read(table, record);
        // Already claimed by this same write, which the client repeated after a lost response.
        if (found?.owner === request.owner) return { outcome: 'claimed', record };
      }
      return { outcome: 'in_use' };
    },

    /**
     * Stores the response of a call that has none yet.
     * @returns the response now stored under the key: this one, or that of a call that took over the key; undefined
     * while that call is still running
     */
    complete: async (record: IdempotencyRecord, answer: StoredResponse): Promise<StoredResponse | undefined> => {
      try {
        await writeOnceFree(() => table.client.send(new UpdateCommand(completion(table, record, answer))));
        return answer;
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        return responseIn(record, await read(table, record));
      }
    },

    /**
     * Releases the key after a rejection or failure. Safe while a transaction of this call may still be in flight: it
     * needs the record, so one of the two fails.
     * @returns `released`, or the response when the call had committed after all; `lost` when another call has the key
     */
    release: async (record: IdempotencyRecord): Promise<'released' | 'lost' | StoredResponse> => {
      try {
        const removal = new DeleteCommand({
          TableName: table.name,
          Key: keyOf(record),
          ConditionExpression: oursUnanswered,
          ExpressionAttributeNames: { '#owner': 'owner' },
          ExpressionAttributeValues: { ':owner': record.owner },
        });
        await writeOnceFree(() => table.client.send(removal));
        return 'released';
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        const found = await read(table, record);
        // Already deleted by this same request, which the client repeated after a lost response.
        return found ? (responseIn(record, found) ?? 'lost') : 'released';
      }
    },
  };
}

/**
 * Completes the record in the transaction that creates the object, under the condition that this call still has the
 * key. So of all calls with one key, at most one commits.
 * @param answer its `body` is serialized here exactly as the response is
 */
export function completionWrite(
  table: Table,
  record: IdempotencyRecord,
  answer: { status: number; body: unknown },
): Write {
  const stored = { status: answer.status, body: JSON.stringify(answer.body) };
  return { name: 'idempotency record', item: { Update: completion(table, record, stored) } };
}

function completion(table: Table, record: IdempotencyRecord, answer: StoredResponse) {
  return {
    TableName: table.name,
    Key: keyOf(record),
    UpdateExpression: 'SET answer = :answer',
    ConditionExpression: oursUnanswered,
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': record.owner, ':answer': answer },
  };
}

function recordOf(request: ClaimRequest, abandoned: StoredRecord | undefined): IdempotencyRecord {
  // A corrected body is another request and creates another object.
  const retried = abandoned?.fingerprint === request.fingerprint ? abandoned : undefined;
  return {
    account_id: request.accountId,
    key_sha256: request.keySha256,
    fingerprint: request.fingerprint,
    owner: request.owner,
    seed: retried?.seed ?? request.seed,
    started_at: retried?.started_at ?? request.now,
    claimed_at: request.now,
  };
}

/** Stores the record if there is none, or replaces the abandoned one. False if another call was faster. */
async function put(table: Table, record: IdempotencyRecord, abandoned: StoredRecord | undefined): Promise<boolean> {
  const condition = abandoned
    ? {
        ConditionExpression: oursUnanswered,
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: { ':owner': abandoned.owner },
      }
    : {
        ConditionExpression: `${notThere} OR ${expired}`,
        ExpressionAttributeValues: { ':expired': record.claimed_at - KEY_LIFETIME_MS },
      };
  const claim = new PutCommand({
    TableName: table.name,
    Item: {
      ...keyOf(record),
      kind: 'idempotency_record',
      ...record,
      ...shape.stamp,
      expires_at_epoch: epochSeconds(record.claimed_at + KEY_LIFETIME_MS) + 1,
    },
    ...condition,
  });
  return (await ifConditionHolds(writeOnceFree(() => table.client.send(claim)))) !== undefined;
}

async function read(table: Table, record: IdempotencyRecord): Promise<StoredRecord | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: keyOf(record), ConsistentRead: true }),
  );
  return Item && { answer: undefined, ...shape.read(Item) };
}

/** The response stored under the record's key, strongly consistent; undefined while there is none. */
export async function findResponse(table: Table, record: IdempotencyRecord): Promise<StoredResponse | undefined> {
  return responseIn(record, await read(table, record));
}

/** The response found under the key, if it is for the same request. */
function responseIn(record: IdempotencyRecord, found: StoredRecord | undefined): StoredResponse | undefined {
  return found?.fingerprint === record.fingerprint ? found.answer : undefined;
}

function keyOf(record: IdempotencyRecord) {
  return idempotencyKey(record.account_id, record.key_sha256);
}
