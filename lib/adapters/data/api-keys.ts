import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createId, type RandomBytes } from '../../core/domain/ids.ts';
import { sha256 } from '../../core/sha256.ts';
import { apiKeyKey, apiKeysPartition } from './keys.ts';
import type { Table } from './table.ts';

/** What is kept of an API key. The secret itself is shown once and lives on as its SHA-256 alone (rule PRIV-5). */
export interface ApiKey {
  id: string;
  account_id: string;
  created_at: number;
  /** Epoch milliseconds, or null while the key works. */
  revoked_at: number | null;
}

/** Tells secret scanners whose key has leaked. */
const SECRET_PREFIX = 'malote_';
/** 256 random bits: too many to guess, so a plain hash keeps them safe. */
const SECRET_BYTES = 32;

/** Keys of accounts, found by the hash of what the customer sends. */
export function openApiKeys(table: Table) {
  return {
    /** The key of this secret's SHA-256, strongly consistent, so that a revocation acts at once. */
    find: async (keySha256: string): Promise<ApiKey | undefined> => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: apiKeyKey(keySha256), ConsistentRead: true }),
      );
      return Item?.api_key as ApiKey | undefined;
    },

    /** Makes a key. `secret` cannot be read again. */
    issue: async (accountId: string, now: number, randomBytes: RandomBytes): Promise<{ secret: string; apiKey: ApiKey }> => {
      const secret = SECRET_PREFIX + Buffer.from(randomBytes(SECRET_BYTES)).toString('base64url');
      const apiKey: ApiKey = { id: createId('api_key', now, randomBytes), account_id: accountId, created_at: now, revoked_at: null };
      await table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: {
            ...apiKeyKey(sha256(secret)),
            kind: 'api_key',
            GSI1PK: apiKeysPartition(accountId),
            GSI1SK: apiKey.id,
            api_key: apiKey,
          },
          ConditionExpression: 'attribute_not_exists(PK)',
        }),
      );
      return { secret, apiKey };
    },

    /** The keys of an account, oldest first. */
    list: async (accountId: string): Promise<ApiKey[]> =>
      (await queryKeys(table, accountId)).map((item) => item.api_key as ApiKey),

    /** Revokes a key for good; false when the account has no such key. Revoking twice keeps the first instant. */
    revoke: async (accountId: string, keyId: string, now: number): Promise<boolean> => {
      const item = (await queryKeys(table, accountId)).find(({ GSI1SK }) => GSI1SK === keyId);
      if (!item) return false;
      if ((item.api_key as ApiKey).revoked_at !== null) return true;
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: { PK: item.PK as string, SK: item.SK as string },
          UpdateExpression: 'SET api_key.revoked_at = :now',
          ExpressionAttributeValues: { ':now': now },
        }),
      );
      return true;
    },
  };
}

export type ApiKeys = ReturnType<typeof openApiKeys>;

async function queryKeys(table: Table, accountId: string): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: 'GSI1',
      KeyConditionExpression: 'GSI1PK = :partition',
      ExpressionAttributeValues: { ':partition': apiKeysPartition(accountId) },
    }),
  );
  return Items;
}
