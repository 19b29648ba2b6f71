import type { Bindings, Endpoint } from './endpoints.ts';
import type { ServiceFunction } from './function.ts';
import type { Mail } from './mail.ts';

/** Resources that functions of the dashboard may be bound to. */
export interface DashboardBindings extends Bindings {
  mail: Mail;
}

/** One endpoint of the dashboard (docs/dashboard-api.md). */
export interface DashboardEndpoint {
  method: Endpoint['method'];
  /** Below `/api`. */
  path: string;
  /** Folder under `functions/`. */
  function: string;
  /** What the function may access. Absent when the API has the same function, since `endpoints.ts` then binds it. */
  bind?: (fn: ServiceFunction, bindings: DashboardBindings) => void;
  /** Renders documents. */
  renders?: true;
  /** Calls the OpenID provider. */
  signsIn?: true;
  /** It answers a browser with a redirect, never with an error of the API. */
  redirects?: true;
}

export const ofAccount = (path: string) => `/accounts/{account_id}${path}`;

export const dashboardEndpoints: readonly DashboardEndpoint[] = [
  {
    method: 'GET',
    path: '/sign-in',
    function: 'sign-in-start',
    signsIn: true,
    redirects: true,
    bind: () => undefined,
  },
  {
    method: 'GET',
    path: '/sign-in/callback',
    function: 'sign-in-finish',
    signsIn: true,
    redirects: true,
    bind: (fn) => fn.bindTable('sessions', 'people', 'newActivities'),
  },
  {
    method: 'POST',
    path: '/invitations/{account_id}/accept',
    function: 'invitations-accept',
    bind: (fn) => fn.bindTable('outcomes', 'activities', 'memberships', 'inviters'),
  },
  {
    method: 'DELETE',
    path: '/invitations/{account_id}',
    function: 'invitations-decline',
    bind: (fn) => fn.bindTable('outcomes', 'memberships'),
  },
  {
    method: 'GET',
    path: '/session',
    function: 'session-get',
    bind: (fn, { platform: { settings } }) =>
      fn
        .bindTable()
        .bindValue('PRINT_BATCH_SCHEDULE', settings.printBatchSchedule)
        .bindValue('PRINT_CUTOFF_MINUTES', String(settings.printCutoffMinutes)),
  },
  { method: 'GET', path: '/sessions', function: 'sessions-list', bind: (fn) => fn.bindTable() },
  {
    method: 'DELETE',
    path: '/sessions',
    function: 'sessions-end',
    bind: (fn) => fn.bindTable('outcomes', 'sessions', 'people', 'newActivities'),
  },
  {
    method: 'POST',
    path: '/sign-out',
    function: 'sign-out',
    signsIn: true,
    bind: (fn) => fn.bindTable('outcomes', 'sessions', 'people', 'newActivities'),
  },

  { method: 'GET', path: ofAccount('/letters'), function: 'letters-list' },
  { method: 'POST', path: ofAccount('/letters'), function: 'letters-create' },
  { method: 'POST', path: ofAccount('/letters/quote'), function: 'letters-quote' },
  { method: 'GET', path: ofAccount('/letters/{letter_id}'), function: 'letters-get' },
  { method: 'POST', path: ofAccount('/letters/{letter_id}/cancel'), function: 'letters-cancel' },
  {
    method: 'PATCH',
    path: ofAccount('/letters/{letter_id}'),
    function: 'letters-edit',
    renders: true,
    bind: (fn) =>
      fn
        .bindTable('outcomes', 'letterChanges', 'movedRecipients', 'usedUploads')
        .bindDocuments('read', 'write', 'remove')
        .bindPreviewLinks()
        .bindUploads('read')
        .bindConfirmationPageBase(),
  },
  {
    method: 'GET',
    path: ofAccount('/letters/{letter_id}/document'),
    function: 'letters-document',
    renders: true,
    bind: (fn) => fn.bindTable().bindDocuments('read'),
  },
  {
    method: 'POST',
    path: ofAccount('/letters/{letter_id}/send-now'),
    function: 'letters-send-now',
    bind: (fn) => fn.bindTable('answers', 'charges').bindPreviewLinks(),
  },
  { method: 'POST', path: ofAccount('/uploads'), function: 'uploads-create' },
  { method: 'GET', path: ofAccount('/mail-merges'), function: 'mail-merges-list', bind: (fn) => fn.bindTable() },
  {
    method: 'POST',
    path: ofAccount('/mail-merges'),
    function: 'mail-merges-create',
    bind: (fn) => fn.bindTable('answers', 'newMailMerges').bindUploadLinks(),
  },
  {
    method: 'GET',
    path: ofAccount('/mail-merges/{mail_merge_id}'),
    function: 'mail-merges-get',
    bind: (fn) => fn.bindTable(),
  },
  {
    method: 'GET',
    path: ofAccount('/mail-merges/{mail_merge_id}/rows'),
    function: 'mail-merges-rows',
    bind: (fn) => fn.bindTable(),
  },
  {
    method: 'POST',
    path: ofAccount('/mail-merges/{mail_merge_id}/send'),
    function: 'mail-merges-send',
    bind: (fn) => fn.bindTable('answers', 'mailMergeMoves').bindMailMergeFiles('read'),
  },
  {
    method: 'POST',
    path: ofAccount('/mail-merges/{mail_merge_id}/cancel'),
    function: 'mail-merges-cancel',
    bind: (fn) => fn.bindTable('answers', 'mailMergeMoves'),
  },
  { method: 'GET', path: ofAccount('/verifications'), function: 'verifications-list' },
  { method: 'POST', path: ofAccount('/verifications'), function: 'verifications-create' },
  { method: 'POST', path: ofAccount('/verifications/quote'), function: 'verifications-quote' },
  { method: 'GET', path: ofAccount('/verifications/figures'), function: 'verification-figures-get' },
  { method: 'GET', path: ofAccount('/verifications/{verification_id}'), function: 'verifications-get' },
  {
    method: 'GET',
    path: ofAccount('/verifications/{verification_id}/attempts'),
    function: 'verification-attempts-list',
  },
  { method: 'GET', path: ofAccount('/letters/{letter_id}/evidence'), function: 'letters-evidence' },
  { method: 'GET', path: ofAccount('/letters/{letter_id}/look-ups'), function: 'letters-look-ups' },
  {
    method: 'GET',
    path: ofAccount('/verifications/{verification_id}/evidence'),
    function: 'verification-evidence-get',
  },
  { method: 'POST', path: ofAccount('/verifications/{verification_id}/check'), function: 'verifications-check' },
  { method: 'POST', path: ofAccount('/verifications/{verification_id}/cancel'), function: 'verifications-cancel' },
  { method: 'GET', path: ofAccount('/search'), function: 'search', bind: (fn) => fn.bindTable() },
  { method: 'GET', path: ofAccount('/home'), function: 'home', bind: (fn) => fn.bindTable() },
  { method: 'GET', path: ofAccount('/balance'), function: 'balance-get' },
  { method: 'GET', path: ofAccount('/balance/transactions'), function: 'balance-transactions-list' },
  {
    method: 'GET',
    path: ofAccount('/balance/pix'),
    function: 'balance-pix-get',
    bind: (fn) => fn.bindTable().bindPixReceiver(),
  },
  {
    method: 'PATCH',
    path: ofAccount('/balance/warning'),
    function: 'balance-warning-set',
    bind: (fn) => fn.bindTable('outcomes', 'accounts'),
  },
  { method: 'GET', path: ofAccount('/events'), function: 'events-list' },
  { method: 'GET', path: ofAccount('/postal-codes'), function: 'postal-codes-search' },
  { method: 'GET', path: ofAccount('/postal-codes/{postal_code}'), function: 'postal-codes-get' },
  { method: 'GET', path: ofAccount('/account'), function: 'account-show', bind: (fn) => fn.bindTable() },
  {
    method: 'PATCH',
    path: ofAccount('/account'),
    function: 'account-edit',
    renders: true,
    bind: (fn) => fn.bindTable('outcomes', 'accounts'),
  },
  {
    method: 'GET',
    path: ofAccount('/account/logo'),
    function: 'account-logo-get',
    bind: (fn) => fn.bindTable(),
  },
  {
    method: 'POST',
    path: ofAccount('/account/logo'),
    function: 'account-logo-set',
    renders: true,
    bind: (fn) => fn.bindTable('answers', 'logos'),
  },
  {
    method: 'DELETE',
    path: ofAccount('/account/logo'),
    function: 'account-logo-remove',
    bind: (fn) => fn.bindTable('outcomes', 'logos'),
  },
  {
    method: 'POST',
    path: ofAccount('/erasures'),
    function: 'erasures-create',
    bind: (fn) => fn.bindTable('answers', 'announcements'),
  },
  { method: 'GET', path: ofAccount('/people'), function: 'people-list', bind: (fn) => fn.bindTable() },
  {
    method: 'POST',
    path: ofAccount('/people'),
    function: 'people-add',
    bind: (fn, { mail }) =>
      fn.bindTable('answers', 'memberships', 'invitationMails').bindQueue('MAIL_QUEUE_URL', mail.queue),
  },
  {
    method: 'POST',
    path: ofAccount('/people/{person_id}/invite'),
    function: 'people-invite',
    bind: (fn, { mail }) =>
      fn.bindTable('answers', 'invitationMails', 'renewedInvitations').bindQueue('MAIL_QUEUE_URL', mail.queue),
  },
  {
    method: 'PATCH',
    path: ofAccount('/people/{person_id}'),
    function: 'people-role',
    bind: (fn) => fn.bindTable('outcomes', 'memberships', 'revokedApiKeys', 'removedEndpoints'),
  },
  {
    method: 'DELETE',
    path: ofAccount('/people/{person_id}'),
    function: 'people-remove',
    bind: (fn) => fn.bindTable('outcomes', 'memberships', 'revokedApiKeys', 'removedEndpoints'),
  },
  { method: 'GET', path: ofAccount('/activity'), function: 'activity-list', bind: (fn) => fn.bindTable() },
  { method: 'GET', path: ofAccount('/api-keys'), function: 'api-keys-list', bind: (fn) => fn.bindTable() },
  {
    method: 'POST',
    path: ofAccount('/api-keys'),
    function: 'api-keys-create',
    bind: (fn, { webhooks }) =>
      fn.bindTable('answers', 'apiKeys', 'sandboxMoney').bindWebhookSecrets(webhooks.secrets, 'issue', 'open'),
  },
  {
    method: 'PATCH',
    path: ofAccount('/api-keys/{key_id}'),
    function: 'api-keys-edit',
    bind: (fn) => fn.bindTable('outcomes', 'keyRestrictions'),
  },
  {
    method: 'DELETE',
    path: ofAccount('/api-keys/{key_id}'),
    function: 'api-keys-revoke',
    bind: (fn) => fn.bindTable('outcomes', 'apiKeys'),
  },
  { method: 'GET', path: ofAccount('/requests'), function: 'requests-list', bind: (fn) => fn.bindTable() },
  {
    method: 'GET',
    path: ofAccount('/requests/{request_id}'),
    function: 'requests-get',
    bind: (fn) => fn.bindTable(),
  },
  { method: 'GET', path: ofAccount('/webhook-endpoints'), function: 'webhook-endpoints-list' },
  { method: 'POST', path: ofAccount('/webhook-endpoints'), function: 'webhook-endpoints-create' },
  { method: 'GET', path: ofAccount('/webhook-endpoints/{endpoint_id}'), function: 'webhook-endpoints-get' },
  { method: 'PATCH', path: ofAccount('/webhook-endpoints/{endpoint_id}'), function: 'webhook-endpoints-edit' },
  { method: 'DELETE', path: ofAccount('/webhook-endpoints/{endpoint_id}'), function: 'webhook-endpoints-remove' },
  {
    method: 'POST',
    path: ofAccount('/webhook-endpoints/{endpoint_id}/rotate-secret'),
    function: 'webhook-endpoints-rotate-secret',
  },
  { method: 'POST', path: ofAccount('/webhook-endpoints/{endpoint_id}/test'), function: 'webhook-endpoints-test' },
  {
    method: 'POST',
    path: ofAccount('/webhook-endpoints/{endpoint_id}/send-failed'),
    function: 'webhook-endpoints-send-failed',
  },
  { method: 'GET', path: ofAccount('/webhook-deliveries'), function: 'webhook-deliveries-list' },
  { method: 'GET', path: ofAccount('/webhook-deliveries/{delivery_id}'), function: 'webhook-deliveries-get' },
  {
    method: 'POST',
    path: ofAccount('/webhook-deliveries/{delivery_id}/send-again'),
    function: 'webhook-deliveries-send-again',
  },
];
