import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../../core/domain/calls.ts';
import { retention } from '../../../core/domain/retention.ts';
import { DAY_MS } from '../../../core/domain/units.ts';
import type { Upload } from '../../../core/domain/uploads.ts';
import { commit } from '../table/calls.ts';
import { uploadKey } from '../table/keys.ts';
import { shapeOf } from '../table/stored.ts';
import { storedUpload } from '../table/stored-schemas.ts';
import { epochSeconds, type Table } from '../table/table.ts';
import type { Write } from '../table/transactions.ts';

/** How long the row outlives the upload, so that a late use gets `upload_expired` and not `upload_not_found`. */
const REMEMBERED_MS = retention.uploadRecordDays * DAY_MS;

/** The mailing that used an upload and the hash of its file are separate attributes: they are written alone. */
export const uploadShape = /* @__PURE__ */ shapeOf(
  'upload',
  ({ upload, used_by, file_sha256: sha256 }) => ({
    ...(upload as object),
    used_by: used_by ?? null,
    ...(sha256 !== undefined && { sha256 }),
  }),
  storedUpload,
);

/** Uploads, each used by at most one mailing. */
export function openUploads(table: Table) {
  return {
    /** Stores a new upload with the call's response. */
    create: async (upload: Upload, response?: PendingResponse): Promise<void> => {
      const Put = {
        TableName: table.name,
        Item: {
          ...uploadKey(upload.account_id, upload.id),
          kind: 'upload',
          upload,
          ...uploadShape.stamp,
          expires_at_epoch: epochSeconds(upload.expires_at + REMEMBERED_MS),
        },
        ConditionExpression: 'attribute_not_exists(PK)',
      };
      await commit(table, [{ name: UPLOAD, item: { Put } }], response);
    },

    find: async (accountId: string, uploadId: string): Promise<Upload | undefined> => {
      const { Item } = await table.client.send(
        new GetCommand({ TableName: table.name, Key: uploadKey(accountId, uploadId), ConsistentRead: true }),
      );
      return Item && uploadShape.read(Item);
    },

    /**
     * Stores the hash of the file, unless one is stored.
     * @returns the stored hash
     */
    pin: async ({ account_id, id }: Pick<Upload, 'account_id' | 'id'>, digest: string): Promise<string> => {
      const update = new UpdateCommand({
        TableName: table.name,
        Key: uploadKey(account_id, id),
        UpdateExpression: 'SET file_sha256 = if_not_exists(file_sha256, :digest)',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeValues: { ':digest': digest },
        ReturnValues: 'UPDATED_NEW',
      });
      const { Attributes } = await table.client.send(update);
      return Attributes!.file_sha256 as string;
    },
  };
}

export type Uploads = ReturnType<typeof openUploads>;

/** Name of that write. */
export const UPLOAD = 'upload';

/** The write that assigns an upload to the mailing that is created in the same transaction. */
export function consumeUploadWrite(table: Table, upload: Upload, mailingId: string): Write {
  return {
    name: UPLOAD,
    item: {
      Update: {
        TableName: table.name,
        Key: uploadKey(upload.account_id, upload.id),
        UpdateExpression: 'SET used_by = :mailing',
        ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(used_by)',
        ExpressionAttributeValues: { ':mailing': mailingId },
      },
    },
  };
}
