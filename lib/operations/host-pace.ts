import type { TargetHosts } from '../adapters/data/webhooks/target-hosts.ts';
import {
  hostLimits,
  type HostPace,
  isCounted,
  isOverloaded,
  isUnknownTo,
  placesAtOnce,
  rateAfter,
  type TargetHost,
} from '../core/domain/target-hosts.ts';

export interface HostPaceDeps {
  hosts: TargetHosts;
  now: () => number;
  /** A number from 0 up to 1, which spreads the calls of many functions over the next second. */
  random: () => number;
}

/** What a function knows of a host. */
interface Known {
  host: Promise<TargetHost>;
  readAt: number;
  freshFor: number;
  /** The second whose places it has, how many are left, and whether the second has no more. */
  second: number;
  places: number;
  isFull: boolean;
  /** The write that takes places, if one is under way. */
  taking: Promise<void> | undefined;
  waiting: number;
  /** The last second in which a call had to wait. */
  wantedIn: number;
  changedAt: number;
}

/** Hosts that a function remembers at once; it forgets all when there are more. */
const MOST_KNOWN = 10_000;

/** A host whose calls are not counted costs one read a minute in each function; a counted one a write for some calls. */
export function openHostPace({ hosts, now, random }: HostPaceDeps): HostPace {
  const known = new Map<string, Known>();
  const knownOf = (name: string): Known => {
    if (known.size >= MOST_KNOWN) known.clear();
    const found = known.get(name) ?? newKnown();
    known.set(name, found);
    return found;
  };

  /** What is known of the host, read again when it is old; notes a caller that is new to it. */
  const look = async (name: string, own: Known, caller: string): Promise<TargetHost> => {
    if (now() - own.readAt >= own.freshFor) read(own, hosts.find(name));
    let host = await own.host;
    if (isUnknownTo(host, caller)) {
      read(own, hosts.note(name, caller, now()));
      host = await own.host;
    }
    own.freshFor = isCounted(host) ? hostLimits.countedFreshFor : hostLimits.uncountedFreshFor;
    return host;
  };

  const read = (own: Known, host: Promise<TargetHost>) => {
    own.host = host;
    own.readAt = now();
    // One that failed is read again by the next call.
    host.catch(() => (own.readAt = -Infinity));
  };

  /** Takes places of the present second, once for all calls of this function that wait. */
  const takePlaces = async (name: string, own: Known, rate: number): Promise<void> => {
    const second = Math.floor(now() / 1000);
    const places = placesAtOnce(rate, own.waiting);
    const isTaken = await hosts.take(name, second, places, rate);
    Object.assign(own, { second, places: isTaken ? places : 0, isFull: !isTaken });
  };

  const turn: HostPace['turn'] = async (name, caller, until) => {
    const own = knownOf(name);
    own.waiting++;
    try {
      for (;;) {
        const host = await look(name, own, caller);
        if (!isCounted(host)) return true;
        const instant = now();
        if (instant >= until) return false;
        const isNow = own.second === Math.floor(instant / 1000);
        if (isNow && own.places > 0) {
          own.places--;
          return true;
        }
        if (isNow && own.isFull) {
          own.wantedIn = own.second;
          await pause((own.second + 1) * 1000 - instant + random() * SPREAD_MS);
        } else {
          own.taking ??= takePlaces(name, own, host.rate).finally(() => (own.taking = undefined));
          await own.taking;
        }
      }
    } finally {
      own.waiting--;
    }
  };

  const answered: HostPace['answered'] = async (name, outcome) => {
    const own = knownOf(name);
    const instant = now();
    const host = await own.host;
    if (!isCounted(host) || instant - own.changedAt < hostLimits.changeEvery) return;
    const wanted = own.wantedIn >= Math.floor(instant / 1000) - 1;
    const rate = rateAfter(host.rate, { overloaded: isOverloaded(outcome), wanted });
    if (rate === host.rate) return;
    own.changedAt = instant;
    await hosts.setRate(name, rate, instant);
    own.readAt = -Infinity;
  };

  return { turn, answered };
}

/** Calls that wait for the next second come within its first half, so that the first function does not get all. */
const SPREAD_MS = 500;

const newKnown = (): Known => ({
  host: Promise.resolve({ endpoints: new Set<string>(), rate: hostLimits.start }),
  readAt: -Infinity,
  freshFor: 0,
  second: -1,
  places: 0,
  isFull: false,
  taking: undefined,
  waiting: 0,
  wantedIn: -2,
  changedAt: -Infinity,
});

const pause = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));
