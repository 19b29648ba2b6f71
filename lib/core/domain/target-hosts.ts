import type { DeliveryAttempt } from './webhooks.ts';

/**
 * How many calls a second all accounts together make to one host (rules HOOK-13, DOC-3). A host that up to two callers
 * name, as live and test mode of one customer do, is limited by their own calls alone; so ordinary deliveries and
 * downloads pay for no count. A caller is an endpoint, or an account that downloads.
 */
export const hostLimits = {
  /** Endpoints that name a host before its calls are counted. */
  uncountedEndpoints: 2,
  /** Calls a second to a host of which nothing is known, and the least and most that its answers lead to. */
  start: 20,
  least: 1,
  most: 500,
  /** Interval between two changes of a rate, milliseconds: by then the answers to the calls of the last rate are seen. */
  changeEvery: 1_000,
  /** How long what is known of a host is used without reading it again, milliseconds. */
  uncountedFreshFor: 60_000,
  countedFreshFor: 1_000,
  /** Calls for which one write takes the places of a second, as a share of the rate. */
  takenAtOnce: 0.1,
} as const;

/** What is known of a host that endpoints name. */
export interface TargetHost {
  /** Endpoints that call it; more are not kept than decide whether its calls are counted. */
  endpoints: ReadonlySet<string>;
  /** Calls a second. */
  rate: number;
}

export const newHost: TargetHost = { endpoints: new Set(), rate: hostLimits.start };

/** The name and port of a URL, by which deliveries are counted. */
export const hostOf = (url: string): string => new URL(url).host;

/** By what downloads from a host are counted: its deliveries do not wait for them. */
export const hostOfDownload = ({ host }: URL): string => `download ${host}`;

export const isCounted = ({ endpoints }: TargetHost): boolean => endpoints.size > hostLimits.uncountedEndpoints;

/** Whether an endpoint must still be noted with its host. */
export const isUnknownTo = (host: TargetHost, endpointId: string): boolean =>
  !isCounted(host) && !host.endpoints.has(endpointId);

/** How a call to a host ended. */
export type CallOutcome = Pick<DeliveryAttempt, 'status' | 'error'>;

/**
 * The pace of calls to hosts, over all endpoints that name them (rule HOOK-13), and of downloads from hosts, over all
 * accounts (rule DOC-3).
 */
export interface HostPace {
  /**
   * Waits for the turn of a call.
   * @param caller the endpoint, or the account that downloads
   * @param until when no call may start any more
   * @returns false if there is no turn until then
   */
  turn: (host: string, caller: string, until: number) => Promise<boolean>;
  /** Learns from an answer. */
  answered: (host: string, outcome: CallOutcome) => Promise<void>;
}

/** Whether an answer says that the host has too much to do: none in time, no connection, 429 or 503. */
export function isOverloaded({ status, error }: CallOutcome): boolean {
  return status === null ? error !== 'address_refused' : status === 429 || status === 503;
}

/**
 * The rate after an answer: half of it if the host has too much to do; a tenth more, at least one call, if it answered
 * while more calls were wanted than the rate allowed.
 */
export function rateAfter(rate: number, { overloaded, wanted }: { overloaded: boolean; wanted: boolean }): number {
  if (overloaded) return Math.max(hostLimits.least, Math.floor(rate / 2));
  return wanted ? Math.min(hostLimits.most, rate + Math.max(1, Math.floor(rate / 10))) : rate;
}

/** Places of a second that one write takes, at most as many as calls wait. */
export const placesAtOnce = (rate: number, waiting: number): number =>
  Math.max(1, Math.min(waiting, Math.floor(rate * hostLimits.takenAtOnce)));
