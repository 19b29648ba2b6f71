import { permissionFor } from '../../../core/domain/dashboard-operations.ts';
import { createId, type RandomBytes } from '../../../core/domain/ids.ts';
import { Problem } from '../../../core/domain/problems.ts';
import type { Activity } from '../../../core/schemas/activity.ts';
import { describeFailure } from '../../net/failure.ts';
import type { ApiContext, ApiMiddleware, ApiResult, DashboardStores } from '../exchange.ts';
import { type RequestLog } from '../request-log.ts';

interface ActivityOptions extends Pick<DashboardStores, 'activities'> {
  operation: string;
  randomBytes: RandomBytes;
  log: RequestLog;
  /** The id in the path, if any. */
  objectOfPath: (parameters: Readonly<Record<string, string | undefined>>) => string | undefined;
}

/**
 * Records who does what in the dashboard (rule DASH-11), before it is done, so that nothing happens unrecorded. It is
 * innermost, so that a replayed response or a rejection by an outer middleware is not recorded.
 */
export function activity({ activities, operation, randomBytes, log, objectOfPath }: ActivityOptions): ApiMiddleware {
  const isLogged = permissionFor(operation)?.logged ?? false;
  const begun = new WeakMap<ApiContext, Pick<Activity, 'account_id' | 'id'>>();
  const note = async (context: ApiContext, write: Promise<void>) => {
    // The action stands even if recording its outcome fails; the entry then stays `unknown`.
    await write.catch((error: unknown) => {
      log.error('the outcome of an activity was not noted', {
        request_id: context.exchange.requestId,
        failure: describeFailure(error),
      });
    });
  };
  return {
    before: async ({ context }) => {
      const { person, accountId, now } = context.exchange;
      if (!person || !isLogged) return;
      const id = createId('activity', now, randomBytes);
      const who = { id: person.id, name: person.name ?? person.email };
      await activities.begin({ id, account_id: accountId, person: who, operation, created_at: now });
      begun.set(context, { account_id: accountId, id });
    },
    after: async ({ event, context, response }) => {
      const entry = begun.get(context);
      if (!entry) return;
      const object = objectOfPath(event.pathParameters ?? {}) ?? idIn(response);
      await note(context, activities.complete(entry, object ?? null));
    },
    onError: async ({ context, error }) => {
      const entry = begun.get(context);
      // After a failure the outcome is unknown; a rejection changed nothing.
      const isRefusal =
        error instanceof Problem && error.code !== 'internal_error' && error.code !== 'service_unavailable';
      if (entry && isRefusal) await note(context, activities.drop(entry));
    },
  };
}

function idIn(response: ApiResult | null | undefined): string | undefined {
  return response ? (JSON.parse(response.body) as { id?: string }).id : undefined;
}
