import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { sha256Bytes } from '../sha256.ts';

/** A public key in its published form (RFC 7517). */
export interface PublishedKey {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  use: 'sig';
  alg: 'ES256';
  /** Thumbprint of the key (RFC 7638). */
  kid: string;
}

export interface KeySet {
  keys: readonly PublishedKey[];
}

/** Media type of the signed content, in the header. */
const TYPE = 'malote-evidence+jwt';

/** The claims of a signature. */
export interface SignedClaims {
  /** One of the two. */
  verification_id?: string;
  letter_id?: string;
  edition: number;
  /** SHA-256 of the statement's canonical JSON. */
  statement_sha256: string;
}

/** A key in its published form. */
export function publishedKey(spki: Uint8Array): PublishedKey {
  const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  const { kty, crv, x, y } = key.export({ format: 'jwk' });
  if (kty !== 'EC' || crv !== 'P-256' || !x || !y)
    throw new Error(`evidence is signed with P-256 keys, not with ${crv}`);
  return { kty, crv, x, y, use: 'sig', alg: 'ES256', kid: thumbprintOf({ crv, kty, x, y }) };
}

/** RFC 7638: SHA-256 of the required members, their names in order. */
function thumbprintOf({ crv, kty, x, y }: { crv: string; kty: string; x: string; y: string }): string {
  return sha256Bytes(JSON.stringify({ crv, kty, x, y })).toString('base64url');
}

/** The bytes that are signed: header and claims. */
export function signingInput(kid: string, claims: SignedClaims): string {
  return [{ alg: 'ES256', typ: TYPE, kid }, claims].map(encoded).join('.');
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * The compact JWS of an input and its signature from KMS: KMS returns ECDSA in DER, and JWS contains only its two numbers, 32
 * bytes each (RFC 7518, 3.4).
 */
export function compactJws(input: string, derSignature: Uint8Array): string {
  return `${input}.${Buffer.from(rawSignature(derSignature)).toString('base64url')}`;
}

/** SEQUENCE { INTEGER r, INTEGER s }; each may have a leading zero or lack its own leading zeros. */
function rawSignature(der: Uint8Array): Uint8Array {
  const raw = new Uint8Array(64);
  let at = 2;
  for (const end of [32, 64]) {
    const length = der[at + 1]!;
    const number = der.subarray(at + 2, at + 2 + length);
    const digits = number.subarray(Math.max(0, number.length - 32));
    raw.set(digits, end - digits.length);
    at += 2 + length;
  }
  return raw;
}

/** Header and claims of one of the service's own signatures, unchecked. */
export function openedClaims(jws: string): { kid: string; claims: SignedClaims } {
  const [header = '', payload = ''] = jws.split('.');
  return { kid: String(decoded(header).kid), claims: decoded(payload) as unknown as SignedClaims };
}

/** The claims of a signature made by one of the keys, or why it is not valid. */
export function openJws(
  jws: string,
  { keys }: KeySet,
): { ok: true; claims: SignedClaims; kid: string } | { ok: false; reason: 'signature_invalid' | 'key_unknown' } {
  const [header = '', payload = '', signature = '', ...more] = jws.split('.');
  const { alg, typ, kid } = decoded(header);
  if (more.length > 0 || alg !== 'ES256' || typ !== TYPE || typeof kid !== 'string')
    return { ok: false, reason: 'signature_invalid' };
  const key = keys.find((one) => one.kid === kid && thumbprintOf(one) === kid);
  if (!key) return { ok: false, reason: 'key_unknown' };
  const bytes = Buffer.from(signature, 'base64url');
  const isCanonical = bytes.toString('base64url') === signature;
  const holds =
    isCanonical &&
    verify('sha256', Buffer.from(`${header}.${payload}`), { key: keyObject(key), dsaEncoding: 'ieee-p1363' }, bytes);
  return holds
    ? { ok: true, claims: decoded(payload) as unknown as SignedClaims, kid }
    : { ok: false, reason: 'signature_invalid' };
}

function keyObject({ kty, crv, x, y }: PublishedKey): KeyObject {
  return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
}

function decoded(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
