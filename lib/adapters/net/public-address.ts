import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { PUBLIC_URL } from '../../core/domain/text-patterns.ts';
import { parseWebUrl } from '../../core/domain/web-urls.ts';

/** The allocated global unicast range of IPv6; `ipaddr.js` alone would accept e.g. `100:0:0:1::/64` and `4000::`. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Default length limit of a customer's URL. */
const LONGEST_URL = 2048;

/** Suffixes without public hosts (RFC 6761, RFC 8375 and those of internal networks). */
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'corp',
  'home',
  'test',
  'invalid',
];

export interface AddressRules {
  /** Development only: hosts on this machine are allowed, also without TLS. */
  loopback: boolean;
  /** Characters. */
  longestUrl?: number;
}

/** An address that outgoing calls may reach. All others are rejected: private, mapped, tunnelled, reserved. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST);
}

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
}

/** True for `localhost` and loopback literals, as `new URL` writes them. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || isLoopbackAddress(withoutBrackets(hostname));
}

/**
 * A customer's URL for outgoing calls: HTTPS, a public host name. The host's addresses are checked when it is called,
 * because a name may point elsewhere by then.
 * @returns the URL, or undefined if it is rejected
 */
export function readPublicUrl(text: string, rules: AddressRules): URL | undefined {
  if (text.length > (rules.longestUrl ?? LONGEST_URL)) return undefined;
  const url = parseWebUrl(text, ['https', 'http']);
  if (!url || (rules.loopback && isLoopbackHost(url.hostname))) return url;
  return url.protocol === 'https:' && isPublicName(url.hostname) ? url : undefined;
}

/**
 * Whether a URL with a host name has the form in the API's description (`PUBLIC_URL`): with slashes, no user
 * information, a name without escapes, a valid port. `new URL` accepts much more. The addresses are checked at the
 * call.
 */
export function isPlainlyWritten(text: string): boolean {
  const url = URL.parse(text);
  if (!url) return false;
  return url.hostname === 'localhost' || isIP(withoutBrackets(url.hostname)) !== 0 || plain.test(text);
}

const plain = new RegExp(PUBLIC_URL);

function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  if (isIP(withoutBrackets(name)) !== 0 || !name.includes('.')) return false;
  return !PRIVATE_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));
}

/** `new URL` writes IPv6 hosts in brackets. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}
