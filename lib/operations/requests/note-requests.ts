import { type ApiKeys, USE_NOTED_EVERY_MS } from '../../adapters/data/accounts/api-keys.ts';
import type { ApiRequests } from '../../adapters/data/accounts/api-requests.ts';
import { isUseOfKey, requestsToStore } from '../../core/domain/api-requests.ts';
import type { ApiRequest } from '../../core/schemas/api-request.ts';
import { settleAll } from '../../core/settle-all.ts';

export interface NoteRequestsDeps {
  requests: Pick<ApiRequests, 'add'>;
  apiKeys: Pick<ApiKeys, 'noteUse'>;
  /** When this process last recorded each key's use, so that it calls the table once an hour. */
  lastNoted: Map<string, number>;
}

/**
 * Stores completed requests for the dashboard, and the last use of their keys (rule DASH-15). Repeating it is harmless.
 */
export async function noteRequests(deps: NoteRequestsDeps, answered: readonly ApiRequest[]): Promise<void> {
  await deps.requests.add(requestsToStore(answered));
  await settleAll(lastUses(answered).map((use) => noteUse(deps, use)));
}

/** The last request of each key. */
function lastUses(answered: readonly ApiRequest[]): ApiRequest[] {
  const inOrder = answered.filter(isUseOfKey).sort((one, other) => one.created_at - other.created_at);
  return [...new Map(inOrder.map((request) => [request.api_key_id, request])).values()];
}

async function noteUse({ apiKeys, lastNoted }: NoteRequestsDeps, { account_id, api_key_id, created_at }: ApiRequest) {
  const noted = lastNoted.get(api_key_id);
  if (noted !== undefined && created_at < noted + USE_NOTED_EVERY_MS) return;
  lastNoted.set(api_key_id, await apiKeys.noteUse(account_id, api_key_id, created_at));
}
