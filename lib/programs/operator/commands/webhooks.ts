import { isDeepStrictEqual } from 'node:util';
import { deliverySettings as settings } from '../../../core/domain/delivery-settings.ts';
import { listedEventTypes } from '../../../core/domain/events.ts';
import { Problem } from '../../../core/domain/problems.ts';
import { DAY_MS, HOUR_MS } from '../../../core/domain/units.ts';
import {
  DEFAULT_OVERLAP_HOURS,
  DELIVERY_DAYS,
  deliveryId,
  EVERY_EVENT,
  isSuccess,
  LONGEST_OVERLAP_HOURS,
} from '../../../core/domain/webhooks.ts';
import { webhookDeliveryResource } from '../../../core/resources/webhook-delivery.ts';
import type { WebhookEndpointResource } from '../../../core/schemas/webhook.ts';
import { addWebhookEndpoint } from '../../../operations/webhooks/add-webhook-endpoint.ts';
import { editWebhookEndpoint } from '../../../operations/webhooks/edit-webhook-endpoint.ts';
import { findWebhookDelivery } from '../../../operations/webhooks/get-webhook-delivery.ts';
import { getWebhookEndpoint } from '../../../operations/webhooks/get-webhook-endpoint.ts';
import { listWebhookDeliveries } from '../../../operations/webhooks/list-webhook-deliveries.ts';
import { listWebhookEndpoints } from '../../../operations/webhooks/list-webhook-endpoints.ts';
import { removeWebhookEndpoint } from '../../../operations/webhooks/remove-webhook-endpoint.ts';
import { rotateWebhookSecret } from '../../../operations/webhooks/rotate-webhook-secret.ts';
import { type SendAgainDeps, sendDeliveryAgain, sendFailedAgain } from '../../../operations/webhooks/send-again.ts';
import { sendTestWebhook } from '../../../operations/webhooks/send-test-webhook.ts';
import { choice, integer, repeated, required, text } from '../../command-line/options.ts';
import { Refusal, UsageError } from '../../command-line/refusals.ts';
import { fields, section, table } from '../../command-line/text.ts';
import { command, repeatable } from '../command.ts';
import { id } from '../options.ts';
import type { Services } from '../services.ts';
import { counted, moment } from '../text.ts';

/** Deliveries that the list shows at once. */
const PAGE = 100;

const ids = 'acc_01jd2s7w8k3q9v5x0r4t6y8z2b whe_01jd2v3e7g1h5j9k3m7n1p5q9r';
const everyEvent = [EVERY_EVENT, ...listedEventTypes] as const;
const url = text('HTTPS, at a public address', '<url>', 2_048);
const event = repeated(choice(`an event type, or '${EVERY_EVENT}' for all`, everyEvent, '<type>'));

const describeEndpoint = (endpoint: WebhookEndpointResource) =>
  section(
    `Webhook endpoint ${endpoint.id}`,
    fields([
      ['URL', endpoint.url],
      ['Events', endpoint.events.join(', ')],
      ['State', endpoint.state],
      ['Failing since', endpoint.failing_since && moment(endpoint.failing_since)],
      ['Made', moment(endpoint.created_at)],
    ]),
  );

const took = (milliseconds: number | null) => (milliseconds === null ? '3 s and more' : `< ${milliseconds} ms`);

const showSecret = (secret: string) =>
  `${fields([['Secret', secret]])}\n\n  The secret is shown this once; only the delivering function can read it again.`;

/**
 * The sweep sends the deliveries a minute or two later, so an operator needs no access to the queues.
 */
const sendingBySweep = ({ endpoints, deliveries, now }: Services): SendAgainDeps => ({
  endpoints,
  deliveries,
  queues: { send: async () => undefined },
  settings,
  now,
  reportUnqueued: () => undefined,
});

export const webhookCommands = [
  command({
    words: 'webhooks add',
    summary: 'Register a receiver of the events of an account.',
    arguments: ['account'],
    options: { url: required(url), event },
    examples: [
      'acc_01jd2s7w8k3q9v5x0r4t6y8z2b --url https://example.com/malote --stage prod',
      'acc_01jd2s7w8k3q9v5x0r4t6y8z2b --url https://example.com/malote --event letter.posted --event letter.failed --stage prod',
    ],
    unsure: 'Repeat it: a URL is registered once for the same events. webhooks rotate shows a new secret.',
    run: async ({ services }, { arguments: { account }, options }) => {
      const events = options.event.length > 0 ? options.event : [EVERY_EVENT];
      const known = (await listWebhookEndpoints(services.endpoints, account)).find(
        (each) => each.url === options.url && isDeepStrictEqual(new Set(each.events), new Set(events)),
      );
      if (known)
        throw new Refusal(
          `Already registered: ${known.id} has this URL and these events. webhooks rotate gives it a new secret. Nothing was changed.`,
        );
      const { endpoint, secret } = await addWebhookEndpoint(services, account, { url: options.url, events });
      return { ...endpoint, secret };
    },
    show: ({ secret, ...endpoint }) => `${describeEndpoint(endpoint)}\n${showSecret(secret)}`,
  }),
  command({
    words: 'webhooks list',
    summary: 'List the receivers of an account.',
    arguments: ['account'],
    options: {},
    examples: ['acc_01jd2s7w8k3q9v5x0r4t6y8z2b --stage prod'],
    run: async ({ services }, { arguments: { account } }) => {
      return listWebhookEndpoints(services.endpoints, account);
    },
    show: (endpoints, screenWidth) =>
      table(
        endpoints,
        [
          { heading: 'ENDPOINT', cell: ({ id }) => id },
          { heading: 'STATE', cell: ({ state }) => state },
          { heading: 'URL', cell: (endpoint) => endpoint.url },
          { heading: 'EVENTS', cell: ({ events }) => events.join(', ') },
          {
            heading: '2XX',
            cell: ({ health }) => health && `${Math.round(100 * health.success_share)} %`,
            right: true,
          },
          { heading: 'P50', cell: ({ health }) => health && took(health.p50_ms), right: true },
          { heading: 'P95', cell: ({ health }) => health && took(health.p95_ms), right: true },
          { heading: 'LAST FAILURE', cell: ({ health }) => moment(health?.last_failure_at ?? null) },
          { heading: 'FAILING SINCE', cell: ({ failing_since }) => moment(failing_since) },
        ],
        'The account has no webhook endpoints.',
        screenWidth,
      ),
  }),
  command({
    words: 'webhooks edit',
    summary: 'Change the URL or the events of a receiver.',
    about: 'Pending deliveries go to the new URL. The given events replace the earlier ones.',
    arguments: ['account', 'endpoint'],
    options: { url, event },
    examples: [`${ids} --event letter.posted --stage prod`],
    unsure: repeatable.change,
    run: async ({ services }, { arguments: { account, endpoint }, options }) => {
      if (options.url === undefined && options.event.length === 0) throw new UsageError('Give --url, --event or both.');
      return editWebhookEndpoint(services, account, endpoint, {
        ...(options.url !== undefined && { url: options.url }),
        ...(options.event.length > 0 && { events: options.event }),
      });
    },
    show: describeEndpoint,
  }),
  ...(['paused', 'active'] as const).map((state) =>
    command({
      words: state === 'paused' ? 'webhooks pause' : 'webhooks resume',
      summary: state === 'paused' ? 'Pause deliveries to a receiver.' : 'Resume deliveries to a paused receiver.',
      about:
        state === 'paused'
          ? 'Deliveries stay due and use no attempts. Deliveries older than 30 days when the receiver is resumed are lost.'
          : 'Held deliveries go out within minutes.',
      arguments: ['account', 'endpoint'],
      options: {},
      examples: [`${ids} --stage prod`],
      unsure: repeatable.change,
      run: ({ services }, { arguments: { account, endpoint } }) =>
        editWebhookEndpoint(services, account, endpoint, { state }),
      show: describeEndpoint,
    }),
  ),
  command({
    words: 'webhooks rotate',
    summary: 'Give a receiver a new signing secret. It is shown once.',
    about:
      'The previous secret keeps signing for a while too, so that the receiver can switch without losing a delivery. ' +
      'If the secret leaked, end it immediately with --overlap-hours 0.',
    arguments: ['account', 'endpoint'],
    options: {
      'overlap-hours': integer(
        `how many hours both secrets sign; ${DEFAULT_OVERLAP_HOURS} by default`,
        '<n>',
        0,
        LONGEST_OVERLAP_HOURS,
      ),
    },
    examples: [`${ids} --stage prod`, `${ids} --overlap-hours 0 --stage prod`],
    unsure: 'Repeat it: the receiver cannot use a secret that nobody saw.',
    run: async ({ services, confirm }, { arguments: { account, endpoint }, options }) => {
      const hours = options['overlap-hours'] ?? DEFAULT_OVERLAP_HOURS;
      const until = hours === 0 ? 'stops signing immediately' : `signs for ${counted(hours, 'more hour')}`;
      await confirm(`Rotate the secret of ${endpoint}? The current one ${until}.`);
      const { secret } = await rotateWebhookSecret(services, account, endpoint, hours * HOUR_MS);
      return { id: endpoint, secret };
    },
    show: ({ id, secret }) => `${section(`Webhook endpoint ${id}`, showSecret(secret))}`,
  }),
  command({
    words: 'webhooks remove',
    summary: 'Remove a receiver with its secrets and its log.',
    about: 'Its pending deliveries are dropped.',
    arguments: ['account', 'endpoint'],
    options: {},
    examples: [`${ids} --stage prod`],
    unsure: repeatable.change,
    run: async ({ services, confirm }, { arguments: { account, endpoint } }) => {
      const found = await services.endpoints.find(account, endpoint);
      if (!found) throw new Problem('resource_not_found');
      await confirm(`Remove ${endpoint} (${found.url})?`);
      await removeWebhookEndpoint(services.endpoints, account, endpoint);
      return { id: endpoint, removed: true };
    },
    show: ({ id }) => `${id} is removed.`,
  }),
  command({
    words: 'webhooks test',
    summary: 'Send webhook.test to a receiver and show how it answers.',
    about:
      'One attempt from this machine, signed with the current secrets; the event is not stored or listed. Exit code 1 ' +
      'if the receiver does not answer with a 2xx within 15 seconds.',
    arguments: ['account', 'endpoint'],
    options: {},
    examples: [`${ids} --stage prod`],
    run: ({ services }, { arguments: { account, endpoint } }) => sendTestWebhook(services, account, endpoint),
    isBadNews: (outcome) => !isSuccess(outcome),
    show: (outcome) =>
      section(
        isSuccess(outcome) ? 'Received.' : 'Not received.',
        fields([
          ['Status', outcome.status],
          ['Error', outcome.error],
          ['Took', `${outcome.duration_ms} ms`],
          ['Answer', outcome.answer],
        ]),
      ),
  }),
  command({
    words: 'webhooks deliveries',
    summary: 'List the deliveries to a receiver in the last 30 days, newest event first.',
    arguments: ['account', 'endpoint'],
    options: { after: id('event', 'the last event of the page before') },
    examples: [`${ids} --stage prod`],
    run: async ({ services }, { arguments: { account, endpoint }, options: { after } }) => {
      await getWebhookEndpoint(services.endpoints, account, endpoint);
      const { rows } = await listWebhookDeliveries(
        services,
        account,
        { endpoint_id: endpoint },
        { limit: PAGE, ...(after !== undefined && { after: deliveryId({ event_id: after, endpoint_id: endpoint }) }) },
      );
      return rows.map(webhookDeliveryResource);
    },
    show: (deliveries, screenWidth) =>
      table(
        deliveries,
        [
          { heading: 'EVENT', cell: ({ event_id }) => event_id },
          { heading: 'TYPE', cell: ({ event_type }) => event_type },
          { heading: 'STATE', cell: ({ state }) => state },
          { heading: 'ATTEMPTS', cell: ({ attempts }) => attempts.length, right: true },
          { heading: 'LAST ANSWER', cell: ({ attempts }) => attempts.at(-1)?.status ?? attempts.at(-1)?.error ?? null },
          { heading: 'NEXT ATTEMPT', cell: ({ next_attempt_at }) => moment(next_attempt_at) },
        ],
        'Nothing was sent to this receiver in the last 30 days.',
        screenWidth,
      ),
  }),
  command({
    words: 'webhooks attempts',
    summary: 'Show every attempt to deliver one event to a receiver.',
    arguments: ['account', 'endpoint', 'event'],
    options: {},
    examples: [`${ids} evt_01jd2w5r9t3v7x1z5b9d3f7h1k --stage prod`],
    run: async ({ services }, { arguments: { account, endpoint, event: eventId } }) => {
      const id = deliveryId({ event_id: eventId, endpoint_id: endpoint });
      return webhookDeliveryResource(await findWebhookDelivery(services, account, id));
    },
    show: ({ event_type, event_id, state, next_attempt_at, attempts }, screenWidth) => {
      const list = table(
        attempts,
        [
          { heading: 'ATTEMPT', cell: ({ attempt }) => attempt, right: true },
          { heading: 'WHEN', cell: ({ at }) => moment(at) },
          { heading: 'TOOK', cell: ({ duration_ms }) => `${duration_ms} ms`, right: true },
          { heading: 'STATUS', cell: ({ status }) => status, right: true },
          { heading: 'ERROR', cell: ({ error }) => error },
          { heading: 'ANSWER', cell: ({ answer }) => answer },
        ],
        'No attempt has been made yet.',
        screenWidth,
      );
      const ahead = next_attempt_at === null ? '' : `, next attempt at ${moment(next_attempt_at)}`;
      return `${section(`${event_type} ${event_id}: ${state}${ahead}`, list)}`;
    },
  }),
  command({
    words: 'webhooks send-again',
    summary: 'Send one event again to a receiver that already got it or failed to accept it.',
    about:
      'The same webhook-id, one attempt, within minutes, to the current URL of the receiver. A pending delivery is left unchanged.',
    arguments: ['account', 'endpoint', 'event'],
    options: {},
    examples: [`${ids} evt_01jd2w5r9t3v7x1z5b9d3f7h1k --stage prod`],
    unsure: 'Check webhooks attempts. If you repeat the command before the delivery went out, it still goes out once.',
    run: async ({ services }, { arguments: { account, endpoint, event: eventId } }) => {
      const id = deliveryId({ event_id: eventId, endpoint_id: endpoint });
      return webhookDeliveryResource(await sendDeliveryAgain(sendingBySweep(services), account, id));
    },
    show: ({ event_type, event_id, state }) => `${event_type} ${event_id} is ${state}.`,
  }),
  command({
    words: 'webhooks send-failed',
    summary: 'Send the failed deliveries of the last days to a receiver again.',
    about: 'Newest first, one attempt each, within minutes; 90 at a time.',
    arguments: ['account', 'endpoint'],
    options: { days: required(integer('days of events to send again', '<n>', 1, DELIVERY_DAYS)) },
    examples: [`${ids} --days 2 --stage prod`],
    unsure: 'Repeat it: pending deliveries are not sent twice.',
    run: async ({ services, confirm }, { arguments: { account, endpoint }, options: { days } }) => {
      const { url } = await getWebhookEndpoint(services.endpoints, account, endpoint);
      await confirm(`Send every delivery to ${url} that failed in the last ${counted(days, 'day')} again?`);
      const since = services.now() - days * DAY_MS;
      return { endpoint_id: endpoint, ...(await sendFailedAgain(sendingBySweep(services), account, endpoint, since)) };
    },
    show: ({ count, has_more }) =>
      `${counted(count, 'event')} on the way.${has_more ? ' Others are left: repeat the command once these have gone out.' : ''}`,
  }),
];
