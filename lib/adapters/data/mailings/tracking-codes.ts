import { retention } from '../../../core/domain/retention.ts';
import { DAY_MS } from '../../../core/domain/units.ts';
import { sha256 } from '../../../core/sha256.ts';
import { trackingCodeKey } from '../table/keys.ts';
import { epochSeconds, type Table } from '../table/table.ts';
import type { Write } from '../table/transactions.ts';

/** Name of the write in its transactions. */
export const TRACKING_CODE = 'tracking code';

/**
 * Reserves a tracking code in the transaction that posts a letter with it, unless another letter was posted with it
 * within the time in which carriers do not reuse codes. It is not called for a letter that already has the code.
 *
 * The item outlives an erased letter. So it names no letter, its time is rounded to a whole day, and its code is
 * hashed, so that no code can be linked to a person.
 */
export function takeTrackingCodeWrite(table: Table, code: string, now: number): Write {
  const until = Math.ceil(now / DAY_MS + retention.trackingCodeDays) * DAY_MS;
  return {
    name: TRACKING_CODE,
    item: {
      Put: {
        TableName: table.name,
        Item: {
          ...trackingCodeKey(sha256(code)),
          kind: 'tracking_code',
          expires_at_epoch: epochSeconds(until),
        },
        ConditionExpression: 'attribute_not_exists(PK) OR expires_at_epoch <= :now',
        ExpressionAttributeValues: { ':now': epochSeconds(now) },
      },
    },
  };
}
