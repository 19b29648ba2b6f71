import { isSandbox } from '../domain/sandbox.ts';
import type { ApiRequest, ApiRequestResource } from '../schemas/api-request.ts';
import { timestamp } from './timestamps.ts';

/** A request that was made with an API key. */
export function apiRequestResource({ account_id, created_at, ...request }: ApiRequest): ApiRequestResource {
  return {
    id: request.id,
    object: 'api_request',
    operation: request.operation,
    method: request.method,
    path: request.path,
    object_id: request.object_id,
    status: request.status,
    error_code: request.error_code,
    replayed: request.replayed,
    duration_ms: request.duration_ms,
    api_key_id: request.api_key_id,
    mode: isSandbox(account_id) ? 'test' : 'live',
    created_at: timestamp(created_at),
  };
}
