import { type ApiKeys, USE_NOTED_EVERY_MS } from '../../adapters/data/api-keys.ts';
import type { ApiRequests } from '../../adapters/data/api-requests.ts';
import { isUseOfKey, worthKeeping } from '../../core/domain/api-requests.ts';
import type { ApiRequest } from '../../core/schemas/api-request.ts';

export interface NoteRequestsDeps {
  requests: Pick<ApiRequests, 'add'>;
  apiKeys: Pick<ApiKeys, 'noteUse'>;
  /** When uses of keys were noted by this process, so that it asks the table once in an hour. */
  lastNoted: Map<string, number>;
}

/** Keeps answered requests for the dashboard, and when their keys were used last (rule DASH-15). Doing so twice is harmless. */
export async function noteRequests(deps: NoteRequestsDeps, answered: readonly ApiRequest[]): Promise<void> {
  await deps.requests.add(worthKeeping(answered));
  await Promise.all(lastUses(answered).map((use) => noteUse(deps, use)));
}

/** Of each key the last request. */
function lastUses(answered: readonly ApiRequest[]): ApiRequest[] {
  const inOrder = answered.filter(isUseOfKey).sort((one, other) => one.created_at - other.created_at);
  return [...new Map(inOrder.map((request) => [request.api_key_id, request])).values()];
}

async function noteUse({ apiKeys, lastNoted }: NoteRequestsDeps, { account_id, api_key_id, created_at }: ApiRequest) {
  const noted = lastNoted.get(api_key_id);
  if (noted !== undefined && created_at < noted + USE_NOTED_EVERY_MS) return;
  lastNoted.set(api_key_id, await apiKeys.noteUse(account_id, api_key_id, created_at));
}
