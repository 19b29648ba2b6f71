import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Identity, PendingResponse } from '../../../core/domain/calls.ts';
import { createId, type RandomBytes } from '../../../core/domain/ids.ts';
import { isSandbox } from '../../../core/domain/sandbox.ts';
import { HOUR_MS } from '../../../core/domain/units.ts';
import type { ApiKey } from '../../../core/schemas/api-key.ts';
import { settleAll } from '../../../core/settle-all.ts';
import { sha256 } from '../../../core/sha256.ts';
import { commit } from '../table/calls.ts';
import { apiKeyKey, apiKeyReferenceKey, apiKeysPartition, apiKeyUseKey, apiKeyUsesPartition } from '../table/keys.ts';
import { queryAll } from '../table/queries.ts';
import type { Item } from '../table/schema.ts';
import { readEach, shapeOf } from '../table/stored.ts';
import { storedApiKey } from '../table/stored-schemas.ts';
import { isConditionFailure, type Table } from '../table/table.ts';
import { ConditionLost, type Write } from '../table/transactions.ts';

/** The account already has a key with this reference. */
export class KeyReferenceUsed extends Error {
  readonly keyId: string;

  constructor(keyId: string) {
    super(`the reference belongs to ${keyId}`);
    this.name = 'KeyReferenceUsed';
    this.keyId = keyId;
  }
}

/** A key's names, from the operator and the customer, and the person who made it. */
export interface KeyLabels {
  reference?: string | null;
  name?: string | null;
  created_by?: string | null;
}

export interface IssuedKey {
  secret: string;
  apiKey: ApiKey;
}

/** The call that creates a key. */
export interface KeyCall {
  identity?: Identity;
  toResponse?: (issued: IssuedKey) => Promise<PendingResponse>;
}

/** Shows secret scanners whose key has leaked, and people whether it is for real letters. */
const secretPrefix = (accountId: string) => (isSandbox(accountId) ? 'malote_test_' : 'malote_');
/** Limits a key in constant use to one write an hour. */
export const USE_NOTED_EVERY_MS = HOUR_MS;

/** 256 random bits: too many to guess, so a plain hash is safe. */
const SECRET_BYTES = 32;

const shape = /* @__PURE__ */ shapeOf('API key', ({ api_key }) => api_key, storedApiKey);

/** Keys of accounts, found by the hash of what the customer sends. */
export function openApiKeys(table: Table) {
  return {
    /** The key with this hash, strongly consistent, so that a revocation takes effect immediately. */
    find: async (keySha256: string): Promise<ApiKey | undefined> => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: apiKeyKey(keySha256), ConsistentRead: true }),
      );
      return Item && shape.read(Item);
    },

    /**
     * Creates a key. `secret` cannot be read again.
     * @param labels `reference` is the operator's; a second key with the same one is rejected. `name` is the customer's
     * @param identity the same for every retry with one Idempotency-Key
     * @param toResponse the call's response, with the secret encrypted; committed with the key
     * @throws KeyReferenceUsed
     */
    issue: async (
      accountId: string,
      now: number,
      randomBytes: RandomBytes,
      { reference = null, name = null, created_by = null }: KeyLabels = {},
      { identity, toResponse }: KeyCall = {},
    ): Promise<IssuedKey> => {
      const secret = secretPrefix(accountId) + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url');
      const { id, created_at } = identity ?? { id: createId('api_key', now, randomBytes), created_at: now };
      const labels = { reference, name, created_by };
      const apiKey: ApiKey = { id, account_id: accountId, ...labels, created_at, revoked_at: null };
      await storeKey(table, apiKey, sha256(secret), await toResponse?.({ secret, apiKey }));
      return { secret, apiKey };
    },

    /** The keys of an account, oldest first, with their last use to the hour; null if never used. */
    list: async (accountId: string): Promise<UsedApiKey[]> => {
      const [keys, lastUse] = await settleAll([keysOf(table, accountId), lastUses(table, accountId)]);
      return readEach(table, keys, shape.read).map((key) => ({ ...key, last_used_at: lastUse(key.id) }));
    },

    /**
     * Records that a key was used, at most once an hour.
     * @returns the recorded instant: this one, one less than an hour before it, or a later one
     */
    noteUse: async (accountId: string, keyId: string, at: number): Promise<number> => {
      try {
        await table.client.send(
          new UpdateCommand({
            TableName: table.name,
            Key: apiKeyUseKey(accountId, keyId),
            UpdateExpression: 'SET kind = :kind, used_at = :at',
            ConditionExpression: 'attribute_not_exists(used_at) OR used_at <= :before',
            ExpressionAttributeValues: { ':kind': 'api_key_use', ':at': at, ':before': at - USE_NOTED_EVERY_MS },
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          }),
        );
        return at;
      } catch (error) {
        if (!isConditionFailure(error)) throw error;
        return Number(error.Item?.used_at?.N);
      }
    },

    /**
     * Revokes a key permanently; repeating it changes nothing.
     * @param toResponse the call's response
     * @returns the key, or undefined when the account has none with this id
     */
    revoke: async (
      accountId: string,
      keyId: string,
      now: number,
      toResponse?: (revoked: UsedApiKey) => PendingResponse,
    ): Promise<UsedApiKey | undefined> => {
      const [keys, lastUse] = await settleAll([keysOf(table, accountId), lastUses(table, accountId)]);
      const item = keys.find(({ GSI1SK }) => GSI1SK === keyId);
      if (!item) return undefined;
      const apiKey = { ...shape.read(item), last_used_at: lastUse(keyId) };
      if (apiKey.revoked_at !== null) return apiKey;
      const revoked = { ...apiKey, revoked_at: now };
      await commit(table, [revocation(table, item, now)], toResponse?.(revoked));
      return revoked;
    },

    /** The writes that revoke keys of an account, by their ids, for another transaction. */
    revocations: async (accountId: string, keyIds: readonly string[], now: number): Promise<Write[]> => {
      const keys = keyIds.length === 0 ? [] : await keysOf(table, accountId);
      return keys.filter(({ GSI1SK }) => keyIds.includes(GSI1SK as string)).map((item) => revocation(table, item, now));
    },
  };
}

/** A key and when it was used last. */
export type UsedApiKey = ApiKey & { last_used_at: number | null };

export type ApiKeys = ReturnType<typeof openApiKeys>;

async function storeKey(
  table: Table,
  apiKey: ApiKey,
  secretSha256: string,
  response: PendingResponse | undefined,
): Promise<void> {
  const { id, account_id, reference } = apiKey;
  const put = (name: string, Item: Record<string, unknown>): Write => ({
    name,
    item: { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' } },
  });
  const byAccount = { GSI1PK: apiKeysPartition(account_id), GSI1SK: id };
  const Item = { ...apiKeyKey(secretSha256), kind: 'api_key', ...byAccount, api_key: apiKey, ...shape.stamp };
  const writes = [put('key', Item)];
  const mark = typeof reference === 'string' ? apiKeyReferenceKey(account_id, sha256(reference)) : undefined;
  if (mark) writes.push(put(REFERENCE, { ...mark, kind: 'api_key_reference', api_key_id: id }));
  try {
    await commit(table, writes, response);
  } catch (error) {
    if (!mark || !(error instanceof ConditionLost && error.write === REFERENCE)) throw error;
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: mark, ConsistentRead: true }),
    );
    throw new KeyReferenceUsed(Item!.api_key_id as string);
  }
}

const REFERENCE = 'reference';

const revocation = (table: Table, { PK, SK }: Item, now: number): Write => ({
  name: 'key',
  item: {
    Update: {
      TableName: table.name,
      Key: { PK: PK as string, SK: SK as string },
      UpdateExpression: 'SET api_key.revoked_at = :now',
      ExpressionAttributeValues: { ':now': now },
    },
  },
});

const keysOf = (table: Table, accountId: string) => queryAll(table, apiKeysPartition(accountId), 'GSI1');

/** When keys of an account were used last, by their id. */
async function lastUses(table: Table, accountId: string): Promise<(keyId: string) => number | null> {
  const uses = await queryAll(table, apiKeyUsesPartition(accountId));
  const usedAt = new Map(uses.map(({ SK, used_at }) => [SK, used_at as number]));
  return (keyId) => usedAt.get(keyId) ?? null;
}
