import { createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import { childrenOf, der, type DerElement, expectTag, NotDer, oidHex, readDer, tags } from '../der.ts';
import { sha256Bytes } from '../sha256.ts';

/** A valid RFC 3161 time stamp for the checked text. */
export interface TimestampVerdict {
  /** Instant of the stamp, epoch milliseconds. */
  at: number;
  /** Subject of the authority's certificate, in one line. */
  authority: string;
  /** Whether it chains to a certificate that the caller trusts. */
  trusted: boolean;
  /** In hexadecimal; null if there is none. */
  nonce: string | null;
}

const oids = {
  signedData: oidHex('1.2.840.113549.1.7.2'),
  timestampInfo: oidHex('1.2.840.113549.1.9.16.1.4'),
  contentType: oidHex('1.2.840.113549.1.9.3'),
  messageDigest: oidHex('1.2.840.113549.1.9.4'),
  signingCertificate: oidHex('1.2.840.113549.1.9.16.2.12'),
  signingCertificateV2: oidHex('1.2.840.113549.1.9.16.2.47'),
  rsa: oidHex('1.2.840.113549.1.1.1'),
};

const digests: Readonly<Record<string, string>> = {
  [oidHex('2.16.840.1.101.3.4.2.1')]: 'sha256',
  [oidHex('2.16.840.1.101.3.4.2.2')]: 'sha384',
  [oidHex('2.16.840.1.101.3.4.2.3')]: 'sha512',
};

/** Signature algorithms that name their digest; plain RSA uses the signer's. */
const signatures: Readonly<Record<string, string>> = {
  [oidHex('1.2.840.113549.1.1.11')]: 'sha256',
  [oidHex('1.2.840.113549.1.1.12')]: 'sha384',
  [oidHex('1.2.840.113549.1.1.13')]: 'sha512',
  [oidHex('1.2.840.10045.4.3.2')]: 'sha256',
  [oidHex('1.2.840.10045.4.3.3')]: 'sha384',
  [oidHex('1.2.840.10045.4.3.4')]: 'sha512',
};

/** Extended key usage of a certificate that may sign time stamps (RFC 3161, 2.3). */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

const SHA256 = der(
  tags.sequence,
  der(tags.oid, Buffer.from(oidHex('2.16.840.1.101.3.4.2.1'), 'hex')),
  der(0x05, Buffer.alloc(0)),
);

/** The request for a stamp of a text; it also requests the authority's certificate (RFC 3161, 2.4.1). */
export function timestampRequest(text: string, nonce: Uint8Array): Buffer {
  const imprint = der(tags.sequence, SHA256, der(tags.octets, sha256Bytes(text)));
  // A leading one byte keeps the number positive and its length fixed.
  const number = Buffer.from([0x01, ...nonce]);
  return der(
    tags.sequence,
    der(tags.integer, Buffer.from([1])),
    imprint,
    der(tags.integer, number),
    der(tags.boolean, Buffer.from([0xff])),
  );
}

/** The nonce as it appears in a token. */
export const nonceOf = (nonce: Uint8Array): string => Buffer.from([0x01, ...nonce]).toString('hex');

/** The token in an authority's response; undefined if there is none (RFC 3161, 2.4.2). */
export function tokenOf(response: Uint8Array): Buffer | undefined {
  try {
    const [status, token] = childrenOf(readDer(response, tags.sequence));
    const [code] = childrenOf(status, tags.sequence);
    const granted = [0, 1].includes(expectTag(code, tags.integer).content.readUInt8());
    return granted && token ? Buffer.from(token.bytes) : undefined;
  } catch (error) {
    if (error instanceof NotDer || error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Checks that a token stamps this text and is intact: imprint, digest, signature, the certificate's purpose and
 * validity.
 * @param trusted certificates of authorities that the caller trusts
 * @returns undefined for any other token, and for one with unsupported algorithms
 */
export function checkTimestamp(
  token: Uint8Array,
  text: string,
  trusted: readonly X509Certificate[] = [],
): TimestampVerdict | undefined {
  try {
    return judged(token, text, trusted);
  } catch {
    // The sender of a file can damage its certificates in any way, and OpenSSL's errors have no common form.
    return undefined;
  }
}

function judged(token: Uint8Array, text: string, trusted: readonly X509Certificate[]): TimestampVerdict | undefined {
  const { info, certificates, signer } = partsOf(token);
  const stamped = readInfo(info);
  const certificate = signerCertificate(signer.attributes, certificates);
  if (!certificate || !sameBytes(stamped.imprint, sha256Bytes(text))) return undefined;
  const digest = digests[signer.digest];
  const algorithm = signer.signature === oids.rsa ? digest : signatures[signer.signature];
  if (!digest || !algorithm) return undefined;
  const isOfContent =
    sameBytes(valueOf(signer.attributes, oids.messageDigest, tags.octets), createHash(digest).update(info).digest()) &&
    valueOf(signer.attributes, oids.contentType, tags.oid)?.toString('hex') === oids.timestampInfo;
  const mayStamp = certificate.keyUsage?.includes(TIME_STAMPING) === true && isInTerm(certificate, stamped.at);
  // The signature covers the attributes encoded as a set, not with their tag in the token (RFC 5652, 5.4).
  const signed = der(tags.set, signer.signedBytes);
  if (!isOfContent || !mayStamp || !verify(algorithm, signed, certificate.publicKey, signer.value)) return undefined;
  return {
    at: stamped.at,
    authority: certificate.subject.replaceAll('\n', ', '),
    trusted: leadsTo(certificate, certificates, trusted, stamped.at),
    nonce: stamped.nonce,
  };
}

interface Attribute {
  type: string;
  values: DerElement[];
}

/** The parts of a signed message of one signer (RFC 5652, 5.1 and 5.3). */
function partsOf(token: Uint8Array) {
  const [type, wrapped] = childrenOf(readDer(token, tags.sequence));
  if (expectTag(type, tags.oid).content.toString('hex') !== oids.signedData) throw new NotDer();
  const [message] = childrenOf(wrapped, tags.context(0));
  const [, , content, ...rest] = childrenOf(message, tags.sequence);
  const [contentType, explicit] = childrenOf(content, tags.sequence);
  if (expectTag(contentType, tags.oid).content.toString('hex') !== oids.timestampInfo) throw new NotDer();
  const [octets] = childrenOf(explicit, tags.context(0));
  const given = rest.find(({ tag }) => tag === tags.context(0));
  const signers = childrenOf(rest.at(-1), tags.set);
  if (signers.length !== 1) throw new NotDer();
  const [, , digest, attributes, signature, value] = childrenOf(signers[0], tags.sequence);
  return {
    info: expectTag(octets, tags.octets).content,
    certificates: (given ? childrenOf(given) : []).map(({ bytes }) => new X509Certificate(bytes)),
    signer: {
      digest: oidIn(digest),
      signedBytes: expectTag(attributes, tags.context(0)).content,
      attributes: childrenOf(attributes).map((one): Attribute => {
        const [name, values] = childrenOf(one, tags.sequence);
        return { type: expectTag(name, tags.oid).content.toString('hex'), values: childrenOf(values, tags.set) };
      }),
      signature: oidIn(signature),
      value: expectTag(value, tags.octets).content,
    },
  };
}

/** The identifier of an algorithm. */
const oidIn = (algorithm: DerElement | undefined): string =>
  expectTag(childrenOf(algorithm, tags.sequence)[0], tags.oid).content.toString('hex');

function valueOf(attributes: readonly Attribute[], type: string, tag: number): Buffer | undefined {
  const found = attributes.filter((one) => one.type === type);
  if (found.length !== 1 || found[0]!.values.length !== 1) return undefined;
  return expectTag(found[0]!.values[0], tag).content;
}

/** The authority's statement (RFC 3161, 2.4.2). */
function readInfo(info: Buffer): { imprint: Buffer | undefined; at: number; nonce: string | null } {
  const [, , imprint, , time, ...rest] = childrenOf(readDer(info, tags.sequence));
  const [algorithm, hashed] = childrenOf(imprint, tags.sequence);
  const isSha256 = digests[oidIn(algorithm)] === 'sha256';
  const nonce = rest.find(({ tag }) => tag === tags.integer);
  return {
    imprint: isSha256 ? expectTag(hashed, tags.octets).content : undefined,
    at: instantOf(expectTag(time, tags.time).content.toString('latin1')),
    nonce: nonce ? nonce.content.toString('hex') : null,
  };
}

/** @throws NotDer */
function instantOf(time: string): number {
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(time) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`);
  if (Number.isNaN(at)) throw new NotDer();
  return at;
}

/** The certificate that the signature names by hash, so that it cannot be replaced by another (RFC 5816). */
function signerCertificate(
  attributes: readonly Attribute[],
  certificates: readonly X509Certificate[],
): X509Certificate | undefined {
  const newer = valueOf(attributes, oids.signingCertificateV2, tags.sequence);
  const named = newer ?? valueOf(attributes, oids.signingCertificate, tags.sequence);
  if (!named) return undefined;
  const [list] = elementsOf(named);
  const [first] = childrenOf(list, tags.sequence);
  const parts = childrenOf(first, tags.sequence);
  const hash = parts.find(({ tag }) => tag === tags.octets)?.content;
  const ownDigest = parts[0]?.tag === tags.sequence && newer ? digests[oidIn(parts[0])] : 'sha256';
  const digest = newer ? ownDigest : 'sha1';
  if (!digest) return undefined;
  return certificates.find(({ raw }) => sameBytes(hash, createHash(digest).update(raw).digest()));
}

const elementsOf = (content: Buffer): DerElement[] => childrenOf(readDer(der(tags.sequence, content)));

function sameBytes(one: Uint8Array | undefined, other: Uint8Array): boolean {
  return one?.length === other.length && timingSafeEqual(one, other);
}

const isInTerm = ({ validFrom, validTo }: X509Certificate, at: number) =>
  Date.parse(validFrom) <= at && at <= Date.parse(validTo);

/** Longest chain from a certificate to a trusted one. */
const LONGEST_CHAIN = 6;

function leadsTo(
  certificate: X509Certificate,
  given: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
  at: number,
  steps = LONGEST_CHAIN,
): boolean {
  if (trusted.some(({ raw }) => raw.equals(certificate.raw))) return true;
  const issued = (issuer: X509Certificate) =>
    issuer.ca && isInTerm(issuer, at) && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  if (trusted.some(issued)) return true;
  return steps > 0 && given.filter(issued).some((issuer) => leadsTo(issuer, given, trusted, at, steps - 1));
}
