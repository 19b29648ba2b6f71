import type { EventType } from '../../core/domain/events.ts';
import { eventSchema } from '../../core/schemas/event.ts';
import type { Schema } from '../../core/schemas/json-schema.ts';
import { constant } from '../../core/schemas/values.ts';
import { ref } from './references.ts';
import { shown } from './shown.ts';

/** When each event is sent (rule EVT-3). */
export const eventTexts: Readonly<Record<EventType, string>> = {
  'letter.scheduled': 'A letter was scheduled; nothing is charged yet.',
  'letter.received': 'A letter was charged and queued: at its creation, or on its send date.',
  'letter.in_production': 'A letter joined a print batch and can no longer be canceled.',
  'letter.printed': 'A letter was printed and enveloped.',
  'letter.posted': 'A letter was handed to the carrier. The last event of a sent letter.',
  'letter.canceled': 'A letter was canceled; see `cancellation_reason`.',
  'letter.failed': 'A letter could not be produced; see `failure_reason`. Its price was refunded.',
  'letter.updated': 'A letter was edited in the dashboard before production; its status is unchanged.',
  'letter_batch.quoted': 'The dry run of a letter batch has ended: see its quote, and its refused rows.',
  'letter_batch.completed': 'Each row of a letter batch has its letter, or the reason for having none.',
  'letter_batch.canceled': 'A letter batch was canceled, and what could still be canceled was refunded.',
  'letter_batch.failed': 'The rows or the PDFs of a letter batch cannot be used; see `problems`. Nothing was charged.',
  'verification.received': 'A verification was created and queued.',
  'verification.in_production': 'The letter with the code is being printed. From now on, canceling revokes.',
  'verification.awaiting_code': 'The letter with the code was posted.',
  'verification.expiring': 'Nobody has confirmed, and the code stops working in seven days; the status is unchanged.',
  'verification.verified': 'The right code was given: the address is confirmed.',
  'verification.failed': 'Five wrong codes were given.',
  'verification.expired': 'Nobody confirmed within 60 days of posting.',
  'verification.canceled': 'A verification was canceled before its letter was printed. Its price was refunded.',
  'verification.revoked':
    'A verification was canceled after production began, without a refund. If it had been verified, treat the address as not verified.',
  'webhook_endpoint.failing':
    'A webhook endpoint has not answered any call with a 2xx for a day. Sent to the other endpoints of the account.',
  'webhook_endpoint.recovered':
    'A webhook endpoint that was failing has answered with a 2xx. Sent to the other endpoints of the account.',
  'webhook.test': 'A test sent once on request, without retries. Its object does not exist.',
};

const deliveryHeaders = [
  {
    name: 'webhook-id',
    description: 'Id of the event, the same in every attempt. Use it to ignore repetitions.',
    schema: { type: 'string', pattern: '^evt_[A-Za-z0-9]+$' },
  },
  {
    name: 'webhook-timestamp',
    description:
      "Unix seconds of the attempt. Refuse it if it differs from the receiver's clock by more than 5 minutes.",
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  {
    name: 'webhook-signature',
    description:
      'Entries `v1,<signature>` separated by spaces, several while a secret rotates. Each is the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{raw body}` with the secret (Standard Webhooks).',
    schema: { type: 'string', pattern: '^v1,\\S+( v1,\\S+)*$' },
  },
];

/** The deliveries to a customer's URL, one entry for each type of event (rule HOOK-3). */
export function webhooksOf(recorded: Readonly<Record<string, unknown>>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(eventTexts).map(([type, text]) => [type, { post: delivery(type, text, recorded[type]) }]),
  );
}

const RETRIED =
  'Answer with any 2xx within 15 seconds. Otherwise the delivery is retried: 8 attempts over 27.6 hours. Deliveries may arrive twice and out of order.';
const ONCE = 'Answer with any 2xx within 15 seconds.';

function delivery(type: string, text: string, example: unknown): Schema {
  return {
    operationId: type,
    tags: ['Webhooks'],
    summary: type,
    description: `${text}\n\n${type === 'webhook.test' ? ONCE : RETRIED}`,
    security: [],
    parameters: deliveryHeaders.map((header) => ({ ...header, in: 'header', required: true })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: ref(nameOf(type)),
          ...(example !== undefined && { examples: { [type]: { value: example } } }),
        },
      },
    },
    responses: {
      '2XX': { description: 'The delivery arrived.' },
      default: { description: type === 'webhook.test' ? 'The test failed.' : 'The delivery is retried.' },
    },
  };
}

/** `LetterInProductionEvent` */
function nameOf(type: string): string {
  return `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
}

/** The schema of an event's data, by the first word of its type. */
const dataOf: Readonly<Record<string, string>> = {
  letter: 'Letter',
  letter_batch: 'LetterBatch',
  verification: 'Verification',
  webhook_endpoint: 'WebhookEndpointHealth',
  webhook: 'Letter',
};

/** The body of each delivery: an event of one type. */
export const deliveredEvents: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(eventTexts).map(([type, text]) => {
    const { required, properties } = shown(eventSchema, 'answered');
    const data = ref(dataOf[type.split('.')[0]!]!);
    const own = { ...(properties as Schema), type: constant(type), data };
    return [nameOf(type), { type: 'object', description: text, required, properties: own }];
  }),
);
