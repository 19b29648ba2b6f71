import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Answering } from '../../core/domain/calls.ts';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import { isSandbox } from '../../core/domain/sandbox.ts';
import type { ApiKey } from '../../core/schemas/api-key.ts';
import { sha256 } from '../../core/sha256.ts';
import { commit } from './calls.ts';
import { apiKeyKey, apiKeyReferenceKey, apiKeysPartition } from './keys.ts';
import { queryAll } from './queries.ts';
import { shapeOf } from './stored.ts';
import { storedApiKey } from './stored-schemas.ts';
import type { Table } from './table.ts';
import { ConditionLost, type Write } from './transactions.ts';

/** The account has a key of this reference. */
export class KeyReferenceUsed extends Error {
  readonly keyId: string;

  constructor(keyId: string) {
    super(`the reference belongs to ${keyId}`);
    this.name = 'KeyReferenceUsed';
    this.keyId = keyId;
  }
}

/** What a key is called, by the operator or by the customer. */
export interface KeyLabels {
  reference?: string | null;
  name?: string | null;
}

/** Tells secret scanners whose key has leaked, and people whether it works with real letters. */
const secretPrefix = (accountId: string) => (isSandbox(accountId) ? 'malote_test_' : 'malote_');
/** 256 random bits: too many to guess, so a plain hash keeps them safe. */
const SECRET_BYTES = 32;

const shape = /* @__PURE__ */ shapeOf('API key', ({ api_key }) => api_key, storedApiKey);

/** Keys of accounts, found by the hash of what the customer sends. */
export function openApiKeys(table: Table) {
  return {
    /** The key of this secret's SHA-256, strongly consistent, so that a revocation acts at once. */
    find: async (keySha256: string): Promise<ApiKey | undefined> => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: apiKeyKey(keySha256), ConsistentRead: true }),
      );
      return Item && shape.read(Item);
    },

    /**
     * Makes a key. `secret` cannot be read again.
     * @param labels `reference` is the operator's own; a second key of the same one is refused. `name` is the customer's
     * @param answering of the call that asks for it, without the secret
     * @throws KeyReferenceUsed
     */
    issue: async (
      accountId: string,
      now: number,
      randomBytes: RandomBytes,
      { reference = null, name = null }: KeyLabels = {},
      answering?: Answering,
    ): Promise<{ secret: string; apiKey: ApiKey }> => {
      const secret = secretPrefix(accountId) + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url');
      const id = createId('api_key', now, randomBytes);
      const apiKey: ApiKey = { id, account_id: accountId, reference, name, created_at: now, revoked_at: null };
      await storeKey(table, apiKey, sha256(secret), answering);
      return { secret, apiKey };
    },

    /** The keys of an account, oldest first. */
    list: async (accountId: string): Promise<ApiKey[]> => (await keysOf(table, accountId)).map(shape.read),

    /**
     * Revokes a key for good; a second time changes nothing.
     * @param answering the answer of the call that asks for it
     * @returns the key, or undefined when the account has none of this id
     */
    revoke: async (
      accountId: string,
      keyId: string,
      now: number,
      answering?: (revoked: ApiKey) => Answering,
    ): Promise<ApiKey | undefined> => {
      const item = (await keysOf(table, accountId)).find(({ GSI1SK }) => GSI1SK === keyId);
      if (!item) return undefined;
      const apiKey = shape.read(item);
      if (apiKey.revoked_at !== null) return apiKey;
      const Update = {
        TableName: table.name,
        Key: { PK: item.PK as string, SK: item.SK as string },
        UpdateExpression: 'SET api_key.revoked_at = :now',
        ExpressionAttributeValues: { ':now': now },
      };
      const revoked = { ...apiKey, revoked_at: now };
      await commit(table, [{ name: 'key', item: { Update } }], answering?.(revoked));
      return revoked;
    },
  };
}

export type ApiKeys = ReturnType<typeof openApiKeys>;

async function storeKey(
  table: Table,
  apiKey: ApiKey,
  secretSha256: string,
  answering: Answering | undefined,
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
    await commit(table, writes, answering);
  } catch (error) {
    if (!mark || !(error instanceof ConditionLost && error.write === REFERENCE)) throw error;
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: mark, ConsistentRead: true }),
    );
    throw new KeyReferenceUsed(Item!.api_key_id as string);
  }
}

const REFERENCE = 'reference';

const keysOf = (table: Table, accountId: string) => queryAll(table, apiKeysPartition(accountId), 'GSI1');
