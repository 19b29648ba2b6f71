import type { ProblemCode } from './problems.ts';

/** Fields of an event besides its name, outcome and instant. */
type Field = 'person_id' | 'api_key_id' | 'account_id' | 'object_id' | 'network_address' | 'principal';

interface SecurityEvent {
  what: string;
  /** Where they are known. */
  fields: readonly Field[];
  /** Owners read it in the activity of their account (rule DASH-11), the operator in the log. */
  told: 'owners and the operator' | 'the operator';
  /** More than this many in five minutes raise an alarm. */
  alarm: number | null;
}

const byPerson: readonly Field[] = ['person_id', 'account_id', 'object_id', 'network_address'];

/**
 * What the service writes down about security (rule PRIV-6): one line for each, whatever its outcome. Somebody who
 * guesses at the sign-in of many people is noticed; the provider counts wrong passwords of one person.
 */
export const securityEvents = {
  sign_in: {
    what: 'A person has signed in, or came back from the provider in vain.',
    fields: ['person_id', 'network_address'],
    told: 'owners and the operator',
    alarm: 100,
  },
  session_end: {
    what: 'A person has ended sessions of their own.',
    fields: ['person_id', 'network_address'],
    told: 'owners and the operator',
    alarm: null,
  },
  provider_end: {
    what: 'The sign-in provider no longer vouches for a person, whose session has ended.',
    fields: ['person_id'],
    told: 'the operator',
    alarm: null,
  },
  password_reset: {
    what: 'Somebody has set a new password at the user pool, and their sessions have ended.',
    fields: [],
    told: 'the operator',
    alarm: null,
  },
  people_change: {
    what: 'A person was invited, accepted, declined, got another role or was removed.',
    fields: byPerson,
    told: 'owners and the operator',
    alarm: null,
  },
  key_change: {
    what: 'An API key was made or revoked.',
    fields: byPerson,
    told: 'owners and the operator',
    alarm: null,
  },
  receiver_change: {
    what: 'A webhook endpoint or its secret was made, changed or removed.',
    fields: ['person_id', 'api_key_id', 'account_id', 'object_id', 'network_address'],
    told: 'owners and the operator',
    alarm: null,
  },
  erasure: {
    what: 'The erasure of personal data was ordered.',
    fields: byPerson,
    told: 'owners and the operator',
    alarm: null,
  },
  refusal: {
    what: 'Somebody was refused because of who they are or where they come from.',
    fields: ['person_id', 'api_key_id', 'account_id', 'object_id', 'network_address'],
    told: 'the operator',
    alarm: null,
  },
  operator_act: {
    what: 'Somebody at Malote has begun or ended a command of the operator.',
    fields: ['principal', 'account_id', 'object_id'],
    told: 'the operator',
    alarm: null,
  },
} as const satisfies Record<string, SecurityEvent>;

export type SecurityEventName = keyof typeof securityEvents;

/** Operations that are events, by the name of their function. */
export const operationsThatAreEvents: Readonly<Record<string, SecurityEventName>> = {
  'sign-in-finish': 'sign_in',
  'sign-out': 'session_end',
  'sessions-end': 'session_end',
  'invitations-accept': 'people_change',
  'invitations-decline': 'people_change',
  'people-add': 'people_change',
  'people-role': 'people_change',
  'people-remove': 'people_change',
  'api-keys-create': 'key_change',
  'api-keys-edit': 'key_change',
  'api-keys-revoke': 'key_change',
  'webhook-endpoints-create': 'receiver_change',
  'webhook-endpoints-edit': 'receiver_change',
  'webhook-endpoints-remove': 'receiver_change',
  'webhook-endpoints-rotate-secret': 'receiver_change',
  'erasures-create': 'erasure',
};

/**
 * Refusals that concern who asks. A request without any session or key is none: every browser whose session is over
 * sends one.
 */
const refusals: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'api_key_invalid',
  'api_key_revoked',
  'api_key_expired',
  'request_from_elsewhere',
  'role_insufficient',
  'session_ended',
]);

/** What a request was, for security. */
interface Finished {
  operation: string;
  /** Of a refused request. */
  errorCode: ProblemCode | undefined;
  /** A person has asked for an account in which they have no place. */
  isOutsider: boolean;
}

/** The event of a request, if it is one; its outcome is `done` or the code of the error. */
export function securityEventOf({
  operation,
  errorCode,
  isOutsider,
}: Finished): { security_event: SecurityEventName; outcome: string } | undefined {
  const outcome = errorCode ?? 'done';
  if (isOutsider || (errorCode !== undefined && refusals.has(errorCode)))
    return { security_event: 'refusal', outcome: isOutsider ? 'not_a_member' : outcome };
  const event = Object.hasOwn(operationsThatAreEvents, operation) ? operationsThatAreEvents[operation] : undefined;
  return event && { security_event: event, outcome };
}
