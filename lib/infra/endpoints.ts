import type { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import type { Webhooks } from './webhooks.ts';

/** Resources that endpoints may be bound to. */
export interface Bindings {
  platform: Platform;
  webhooks: Webhooks;
}

/** One endpoint of the API. A row here is all it takes: the function is bundled, bound, routed and guarded. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the base URL, as the API description writes it. */
  path: string;
  /** Folder under `functions/`. */
  function: string;
  /** Renders documents, which needs more memory and time than other endpoints. */
  renders?: true;
  /** The function's access: each call gives it the name of a resource and the narrowest grant on it. */
  bind: (fn: ServiceFunction, bindings: Bindings) => void;
}

export const endpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/letters',
    function: 'letters-create',
    renders: true,
    bind: (fn) =>
      fn
        .bindTable('targetHosts', 'answers', 'charges')
        .bindDocuments('write')
        .bindPreviewLinks()
        .bindUploads('read')
        .bindConfirmationPageBase(),
  },
  {
    method: 'POST',
    path: '/letters/quote',
    function: 'letters-quote',
    renders: true,
    bind: (fn) => fn.bindTable('targetHosts', 'answers', 'usedUploads').bindUploads('read').bindConfirmationPageBase(),
  },
  {
    method: 'GET',
    path: '/letters',
    function: 'letters-list',
    bind: (fn) => fn.bindTable().bindPreviewLinks(),
  },
  {
    method: 'GET',
    path: '/letters/{letter_id}',
    function: 'letters-get',
    bind: (fn) => fn.bindTable().bindPreviewLinks(),
  },
  {
    method: 'POST',
    path: '/letters/{letter_id}/cancel',
    function: 'letters-cancel',
    bind: (fn) => fn.bindTable('answers', 'charges').bindPreviewLinks(),
  },
  {
    method: 'POST',
    path: '/letter-batches',
    function: 'letter-batches-create',
    bind: (fn) => fn.bindTable('answers', 'newMailMerges').bindUploadLinks(),
  },
  { method: 'GET', path: '/letter-batches', function: 'letter-batches-list', bind: (fn) => fn.bindTable() },
  {
    method: 'GET',
    path: '/letter-batches/{letter_batch_id}',
    function: 'letter-batches-get',
    bind: (fn) => fn.bindTable(),
  },
  {
    method: 'GET',
    path: '/letter-batches/{letter_batch_id}/rows',
    function: 'letter-batches-rows',
    bind: (fn) => fn.bindTable(),
  },
  {
    method: 'POST',
    path: '/letter-batches/{letter_batch_id}/quote',
    function: 'letter-batches-quote',
    bind: (fn) => fn.bindTable('answers', 'mailMergeMoves').bindMailMergeFiles('read'),
  },
  {
    method: 'POST',
    path: '/letter-batches/{letter_batch_id}/confirm',
    function: 'letter-batches-confirm',
    bind: (fn) => fn.bindTable('answers', 'charges', 'mailMergeMoves'),
  },
  {
    method: 'POST',
    path: '/letter-batches/{letter_batch_id}/cancel',
    function: 'letter-batches-cancel',
    bind: (fn) => fn.bindTable('answers', 'mailMergeMoves'),
  },
  {
    method: 'POST',
    path: '/verifications',
    function: 'verifications-create',
    renders: true,
    bind: (fn) =>
      fn
        .bindTable('targetHosts', 'answers', 'charges')
        .bindDocuments('write')
        .bindPreviewLinks()
        .bindVerificationFiles('write')
        .bindUploads('read')
        .bindVerificationCodes()
        .bindConfirmationPageBase(),
  },
  {
    method: 'POST',
    path: '/verifications/quote',
    function: 'verifications-quote',
    renders: true,
    bind: (fn) =>
      fn
        .bindTable('targetHosts', 'answers', 'usedUploads')
        .bindDocuments('write')
        .bindPreviewLinks()
        .bindUploads('read')
        .bindConfirmationPageBase(),
  },
  {
    method: 'GET',
    path: '/verifications',
    function: 'verifications-list',
    bind: (fn) => fn.bindTable().bindPreviewLinks(),
  },
  { method: 'GET', path: '/verifications/figures', function: 'verification-figures-get', bind: (fn) => fn.bindTable() },
  {
    method: 'GET',
    path: '/verifications/{verification_id}',
    function: 'verifications-get',
    bind: (fn) => fn.bindTable().bindPreviewLinks(),
  },
  {
    method: 'POST',
    path: '/verifications/{verification_id}/check',
    function: 'verifications-check',
    bind: (fn) => fn.bindTable('answers', 'verificationChanges').bindPreviewLinks().bindVerificationCodes(),
  },
  {
    method: 'POST',
    path: '/verifications/{verification_id}/cancel',
    function: 'verifications-cancel',
    bind: (fn) => fn.bindTable('answers', 'charges').bindPreviewLinks(),
  },
  {
    method: 'GET',
    path: '/verifications/{verification_id}/attempts',
    function: 'verification-attempts-list',
    bind: (fn) => fn.bindTable(),
  },
  {
    method: 'GET',
    path: '/letters/{letter_id}/evidence',
    function: 'letters-evidence',
    bind: (fn) => fn.bindTable('evidence').bindEvidence().bindProduction('outbox', 'read').bindConfirmationPageBase(),
  },
  { method: 'GET', path: '/letters/{letter_id}/look-ups', function: 'letters-look-ups', bind: (fn) => fn.bindTable() },
  {
    method: 'GET',
    path: '/verifications/{verification_id}/evidence',
    function: 'verification-evidence-get',
    bind: (fn) => fn.bindTable('evidence').bindEvidence().bindProduction('outbox', 'read').bindConfirmationPageBase(),
  },
  {
    method: 'POST',
    path: '/uploads',
    function: 'uploads-create',
    bind: (fn) => fn.bindTable('answers', 'uploads').bindUploadLinks(),
  },
  { method: 'GET', path: '/account', function: 'account-get', bind: (fn) => fn.bindTable() },
  { method: 'GET', path: '/balance', function: 'balance-get', bind: (fn) => fn.bindTable() },
  {
    method: 'GET',
    path: '/balance/transactions',
    function: 'balance-transactions-list',
    bind: (fn) => fn.bindTable(),
  },
  { method: 'GET', path: '/events', function: 'events-list', bind: (fn) => fn.bindTable() },
  { method: 'GET', path: '/postal-codes', function: 'postal-codes-search', bind: (fn) => fn.bindTable() },
  { method: 'POST', path: '/addresses/check', function: 'addresses-check', bind: (fn) => fn.bindTable() },
  {
    method: 'GET',
    path: '/postal-codes/{postal_code}',
    function: 'postal-codes-get',
    bind: (fn) => fn.bindTable(),
  },
  {
    method: 'GET',
    path: '/webhook-endpoints',
    function: 'webhook-endpoints-list',
    bind: (fn) => fn.bindTable(),
  },
  {
    method: 'POST',
    path: '/webhook-endpoints',
    function: 'webhook-endpoints-create',
    bind: (fn, { webhooks }) =>
      fn.bindTable('answers', 'newEndpoints').bindWebhookSecrets(webhooks.secrets, 'issue', 'open'),
  },
  {
    method: 'GET',
    path: '/webhook-endpoints/{endpoint_id}',
    function: 'webhook-endpoints-get',
    bind: (fn) => fn.bindTable(),
  },
  {
    method: 'PATCH',
    path: '/webhook-endpoints/{endpoint_id}',
    function: 'webhook-endpoints-edit',
    bind: (fn) => fn.bindTable('outcomes', 'editedEndpoints'),
  },
  {
    method: 'DELETE',
    path: '/webhook-endpoints/{endpoint_id}',
    function: 'webhook-endpoints-remove',
    bind: (fn) => fn.bindTable('outcomes', 'removedEndpoints'),
  },
  {
    method: 'POST',
    path: '/webhook-endpoints/{endpoint_id}/rotate-secret',
    function: 'webhook-endpoints-rotate-secret',
    bind: (fn, { webhooks }) =>
      fn.bindTable('answers', 'editedEndpoints').bindWebhookSecrets(webhooks.secrets, 'issue', 'open'),
  },
  {
    method: 'POST',
    path: '/webhook-endpoints/{endpoint_id}/test',
    function: 'webhook-endpoints-test',
    bind: (fn, { webhooks }) =>
      fn.bindTable('answers').bindWebhookSecrets(webhooks.secrets, 'open').bindNetwork(webhooks.network),
  },
  {
    method: 'POST',
    path: '/webhook-endpoints/{endpoint_id}/send-failed',
    function: 'webhook-endpoints-send-failed',
    bind: (fn, { webhooks }) => fn.bindTable('answers', 'deliveries').bindDeliveryQueues(webhooks),
  },
  {
    method: 'GET',
    path: '/webhook-deliveries',
    function: 'webhook-deliveries-list',
    bind: (fn) => fn.bindTable(),
  },
  {
    method: 'GET',
    path: '/webhook-deliveries/{delivery_id}',
    function: 'webhook-deliveries-get',
    bind: (fn) => fn.bindTable(),
  },
  {
    method: 'POST',
    path: '/webhook-deliveries/{delivery_id}/send-again',
    function: 'webhook-deliveries-send-again',
    bind: (fn, { webhooks }) => fn.bindTable('answers', 'deliveries').bindDeliveryQueues(webhooks),
  },
];

/**
 * Handles every path and method that has no row above. It reads nothing: the response is the same with and without a
 * key.
 */
export const fallbackFunction = 'endpoint-not-found';
