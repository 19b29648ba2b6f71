import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { compileValidator } from '../../lib/adapters/json-schema/compile-validator.ts';
import { createId } from '../../lib/core/domain/ids.ts';
import { unusedKey } from '../../lib/core/domain/key-restrictions.ts';
import { apiKeyResource } from '../../lib/core/resources/api-key.ts';
import { printBatchResource } from '../../lib/core/resources/print-batch.ts';
import { webhookDeliveryResource } from '../../lib/core/resources/webhook-delivery.ts';
import { webhookEndpointResource } from '../../lib/core/resources/webhook-endpoint.ts';
import { apiKeySchema } from '../../lib/core/schemas/api-key.ts';
import type { ObjectSchema } from '../../lib/core/schemas/json-schema.ts';
import { printBatchSchema } from '../../lib/core/schemas/print-batch.ts';
import { webhookDeliverySchema, webhookEndpointSchema } from '../../lib/core/schemas/webhook.ts';

const at = Date.UTC(2026, 0, 5, 12);
const idOf = (kind: Parameters<typeof createId>[0]) => createId(kind, at, randomBytes);
const account_id = idOf('account');
const apiKey = { id: idOf('api_key'), account_id, created_at: at, revoked_at: null };
const batch = { id: idOf('print_batch'), state: 'forming', created_at: at, formed_at: null, manifest: null } as const;
const sha256 = { jsonl: 'a', csv: 'b' };
const endpoint = {
  id: idOf('webhook_endpoint'),
  account_id,
  url: 'https://example.com/hooks',
  events: ['*'],
  state: 'active',
  secrets: [{ sealed: 'c2VjcmV0', created_at: at, expires_at: null }],
  created_at: at,
  slow_until: 0,
} as const;
const attempt = {
  attempt: 1,
  at,
  duration_ms: 20,
  status: null,
  error: 'tls_timeout',
  answer: null,
  retry_after: null,
};
const delivery = {
  event_id: idOf('event'),
  endpoint_id: endpoint.id,
  account_id,
  event_type: 'letter.posted',
  state: 'pending',
  attempt: 2,
  not_before: at,
  queued_for: at,
  due_at: at,
  sweeps: 0,
  lease_until: 0,
  attempts: [],
  created_at: at,
  revision: 1,
} as const;

test.each<[string, ObjectSchema, unknown]>([
  ['active API key', apiKeySchema, apiKeyResource(unusedKey(apiKey), at)],
  ['revoked API key', apiKeySchema, apiKeyResource(unusedKey({ ...apiKey, reference: 'ERP', revoked_at: at }), at)],
  ['forming batch', printBatchSchema, printBatchResource(batch)],
  [
    'formed batch',
    printBatchSchema,
    printBatchResource({ ...batch, state: 'formed', formed_at: at, manifest: { mailings: 2, sheets: 3, sha256 } }),
  ],
  ['webhook endpoint', webhookEndpointSchema, webhookEndpointResource(endpoint)],
  [
    'webhook endpoint with calls',
    webhookEndpointSchema,
    webhookEndpointResource({ ...endpoint, calls: { recent: 'aabG', last_failure_at: at } }),
  ],
  ['webhook delivery', webhookDeliverySchema, webhookDeliveryResource({ delivery, attempts: [attempt] })],
  [
    'ended webhook delivery',
    webhookDeliverySchema,
    webhookDeliveryResource({ delivery: { ...delivery, state: 'delivered' }, attempts: [attempt] }),
  ],
])('%s: the resource has exactly the fields of its schema', (_, schema, resource) => {
  expect(compileValidator(schema).errors(resource)).toEqual([]);
  expect(Object.keys(resource as object).sort()).toEqual(Object.keys(schema.properties).sort());
  expect(JSON.stringify(resource)).not.toContain('c2VjcmV0');
});
