import type { Order } from '../../core/domain/calls.ts';
import { listedEventTypes } from '../../core/domain/events.ts';
import { type Detail, notAllowed, Problem } from '../../core/domain/problems.ts';
import { EVERY_EVENT } from '../../core/domain/webhooks.ts';

/** The customer's settings of an endpoint. */
export interface WebhookEndpointFields {
  /** HTTPS, at a public address. */
  url: string;
  /** Event types, or `['*']` for all, including future ones. */
  events: readonly string[];
}

/** False if the URL is not HTTPS or its address is not allowed for outgoing calls. */
export type AllowsUrl = (url: string) => Promise<boolean>;

/**
 * The fields in their stored form; omitted fields stay omitted.
 * @throws Problem invalid_parameters with all details
 */
export async function checkedEndpointFields<Fields extends Partial<WebhookEndpointFields>>(
  { url, events }: Fields,
  allowsUrl: AllowsUrl,
): Promise<Partial<WebhookEndpointFields>> {
  const address = url && normalized(url);
  const details = await urlDetails(address, allowsUrl);
  if (events !== undefined) details.push(...eventDetails(events));
  if (details.length > 0) throw Problem.invalid(details);
  return { ...(address !== undefined && { url: address }), ...(events && { events: [...new Set(events)] }) };
}

/**
 * The fields of a request whose shape has been checked.
 * @throws Problem invalid_parameters with the violations of its shape, and the problems of a well-formed URL
 */
export async function wholeEndpointFields<Fields extends Partial<WebhookEndpointFields>>(
  { body, violations }: Pick<Order<Fields>, 'body' | 'violations'>,
  allowsUrl: AllowsUrl,
): Promise<Fields> {
  if (violations.length === 0) return body as Fields;
  const { url } = body as { url: string | undefined };
  throw Problem.invalid([...(await urlDetails(url && normalized(url), allowsUrl)), ...violations]);
}

/** Escaped accents may make it longer, so the stored form is the one that is checked. */
function normalized(url: string): string {
  return URL.parse(url)?.href ?? url;
}

async function urlDetails(url: string | undefined, allowsUrl: AllowsUrl): Promise<Detail[]> {
  const isAllowed = url === undefined || (await allowsUrl(url));
  return isAllowed ? [] : [{ param: 'url', ...notAllowed({ reason: 'unreachable_url' }) }];
}

function eventDetails(events: readonly string[]): Detail[] {
  if (events.length === 0) return [{ param: 'events', code: 'too_short', values: { min_items: 1 } }];
  const known: readonly string[] = [EVERY_EVENT, ...listedEventTypes];
  return events.flatMap((type, index): Detail[] =>
    known.includes(type)
      ? []
      : [
          {
            param: `events[${index}]`,
            ...notAllowed({ reason: 'unknown_event_type' }),
          },
        ],
  );
}
