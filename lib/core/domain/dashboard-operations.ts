import type { ApiKeyMode } from '../schemas/api-key.ts';
import type { EventSubject, EventType } from './events.ts';
import { type Role, roles } from './people.ts';

interface Permission {
  /** Roles that may perform it. */
  roles: readonly Role[];
  /** Whether it appears in the activity log: it changes something that people see. */
  logged: boolean;
}

const read = (...allowed: readonly Role[]): Permission => ({ roles: allowed, logged: false });
const change = (...allowed: readonly Role[]): Permission => ({ roles: allowed, logged: true });

/**
 * The dashboard's operations in an account, by the name of their function, with the roles that may perform them (rule
 * DASH-2). Anything not listed is rejected.
 */
export const dashboardOperations = {
  'letters-list': read(...roles),
  'letters-get': read(...roles),
  'letters-quote': read(...roles),
  'letters-create': change('owner', 'sender'),
  'letters-cancel': change('owner', 'sender'),
  'letters-edit': change('owner', 'sender'),
  'letters-send-now': change('owner', 'sender'),
  'letters-document': read('owner', 'sender'),
  'uploads-create': read('owner', 'sender'),
  'mail-merges-list': read(...roles),
  'mail-merges-get': read(...roles),
  'mail-merges-rows': read(...roles),
  'mail-merges-create': read('owner', 'sender'),
  'mail-merges-send': change('owner', 'sender'),
  'mail-merges-cancel': change('owner', 'sender'),
  'verifications-list': read(...roles),
  'verifications-get': read(...roles),
  'verifications-quote': read(...roles),
  'verification-figures-get': read(...roles),
  'verification-attempts-list': read(...roles),
  'letters-evidence': read(...roles),
  'letters-look-ups': read(...roles),
  'verification-evidence-get': read(...roles),
  'verifications-create': change('owner', 'sender'),
  'verifications-check': change('owner', 'sender'),
  'verifications-cancel': change('owner', 'sender'),
  search: read(...roles),
  home: read(...roles),
  'balance-get': read(...roles),
  'balance-transactions-list': read(...roles),
  'balance-pix-get': read(...roles),
  'balance-warning-set': change('owner'),
  'events-list': read(...roles),
  'postal-codes-get': read(...roles),
  'postal-codes-search': read(...roles),
  'account-show': read(...roles),
  'account-edit': change('owner'),
  'account-logo-get': read(...roles),
  'account-logo-set': change('owner'),
  'account-logo-remove': change('owner'),
  'erasures-create': change('owner'),
  'people-list': read(...roles),
  'people-add': change('owner'),
  'people-invite': change('owner'),
  'people-role': change('owner'),
  'people-remove': change('owner'),
  'activity-list': read(...roles),
  'api-keys-list': read('owner', 'developer'),
  'api-keys-create': change('owner', 'developer'),
  'api-keys-edit': change('owner'),
  'api-keys-revoke': change('owner', 'developer'),
  'requests-list': read('owner', 'developer'),
  'requests-get': read('owner', 'developer'),
  'webhook-endpoints-list': read('owner', 'developer'),
  'webhook-endpoints-get': read('owner', 'developer'),
  'webhook-endpoints-create': change('owner', 'developer'),
  'webhook-endpoints-edit': change('owner', 'developer'),
  'webhook-endpoints-remove': change('owner', 'developer'),
  'webhook-endpoints-rotate-secret': change('owner', 'developer'),
  'webhook-endpoints-test': read('owner', 'developer'),
  'webhook-endpoints-send-failed': change('owner', 'developer'),
  'webhook-deliveries-list': read('owner', 'developer'),
  'webhook-deliveries-get': read('owner', 'developer'),
  'webhook-deliveries-send-again': change('owner', 'developer'),
} as const satisfies Record<string, Permission>;

export type DashboardOperation = keyof typeof dashboardOperations;

/** What everybody may do to themselves, whatever their role: leave an account (rule DASH-10). */
const toOneself: ReadonlySet<string> = new Set<DashboardOperation>(['people-remove']);

/**
 * @param isOwn whether the object is the person who asks
 * @returns whether a person with this role may perform the operation
 */
export function mayPerform(operation: string, role: Role, { isOwn }: { isOwn: boolean }): boolean {
  return permissionFor(operation)?.roles.includes(role) === true || (isOwn && toOneself.has(operation));
}

/** The operation whose readers may also read events about a subject. */
const readersOf = {
  letter: 'letters-list',
  letter_batch: 'mail-merges-list',
  verification: 'verifications-list',
  webhook_endpoint: 'webhook-endpoints-list',
} as const satisfies Record<EventSubject, DashboardOperation>;

/**
 * Whether a role reads events of this type: those about objects that it may list (rule DASH-2). A type of another
 * release, about an unknown subject, is only for owners.
 */
export function maySeeEvents(role: Role, type: EventType): boolean {
  const [subject = ''] = type.split('.');
  if (!Object.hasOwn(readersOf, subject)) return role === 'owner';
  const readers: readonly Role[] = dashboardOperations[readersOf[subject as EventSubject]].roles;
  return readers.includes(role);
}

/**
 * Whether a role may make a key of this mode. A live key creates letters and spends money, which a developer may not do
 * in the dashboard, so an owner makes it and hands it over (rule DASH-2).
 */
export const mayMakeKey = (role: Role | undefined, mode: ApiKeyMode = 'live'): boolean =>
  mode === 'test' || role === 'owner';

/** Whether a role may end keys and endpoints together with a person. */
export const mayRevoke = (role: Role | undefined): boolean =>
  (['api-keys-revoke', 'webhook-endpoints-remove'] as const).every((operation) =>
    dashboardOperations[operation].roles.some((allowed) => allowed === role),
  );

/** The permission for an operation; undefined for one that the dashboard does not have. */
export function permissionFor(operation: string): Permission | undefined {
  return Object.hasOwn(dashboardOperations, operation)
    ? dashboardOperations[operation as DashboardOperation]
    : undefined;
}
