import { promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import {
  type AddressRules,
  isLoopbackHost,
  isPlainlyWritten,
  isPublicAddress,
  readPublicUrl,
  withoutBrackets,
} from './public-address.ts';

/** The addresses of a name, all of one family; ends early when the signal does. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/** Target of a call: the request option `lookup` pins it to the checked addresses. */
export interface Target {
  url: URL;
  addresses: readonly string[];
  lookup: LookupFunction;
}

/** Checks a URL that a customer gave, at the moment it is called; ends early when the signal does. */
export type Guard = (url: string, signal: AbortSignal) => Promise<Target>;

/** The URL may not be called, or its host has no public address. */
export class AddressRefused extends Error {
  constructor() {
    super('the URL does not lead to a public address');
    this.name = 'AddressRefused';
  }
}

/**
 * The guard of all calls to URLs of customers. The host is resolved once, here, and the call is pinned to the addresses
 * found, so that changing the name in between has no effect. One private address among public ones refuses the call.
 * The caller must refuse redirects, or guard each again.
 * @throws AddressRefused · the DNS error
 */
export function createGuard(rules: AddressRules, resolve: Resolve = resolveInDns): Guard {
  return async (text, signal) => {
    const url = readPublicUrl(text, rules);
    if (!url) throw new AddressRefused();
    if (isLoopbackHost(url.hostname)) return targetAt(url, [loopbackAddress(url.hostname)]);
    const addresses = await resolve(url.hostname, signal);
    if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new AddressRefused();
    return targetAt(url, addresses);
  };
}

/** Milliseconds for resolving the name when a URL is saved. */
const CHECK_MS = 3_000;

/**
 * Checks URLs when they are saved: false when they are not in plain form or the guard refuses them. A name that cannot be
 * resolved now is accepted: it may resolve by the first call, and every call is guarded again.
 */
export function createUrlCheck(guard: Guard): (url: string) => Promise<boolean> {
  return async (url) =>
    isPlainlyWritten(url) &&
    guard(url, AbortSignal.timeout(CHECK_MS)).then(
      () => true,
      (error) => !(error instanceof AddressRefused),
    );
}

function loopbackAddress(hostname: string): string {
  return hostname === 'localhost' ? '127.0.0.1' : withoutBrackets(hostname);
}

function targetAt(url: URL, addresses: readonly string[]): Target {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_hostname, options, done) => {
    if (options.all) done(null, found);
    else done(null, found[0]!.address, found[0]!.family);
  };
  return { url, addresses, lookup };
}

/**
 * `dns.lookup` would hold one of Node's four file-system threads for as long as a dead name server lets it, and stall all
 * other calls; an own resolver can be canceled. IPv6 is asked for only when there is no IPv4: functions without a VPC
 * cannot reach it.
 */
export function resolveInDns(hostname: string, signal: AbortSignal, servers?: readonly string[]): Promise<string[]> {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  return resolver
    .resolve4(hostname)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== dns.NODATA) throw error;
      return resolver.resolve6(hostname);
    })
    .finally(() => signal.removeEventListener('abort', cancel));
}
