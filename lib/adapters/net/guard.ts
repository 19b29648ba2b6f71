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

/** The addresses of a name, all of one family; aborted by the signal. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<string[]>;

/** Target of a call: the request option `lookup` pins it to the checked addresses. */
export interface Target {
  url: URL;
  addresses: readonly string[];
  lookup: LookupFunction;
}

/** Checks a customer's URL when it is called; aborted by the signal. */
export type Guard = (url: string, signal: AbortSignal) => Promise<Target>;

/** The URL may not be called, or its host has no public address. */
export class AddressRefused extends Error {
  constructor() {
    super('the URL does not lead to a public address');
    this.name = 'AddressRefused';
  }
}

/**
 * The guard for all calls to customers' URLs. The host is resolved once, here, and the call is pinned to the addresses
 * found, so changing the name in between has no effect. The call is rejected if any of the addresses is private. The
 * caller must reject redirects, or guard each one.
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

/** Milliseconds to resolve the name when a URL is saved. */
const CHECK_MS = 3_000;

/**
 * Checks URLs when they are saved: false if they are not in plain form or the guard rejects them. A name that does not
 * resolve now is accepted: it may resolve by the first call, and every call is guarded again.
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
 * With a dead name server, `dns.lookup` would block one of Node's four file-system threads and stall all other calls; a
 * separate resolver can be canceled. IPv6 is queried only if there is no IPv4 address: functions without a VPC cannot
 * reach IPv6.
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
