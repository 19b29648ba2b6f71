/**
 * What a restricted key may be allowed to do, with the operations of the API that it then may call, by the name of
 * their function (rule KEY-2). Each operation is in at least one.
 */
export const keyPermissions = {
  read: [
    'letters-list',
    'letters-get',
    'letters-evidence',
    'letters-look-ups',
    'letter-batches-list',
    'letter-batches-get',
    'letter-batches-rows',
    'verifications-list',
    'verifications-get',
    'verification-figures-get',
    'verification-attempts-list',
    'verification-evidence-get',
    'account-get',
    'balance-get',
    'balance-transactions-list',
    'events-list',
    'postal-codes-get',
    'postal-codes-search',
    'addresses-check',
    'webhook-endpoints-list',
    'webhook-endpoints-get',
    'webhook-deliveries-list',
    'webhook-deliveries-get',
  ],
  quote: [
    'letters-quote',
    'verifications-quote',
    'letter-batches-create',
    'letter-batches-quote',
    'uploads-create',
    'postal-codes-get',
    'postal-codes-search',
    'addresses-check',
  ],
  create_letters: [
    'letters-create',
    'letter-batches-create',
    'letter-batches-quote',
    'letter-batches-confirm',
    'uploads-create',
  ],
  cancel_letters: ['letters-cancel', 'letter-batches-cancel'],
  create_verifications: ['verifications-create', 'uploads-create'],
  check_verifications: ['verifications-check'],
  cancel_verifications: ['verifications-cancel'],
  manage_webhooks: [
    'webhook-endpoints-create',
    'webhook-endpoints-edit',
    'webhook-endpoints-remove',
    'webhook-endpoints-rotate-secret',
    'webhook-endpoints-test',
    'webhook-endpoints-send-failed',
    'webhook-deliveries-send-again',
  ],
} as const satisfies Record<string, readonly string[]>;

export type KeyPermission = keyof typeof keyPermissions;
export const keyPermissionNames = Object.keys(keyPermissions) as [KeyPermission, ...KeyPermission[]];
