import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../core/domain/calls.ts';
import { retention } from '../../core/domain/retention.ts';
import { DAY_MS } from '../../core/domain/units.ts';
import type { Upload } from '../../core/domain/uploads.ts';
import { commit } from './calls.ts';
import { uploadKey } from './keys.ts';
import { shapeOf } from './stored.ts';
import { storedUpload } from './stored-schemas.ts';
import { epochSeconds, type Table } from './table.ts';
import type { Write } from './transactions.ts';

/** How long the row outlives the upload, so that a late use gets `upload_expired` and not `upload_not_found`. */
const REMEMBERED_MS = retention.uploadRecordDays * DAY_MS;

/** The mailing that used an upload is a separate attribute, so that a condition can check it. */
export const uploadShape = /* @__PURE__ */ shapeOf(
  'upload',
  ({ upload, used_by }) => ({ ...(upload as object), used_by: used_by ?? null }),
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
