import type { OrderShape } from '../../core/domain/calls.ts';
import { listedEventTypes } from '../../core/domain/events.ts';
import { problemsOf } from '../../core/domain/order-problems.ts';
import { type Detail, notAllowed, Problem, type ValidFields } from '../../core/domain/problems.ts';
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
 * @param shape what is known of the shape of a request
 * @throws Problem invalid_parameters with all problems, those of the shape included
 */
export async function checkedEndpointFields<Fields extends Partial<WebhookEndpointFields>>(
  sent: ValidFields<Fields>,
  allowsUrl: AllowsUrl,
  { violations = [], fields = [] }: Partial<OrderShape> = {},
): Promise<Fields> {
  const { url, events } = sent as { url?: string; events?: readonly string[] };
  const address = url && normalized(url);
  const details = await urlDetails(address, allowsUrl);
  if (events !== undefined) details.push(...eventDetails(events));
  const problems = problemsOf(fields, violations, details);
  if (problems.length > 0) throw Problem.invalid(problems);
  return {
    ...(address !== undefined && { url: address }),
    ...(events && { events: [...new Set(events)] }),
  } as Fields;
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
