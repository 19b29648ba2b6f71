/** An event as `GET /events` lists it. */
export interface ListedEvent {
  id: string;
  type: string;
  created_at: string;
}

/** A position in the event list: everything before it was forwarded. */
export interface Position {
  /** `created_at` of the newest event; null before the first. */
  at: string | null;
  /** `created_at`, by id, of the events of the last `OVERLAP_MS` before it: those are listed again. */
  recent: Readonly<Record<string, string>>;
}

const NOTHING_YET: Position = { at: null, recent: {} };

/** The API rejected the request: a retry would get the same response. */
export class ApiRefused extends Error {}

/**
 * An event has the time of its request but is committed later, so for this long an older event may appear after newer
 * ones. An API request ends within 30 seconds.
 */
const OVERLAP_MS = 30_000;
/** Maximum page size of the API. */
const PAGE = 100;

export interface FeedSettings {
  /** `https://…/v1` */
  api: string;
  key: string;
  signal: AbortSignal;
}

/** The events of an account, read through the public API. */
export function openEventFeed({ api, key, signal }: FeedSettings) {
  async function get<Answer>(path: string): Promise<Answer> {
    const url = `${api}${path}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` }, signal });
    const { status, ok } = response;
    const answer = jsonOf(await response.text()) as (Answer & ApiError) | undefined;
    if (ok && answer) return answer;
    const message = answer?.error?.message;
    if (status >= 500 || status === 429) throw new Error(message ? `${status} ${message}` : `GET ${url}: ${status}`);
    throw new ApiRefused(message ? `${status} ${message}` : notTheApi(url, status));
  }

  /** Events since an instant, oldest first. */
  async function eventsFrom(instant: string | null): Promise<ListedEvent[]> {
    const events: ListedEvent[] = [];
    let cursor: string | null = null;
    do {
      const query = new URLSearchParams({ limit: String(PAGE) });
      if (instant) query.set('created_after', instant);
      if (cursor) query.set('cursor', cursor);
      const page: { data: ListedEvent[]; next_cursor: string | null } = await get(`/events?${query.toString()}`);
      events.push(...page.data);
      cursor = page.next_cursor;
    } while (cursor);
    return events.reverse();
  }

  return {
    account: () => get<{ id: string; trade_name: string | null; legal_name: string }>('/account'),

    /** The position after the newest event. */
    async newest(): Promise<Position> {
      const { data } = await get<{ data: ListedEvent[] }>('/events?limit=1');
      return data[0] ? (await eventsFrom(overlapOf(data[0].created_at))).reduce(passed, NOTHING_YET) : NOTHING_YET;
    },

    /** Events after a position, oldest first. */
    since: async ({ at, recent }: Position): Promise<ListedEvent[]> =>
      (await eventsFrom(at && overlapOf(at))).filter(({ id }) => !(id in recent)),
  };
}

const overlapOf = (instant: string) => new Date(Date.parse(instant) - OVERLAP_MS).toISOString();

/** The position just before all events since an instant. */
export const positionAt = (instant: string): Position => ({
  at: new Date(Date.parse(instant) + OVERLAP_MS).toISOString(),
  recent: {},
});

/** The position just after an event. */
export function passed({ at, recent }: Position, { id, created_at }: ListedEvent): Position {
  const newest = at === null || Date.parse(created_at) > Date.parse(at) ? created_at : at;
  const from = Date.parse(newest) - OVERLAP_MS;
  const kept = Object.entries({ ...recent, [id]: created_at }).filter(([, instant]) => Date.parse(instant) >= from);
  return { at: newest, recent: Object.fromEntries(kept) };
}

/** The body of the API's rejections. */
interface ApiError {
  error?: { message?: string };
}

/** Undefined for a text that is not JSON: the API always answers JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const notTheApi = (url: string, status: number) =>
  `GET ${url} got ${status}, but not from the API. --api must be the base URL of the API, with its path: https://…/v1.`;
