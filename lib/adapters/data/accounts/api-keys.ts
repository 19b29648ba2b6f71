import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { MOST_KEYS } from '../../../core/domain/accounts.ts';
import type { Identity, PendingResponse } from '../../../core/domain/calls.ts';
import { createId, type RandomBytes } from '../../../core/domain/ids.ts';
import { newSpending } from '../../../core/domain/key-restrictions.ts';
import { Problem } from '../../../core/domain/problems.ts';
import { isSandbox } from '../../../core/domain/sandbox.ts';
import { HOUR_MS } from '../../../core/domain/units.ts';
import type { ApiKey, KeyRestrictions, UsedApiKey } from '../../../core/schemas/api-key.ts';
import { settleAll } from '../../../core/settle-all.ts';
import { sha256 } from '../../../core/sha256.ts';
import { limitsWrite, newSpendingWrite, spendingsOf } from '../money/key-spending.ts';
import { commit, commitIfConditionsHold } from '../table/calls.ts';
import {
  apiKeyCountKey,
  apiKeyKey,
  apiKeyReferenceKey,
  apiKeysPartition,
  apiKeyUseKey,
  apiKeyUsesPartition,
} from '../table/keys.ts';
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

/** A key's names, from the operator and the customer, the person who made it, and what it is restricted to. */
export interface KeyLabels {
  reference?: string | null;
  name?: string | null;
  created_by?: string | null;
  restrictions?: KeyRestrictions | null;
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
     * @throws KeyReferenceUsed · Problem invalid_parameters if the account has too many keys
     */
    issue: async (
      accountId: string,
      now: number,
      randomBytes: RandomBytes,
      { reference = null, name = null, created_by = null, restrictions = null }: KeyLabels = {},
      { identity, toResponse }: KeyCall = {},
    ): Promise<IssuedKey> => {
      const secret = secretPrefix(accountId) + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url');
      const { id, created_at } = identity ?? { id: createId('api_key', now, randomBytes), created_at: now };
      const labels = { reference, name, created_by };
      const apiKey: ApiKey = { id, account_id: accountId, ...labels, created_at, revoked_at: null, restrictions };
      const response = await toResponse?.({ secret, apiKey });
      while (!(await storeKey(table, apiKey, sha256(secret), response))) {
        // Another call issued or revoked a key at the same moment.
      }
      return { secret, apiKey };
    },

    /** The keys of an account, oldest first, with their last use to the hour; null if never used. */
    list: async (accountId: string): Promise<UsedApiKey[]> => {
      const [keys, withUse] = await settleAll([keysOf(table, accountId), uses(table, accountId)]);
      return readEach(table, keys, shape.read).map(withUse);
    },

    /**
     * Replaces what a key is restricted to, immediately. What it has ordered stays counted.
     * @param toResponse the call's response
     * @returns the key, or undefined when the account has none with this id
     */
    restrict: async (
      accountId: string,
      keyId: string,
      restrictions: KeyRestrictions | null,
      toResponse?: (restricted: UsedApiKey) => PendingResponse,
    ): Promise<UsedApiKey | undefined> => {
      for (;;) {
        const [keys, withUse] = await settleAll([keysOf(table, accountId), uses(table, accountId)]);
        const item = keys.find(({ GSI1SK }) => GSI1SK === keyId);
        if (!item) return undefined;
        const known = withUse(shape.read(item));
        const limits = restrictions ?? unlimited;
        const spending = known.spending
          ? { ...known.spending, daily_limit: limits.daily_limit, total_limit: limits.total_limit }
          : restrictions && newSpending(restrictions);
        const restricted = { ...known, restrictions, spending };
        const writes = [restriction(table, item, restrictions)];
        if (known.spending) writes.push(limitsWrite(table, accountId, keyId, limits));
        else if (restrictions) writes.push(newSpendingWrite(table, accountId, keyId, restrictions));
        if (await commitIfConditionsHold(table, writes, toResponse?.(restricted))) return restricted;
        // Another call restricted it for the first time at the same moment.
      }
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
      for (;;) {
        const [keys, withUse] = await settleAll([keysOf(table, accountId), uses(table, accountId)]);
        const item = keys.find(({ GSI1SK }) => GSI1SK === keyId);
        if (!item) return undefined;
        const apiKey = withUse(shape.read(item));
        if (apiKey.revoked_at !== null) return apiKey;
        const revoked = { ...apiKey, revoked_at: now };
        const writes = [revocation(table, item, now), await countWrite(table, accountId, -1)];
        if (await commitIfConditionsHold(table, writes, toResponse?.(revoked))) return revoked;
        // Another call revoked it at the same moment.
      }
    },

    /** The writes that revoke keys of an account, by their ids, for another transaction. */
    revocations: async (accountId: string, keyIds: readonly string[], now: number): Promise<Write[]> => {
      if (keyIds.length === 0) return [];
      const keys = (await keysOf(table, accountId)).filter(({ GSI1SK }) => keyIds.includes(GSI1SK as string));
      return [...keys.map((item) => revocation(table, item, now)), await countWrite(table, accountId, -keys.length)];
    },
  };
}

export type ApiKeys = ReturnType<typeof openApiKeys>;

/** @returns false, with nothing written, if the count of keys changed in the meantime, and is not full */
async function storeKey(
  table: Table,
  apiKey: ApiKey,
  secretSha256: string,
  response: PendingResponse | undefined,
): Promise<boolean> {
  const { id, account_id, reference, restrictions } = apiKey;
  const put = (name: string, Item: Record<string, unknown>): Write => ({
    name,
    item: { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(PK)' } },
  });
  const byAccount = { GSI1PK: apiKeysPartition(account_id), GSI1SK: id };
  const Item = { ...apiKeyKey(secretSha256), kind: 'api_key', ...byAccount, api_key: apiKey, ...shape.stamp };
  const writes = [put('key', Item)];
  const mark = typeof reference === 'string' ? apiKeyReferenceKey(account_id, sha256(reference)) : undefined;
  if (mark) writes.push(put(REFERENCE, { ...mark, kind: 'api_key_reference', api_key_id: id }));
  if (restrictions) writes.push(newSpendingWrite(table, account_id, id, restrictions));
  writes.push(await countWrite(table, account_id, 1));
  try {
    await commit(table, writes, response);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionLost)) throw error;
    if (error.write === COUNT) {
      if ((await countOf(table, account_id)).keys < MOST_KEYS) return false;
      throw tooManyKeys();
    }
    if (!mark || error.write !== REFERENCE) throw error;
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: mark, ConsistentRead: true }),
    );
    throw new KeyReferenceUsed(Item!.api_key_id as string);
  }
}

const REFERENCE = 'reference';
/** Name of the write whose condition fails if the account has too many keys, or its keys were first counted meanwhile. */
const COUNT = 'key count';

const tooManyKeys = () => Problem.invalid([{ param: 'api_keys', code: 'too_long', values: { max_items: MOST_KEYS } }]);

/** Working keys of an account; those of accounts whose keys nobody has counted are counted now. */
async function countOf(table: Table, accountId: string): Promise<{ keys: number; isStored: boolean }> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: apiKeyCountKey(accountId), ConsistentRead: true }),
  );
  if (Item) return { keys: Item.keys as number, isStored: true };
  const keys = readEach(table, await keysOf(table, accountId), shape.read);
  return { keys: keys.filter(({ revoked_at }) => revoked_at === null).length, isStored: false };
}

/** Counts keys in the transaction that issues or revokes them, so that concurrent calls never exceed the limit. */
async function countWrite(table: Table, accountId: string, change: number): Promise<Write> {
  const { keys, isStored } = await countOf(table, accountId);
  if (!isStored && change > 0 && keys >= MOST_KEYS) throw tooManyKeys();
  return {
    name: COUNT,
    item: {
      Update: {
        TableName: table.name,
        Key: apiKeyCountKey(accountId),
        UpdateExpression: 'SET kind = :kind ADD #keys :change',
        ConditionExpression: isStored ? '#keys < :bound' : 'attribute_not_exists(PK)',
        ExpressionAttributeNames: { '#keys': 'keys' },
        ExpressionAttributeValues: {
          ':kind': 'api_key_count',
          ':change': isStored ? change : keys + change,
          ...(isStored && { ':bound': change > 0 ? MOST_KEYS : Number.MAX_SAFE_INTEGER }),
        },
      },
    },
  };
}

const revocation = (table: Table, { PK, SK }: Item, now: number): Write => ({
  name: 'key',
  item: {
    Update: {
      TableName: table.name,
      Key: { PK: PK as string, SK: SK as string },
      UpdateExpression: 'SET api_key.revoked_at = :now',
      ConditionExpression: 'api_key.revoked_at = :working',
      ExpressionAttributeValues: { ':now': now, ':working': null },
    },
  },
});

const restriction = (table: Table, { PK, SK }: Item, restrictions: KeyRestrictions | null): Write => ({
  name: 'key',
  item: {
    Update: {
      TableName: table.name,
      Key: { PK: PK as string, SK: SK as string },
      UpdateExpression: 'SET api_key.restrictions = :restrictions',
      ExpressionAttributeValues: { ':restrictions': restrictions },
    },
  },
});

const unlimited = { daily_limit: null, total_limit: null };

const keysOf = (table: Table, accountId: string) => queryAll(table, apiKeysPartition(accountId), 'GSI1');

/** Keys of an account with their last use and what they have ordered. */
async function uses(table: Table, accountId: string): Promise<(key: ApiKey) => UsedApiKey> {
  const [noted, spendingOf] = await settleAll([
    queryAll(table, apiKeyUsesPartition(accountId)),
    spendingsOf(table, accountId),
  ]);
  const usedAt = new Map(noted.map(({ SK, used_at }) => [SK, used_at as number]));
  return (key) => ({ ...key, last_used_at: usedAt.get(key.id) ?? null, spending: spendingOf(key.id) });
}
