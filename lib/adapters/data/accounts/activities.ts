import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { retention } from '../../../core/domain/retention.ts';
import { DAY_MS } from '../../../core/domain/units.ts';
import type { Activity } from '../../../core/schemas/activity.ts';
import { activitiesPartition, activityKey } from '../table/keys.ts';
import { type Page, type PageRequest, queryPage } from '../table/queries.ts';
import type { Item } from '../table/schema.ts';
import { shapeOf } from '../table/stored.ts';
import { storedActivity } from '../table/stored-schemas.ts';
import { epochSeconds, type Table } from '../table/table.ts';

const shape = /* @__PURE__ */ shapeOf('activity', ({ activity }) => activity, storedActivity);
const KEPT_MS = retention.activityDays * DAY_MS;

/** The item of an activity, also for a transaction that does what it records. */
export function activityItem(activity: Activity): Item {
  return {
    ...activityKey(activity.account_id, activity.id),
    kind: 'activity',
    activity,
    ...shape.stamp,
    expires_at_epoch: epochSeconds(activity.created_at + KEPT_MS),
  };
}

/** What people did in accounts (rule DASH-11). */
export function openActivities(table: Table) {
  return {
    /** Records what a person is about to do; its outcome is `unknown` until it is recorded. */
    begin: async (activity: Omit<Activity, 'outcome' | 'object_id'>): Promise<void> => {
      const item = activityItem({ ...activity, object_id: null, outcome: 'unknown' });
      await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
    },

    /** Records what a person has done. */
    record: async (activity: Activity): Promise<void> => {
      await table.client.send(new PutCommand({ TableName: table.name, Item: activityItem(activity) }));
    },

    /** Records that it was done, and to which object. */
    complete: async (
      { account_id, id }: Pick<Activity, 'account_id' | 'id'>,
      objectId: string | null,
    ): Promise<void> => {
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: activityKey(account_id, id),
          UpdateExpression: 'SET activity.outcome = :done, activity.object_id = :object',
          ConditionExpression: 'attribute_exists(PK)',
          ExpressionAttributeValues: { ':done': 'done', ':object': objectId },
        }),
      );
    },

    /** Removes the record of a rejected action: nothing happened. */
    drop: async ({ account_id, id }: Pick<Activity, 'account_id' | 'id'>): Promise<void> => {
      await table.client.send(new DeleteCommand({ TableName: table.name, Key: activityKey(account_id, id) }));
    },

    /** A page, newest first. Expired items may still be in the table, so the age limits the range too. */
    list: (accountId: string, request: PageRequest, now: number): Promise<Page<Activity>> =>
      queryPage(
        table,
        { partition: activitiesPartition(accountId) },
        'activity',
        { ...request, createdAfter: Math.max(request.createdAfter ?? 0, now - KEPT_MS) },
        shape.read,
      ),
  };
}

export type Activities = ReturnType<typeof openActivities>;
