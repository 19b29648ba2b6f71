import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import Bowser from 'bowser';
import type { SessionDevice } from '../../core/domain/sessions.ts';
import type { ApproximateLocation, Client, Device } from '../../core/domain/verifications.ts';
import { type ApiEvent, requestHeader } from './exchange.ts';

/** What the network and the browser reveal about a page's visitor. */
export interface Visitor {
  ip: string | null;
  location: ApproximateLocation | null;
  user_agent: string | null;
  device: Device | null;
  client: Client | null;
}

/**
 * The network addresses of a request, for the lines about security. CloudFront appends the visitor's address to
 * `X-Forwarded-For` (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/RequestAndResponseBehaviorCustomOrigin.html#RequestCustomIPAddresses),
 * the gateway then CloudFront's. Who calls the gateway directly can forge the former, and is seen by the latter.
 */
export function addressesOf(event: ApiEvent): { network_address?: string; gateway_address?: string } {
  const gateway = event.requestContext.identity?.sourceIp;
  const forwarded = (requestHeader(event, 'x-forwarded-for') ?? '').split(',').map((each) => each.trim());
  const visitor = forwarded.at(-2);
  return {
    // Anything else in the header is text of a stranger.
    network_address: visitor !== undefined && isIP(visitor) > 0 ? visitor : gateway,
    gateway_address: gateway,
  };
}

/** Header that proves that a request came through the distribution. */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';

/** Header for values that CloudFront has no header for, set by the distribution's function: see `viewerNotes`. */
export const VIEWER_HEADER = 'x-viewer';

const LONGEST_USER_AGENT = 512;
const LONGEST_PLACE = 100;

/**
 * Reads the visitor from a request. CloudFront adds the location of the viewer. A request with the secret of the distribution
 * comes from CloudFront; headers of any other may be forged, so only the address that the gateway saw counts. The location is
 * coarse: a city of the network operator.
 */
export function visitorOf(event: ApiEvent, originSecret: string): Visitor {
  const fromDistribution = isSame(requestHeader(event, ORIGIN_SECRET_HEADER) ?? '', originSecret);
  const userAgent = requestHeader(event, 'user-agent')?.slice(0, LONGEST_USER_AGENT) || null;
  return {
    ip: (fromDistribution ? viewerAddress(event) : undefined) ?? event.requestContext.identity.sourceIp ?? null,
    location: fromDistribution ? viewerLocation(event) : null,
    user_agent: userAgent,
    ...agentOf(userAgent),
  };
}

/**
 * The distribution's note about a request: the host that the browser requested and whether it accepts compressed pages, such
 * as `confirme.empresa.com.br gzip`. Without the distribution the host is the gateway's, on which nothing depends.
 */
export function viewerNotes(event: ApiEvent, originSecret: string): { host: string | null; takesGzip: boolean } {
  const fromDistribution = isSame(requestHeader(event, ORIGIN_SECRET_HEADER) ?? '', originSecret);
  const noted = fromDistribution ? requestHeader(event, VIEWER_HEADER) : undefined;
  if (noted === undefined)
    return {
      host: null,
      takesGzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(requestHeader(event, 'accept-encoding') ?? ''),
    };
  const [host = '', encoding] = noted.split(' ');
  return { host: host.toLowerCase() || null, takesGzip: encoding === 'gzip' };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `198.51.100.10:46532`, `[2001:db8::1]:46532` or `2001:db8::1:46532`. */
function viewerAddress(event: ApiEvent): string | undefined {
  return requestHeader(event, 'cloudfront-viewer-address')
    ?.replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '');
}

function viewerLocation(event: ApiEvent): ApproximateLocation | null {
  const place = (name: string) => readPlace(requestHeader(event, `cloudfront-viewer-${name}`));
  const degrees = (name: string, bound: number) =>
    readDegrees(requestHeader(event, `cloudfront-viewer-${name}`), bound);
  const location: ApproximateLocation = {
    country: place('country'),
    state: place('country-region'),
    city: place('city'),
    postal_code: place('postal-code'),
    latitude: degrees('latitude', 90),
    longitude: degrees('longitude', 180),
  };
  return Object.values(location).some((value) => value !== null) ? location : null;
}

/** Names are percent-encoded, or UTF-8 bytes that were read as Latin-1. */
function readPlace(value = ''): string | null {
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'))) ?? value;
  const name = attempt(() => decodeURIComponent(text)) ?? text;
  return name.replace(/\p{C}/gu, '').trim().slice(0, LONGEST_PLACE) || null;
}

function readDegrees(value: string | undefined, bound: number): number | null {
  const degrees = value && /^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : NaN;
  return Math.abs(degrees) <= bound ? degrees : null;
}

/** The device of a person who signs in, from the browser's user agent. */
export function sessionDeviceOf(event: ApiEvent): SessionDevice {
  const { device, client } = agentOf(requestHeader(event, 'user-agent')?.slice(0, LONGEST_USER_AGENT) || null);
  return { browser: client?.name ?? null, system: device?.os ?? null };
}

/** Browsers reveal less and less about themselves, so nulls are normal. */
function agentOf(userAgent: string | null): { device: Device | null; client: Client | null } {
  if (userAgent === null) return { device: null, client: null };
  const { platform, os, browser } = Bowser.parse(userAgent);
  const orNull = (text: string | undefined) => text || null;
  return {
    device: {
      type: orNull(platform.type),
      vendor: orNull(platform.vendor),
      model: orNull(platform.model),
      os: orNull([os.name, os.versionName ?? os.version].filter(Boolean).join(' ')),
    },
    client: { name: orNull(browser.name), version: orNull(browser.version) },
  };
}

function attempt(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
