import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { StoredEvent } from '../../../core/domain/events.ts';
import type { Upload } from '../../../core/domain/uploads.ts';
import { readEvent } from '../table/events.ts';
import { deliveryAttemptKey, eventObjectPartition, eventsPartition, idempotencyKey, uploadKey } from '../table/keys.ts';
import { queryAll, walkAll } from '../table/queries.ts';
import { isConditionFailure, type Table } from '../table/table.ts';
import { openDeliveries } from '../webhooks/deliveries.ts';
import { uploadShape } from './uploads.ts';

/** A response stored under an Idempotency-Key. */
export interface KeyedResponse {
  account_id: string;
  key_sha256: string;
  body: string;
}

/**
 * Data about a mailing in other items of the table; each item is rewritten in place. An account may have millions of
 * responses and uploads, so those about the mailing are selected page by page.
 */
export function openMailingTraces(table: Table, now: () => number) {
  const deliveries = openDeliveries(table, now);
  return {
    /** Every event of the mailing that is still stored, whatever its age. */
    events: async (accountId: string, mailingId: string): Promise<StoredEvent[]> =>
      (await queryAll(table, eventObjectPartition(accountId, mailingId), 'GSI2')).map(readEvent),

    rewriteEvent: ({ account_id, id }: StoredEvent, body: string): Promise<void> =>
      set(table, { PK: eventsPartition(account_id), SK: id }, 'body', body),

    /** The responses stored for a day that contain the mailing. */
    answers: async (accountId: string, mailingId: string): Promise<KeyedResponse[]> => {
      const kept: KeyedResponse[] = [];
      for await (const records of walkAll(table, idempotencyKey(accountId, '').PK)) {
        for (const { answer, key_sha256 } of records) {
          const body = (answer as { body?: unknown } | undefined)?.body;
          if (typeof body === 'string' && body.includes(mailingId))
            kept.push({ account_id: accountId, key_sha256: key_sha256 as string, body });
        }
      }
      return kept;
    },

    rewriteResponse: ({ account_id, key_sha256 }: KeyedResponse, body: string): Promise<void> =>
      set(table, idempotencyKey(account_id, key_sha256), 'answer.body', body),

    /** Erases receivers' responses to an event: they may quote the event. */
    forgetReceiversAnswers: async (eventId: string): Promise<void> => {
      for (const { delivery } of await deliveries.logsOfEvent(eventId)) {
        const { endpoint_id } = delivery;
        // Changes the row first: an attempt in progress then fails to replace it and stores no response.
        for (let done = false; !done;) {
          const found = await deliveries.find(eventId, endpoint_id);
          const attempts = found?.attempts.map((attempt) => ({ ...attempt, answer: null }));
          done = !found || !attempts || (await deliveries.replace(found, { ...found, attempts })) !== undefined;
        }
        for (const { attempt } of (await deliveries.findLog(eventId, endpoint_id))?.attempts ?? [])
          await set(table, deliveryAttemptKey(eventId, endpoint_id, attempt), 'attempt.answer', null);
      }
    },

    /** The uploads that the mailing took its document from. */
    uploads: async (accountId: string, mailingId: string): Promise<Upload[]> => {
      const used: Upload[] = [];
      for await (const items of walkAll(table, uploadKey(accountId, '').PK))
        used.push(...items.filter(({ used_by }) => used_by === mailingId).map(uploadShape.read));
      return used;
    },

    renameUpload: ({ account_id, id }: Upload, filename: string): Promise<void> =>
      set(table, uploadKey(account_id, id), 'upload.filename', filename),
  };
}

export type MailingTraces = ReturnType<typeof openMailingTraces>;

/** Sets one attribute of an item that still exists; expired items need no erasing. */
async function set(table: Table, key: { PK: string; SK: string }, path: string, value: string | null): Promise<void> {
  const names = path.split('.');
  try {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: `SET ${names.map((_, index) => `#n${index}`).join('.')} = :value`,
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#n${index}`, name])),
        ExpressionAttributeValues: { ':value': value },
      }),
    );
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}
