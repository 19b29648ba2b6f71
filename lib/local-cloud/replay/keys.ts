import {
  type BinaryLike,
  checkPrimeSync,
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import type { SeededRandom } from './seeded-random.ts';

export interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

/** The order of P-256 (FIPS 186-5, from SP 800-186 section 3.2.1.3). */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const P256_BYTES = 32;

/** Exponent of every RSA key that OpenSSL makes unless asked otherwise. */
const RSA_EXPONENT = 65_537n;

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

function bytesOf(value: bigint, length: number): Buffer {
  return Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex');
}

const base64 = (value: bigint, length: number): string => bytesOf(value, length).toString('base64url');

function pairOf(key: JsonWebKey): KeyPair {
  const privateKey = createPrivateKey({ key, format: 'jwk' });
  return { privateKey, publicKey: createPublicKey(privateKey) };
}

/** From 1 to below the order. */
const scalar = (random: SeededRandom): bigint => 1n + (numberOf(random.bytes(40)) % (P256_ORDER - 1n));

/** The point that a scalar leads to: `04 x y`. */
function pointOf(multiple: bigint): Buffer {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(bytesOf(multiple, P256_BYTES));
  return curve.getPublicKey();
}

/** A key of P-256. */
export function ecKeyPair(random: SeededRandom): KeyPair {
  const d = scalar(random);
  const point = pointOf(d);
  const [x, y] = [point.subarray(1, 1 + P256_BYTES), point.subarray(1 + P256_BYTES)];
  const [encodedX, encodedY] = [x.toString('base64url'), y.toString('base64url')];
  return pairOf({ kty: 'EC', crv: 'P-256', d: base64(d, P256_BYTES), x: encodedX, y: encodedY });
}

/** ECDSA with P-256 (FIPS 186-5, section 6.4.1), DER: OpenSSL draws its secret number itself. */
export function signWithEcKey(digest: string, data: BinaryLike, key: KeyObject, random: SeededRandom): Buffer {
  const d = numberOf(Buffer.from(key.export({ format: 'jwk' }).d!, 'base64url'));
  const hash = numberOf(createHash(digest).update(data).digest().subarray(0, P256_BYTES));
  for (;;) {
    const k = scalar(random);
    const r = numberOf(pointOf(k).subarray(1, 1 + P256_BYTES)) % P256_ORDER;
    const s = (inverse(k, P256_ORDER) * (hash + r * d)) % P256_ORDER;
    if (r === 0n || s === 0n) continue;
    const body = Buffer.concat([derInteger(r), derInteger(s)]);
    return Buffer.concat([Buffer.from([0x30, body.length]), body]);
  }
}

/** An INTEGER of DER, which is negative if its first bit is set (X.690, section 8.3). */
function derInteger(value: bigint): Buffer {
  const digits = value.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
  const positive = bytes[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
  return Buffer.concat([Buffer.from([0x02, positive.length]), positive]);
}

/** A key of RSA, from two primes of half its length (FIPS 186-5, appendix A.1). */
export function rsaKeyPair(random: SeededRandom, bits: number): KeyPair {
  const [whole, half] = [bits / 8, bits / 16];
  const [p, q] = [rsaPrime(random, half), rsaPrime(random, half)];
  const d = inverse(RSA_EXPONENT, (p - 1n) * (q - 1n));
  return pairOf({
    kty: 'RSA',
    n: base64(p * q, whole),
    e: base64(RSA_EXPONENT, 3),
    d: base64(d, whole),
    p: base64(p, half),
    q: base64(q, half),
    dp: base64(d % (p - 1n), half),
    dq: base64(d % (q - 1n), half),
    qi: base64(inverse(q, p), half),
  });
}

function rsaPrime(random: SeededRandom, length: number): bigint {
  for (;;) {
    const bytes = random.bytes(length);
    // The two highest bits, so that the product has its full length, and odd.
    bytes[0]! |= 0xc0;
    bytes[length - 1]! |= 1;
    const candidate = numberOf(bytes);
    if ((candidate - 1n) % RSA_EXPONENT !== 0n && checkPrimeSync(candidate)) return candidate;
  }
}

/** The extended Euclidean algorithm. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [value % modulus, modulus, 1n, 0n];
  while (b !== 0n) {
    const quotient = a / b;
    [a, b] = [b, a % b];
    [x, y] = [y, x - quotient * y];
  }
  return ((x % modulus) + modulus) % modulus;
}
