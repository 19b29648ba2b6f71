import type { Activity, ActivityResource } from '../schemas/activity.ts';
import { timestamp } from './timestamps.ts';

/** The documented JSON of a person's action in an account. */
export function activityResource({
  id,
  person,
  operation,
  object_id,
  outcome,
  created_at,
}: Activity): ActivityResource {
  return { id, object: 'activity', person, operation, object_id, outcome, created_at: timestamp(created_at) };
}
