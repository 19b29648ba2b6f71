import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { AwsError } from '../aws-error.ts';
import { UNSIGNED_PAYLOAD } from '../aws-signature.ts';
import { sha256 } from '../sha256.ts';

/**
 * S3 accepts 5 GB in one PUT. This process holds the whole request in memory, and the product's largest file has 10 MB.
 */
const LARGEST_OBJECT_BYTES = 64 * 1024 * 1024;

const CHUNKED_WITH_TRAILER = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';

export interface Checksum {
  /** Header name, `x-amz-checksum-<algorithm>`. */
  header: string;
  /** Base64. */
  value: string;
}

export interface Payload {
  body: Buffer;
  /** The checksum that the client sent, verified. */
  checksum: Checksum | undefined;
}

const digests: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  crc32: (body) => uint32(crc32(body)),
  crc32c: (body) => uint32(crc32c(body)),
  sha1: (body) => createHash('sha1').update(body).digest(),
  sha256,
};

/** `x-amz-checksum-…` headers that are not a checksum. */
const checksumSettings = new Set(['x-amz-checksum-mode', 'x-amz-checksum-type', 'x-amz-checksum-algorithm']);

/**
 * The object in a request: without `aws-chunked` framing, verified against every digest sent with it.
 * @throws AwsError XAmzContentSHA256Mismatch, BadDigest, InvalidDigest, IncompleteBody, EntityTooLarge, InvalidRequest,
 * or NotImplemented for signed chunks and for algorithms the local cloud does not compute.
 */
export function readPayload(headers: Record<string, string>, raw: Buffer, payloadHash: string): Payload {
  const { body, trailers } = unframe(headers, raw, payloadHash);
  if (body.length > LARGEST_OBJECT_BYTES) {
    throw new AwsError('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', 400, {
      ProposedSize: body.length,
      MaxSizeAllowed: LARGEST_OBJECT_BYTES,
    });
  }
  checkMd5(headers['content-md5'], body);
  return { body, checksum: checkChecksum({ ...headers, ...trailers }, body) };
}

function unframe(headers: Record<string, string>, raw: Buffer, payloadHash: string) {
  if (payloadHash === CHUNKED_WITH_TRAILER) return decodeChunks(raw, Number(headers['x-amz-decoded-content-length']));
  if (payloadHash.startsWith('STREAMING-')) {
    throw new AwsError('NotImplemented', `The local cloud does not read ${payloadHash}`, 501);
  }
  if (payloadHash !== UNSIGNED_PAYLOAD && payloadHash !== sha256(raw).toString('hex')) {
    throw new AwsError(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  }
  return { body: raw, trailers: {} };
}

/** `<size in hex>\r\n<data>\r\n … 0\r\n<trailer>:<value>\r\n\r\n` */
function decodeChunks(raw: Buffer, expectedBytes: number): { body: Buffer; trailers: Record<string, string> } {
  const chunks: Buffer[] = [];
  let offset = 0;
  for (;;) {
    const lineEnd = raw.indexOf('\r\n', offset);
    const size = lineEnd < 0 ? NaN : parseInt(raw.toString('latin1', offset, lineEnd), 16);
    if (Number.isNaN(size)) throw incompleteBody();
    offset = lineEnd + 2;
    if (size === 0) break;
    chunks.push(raw.subarray(offset, offset + size));
    offset += size + 2;
  }
  const body = Buffer.concat(chunks);
  if (body.length !== expectedBytes) throw incompleteBody();
  const lines = raw.toString('latin1', offset).split('\r\n').filter(Boolean);
  const trailers = Object.fromEntries(lines.map((line) => splitHeader(line)));
  return { body, trailers };
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}

function checkMd5(sent: string | undefined, body: Buffer): void {
  if (sent === undefined) return;
  if (Buffer.from(sent, 'base64').length !== 16)
    throw new AwsError('InvalidDigest', 'The Content-MD5 you specified was invalid.');
  const computed = createHash('md5').update(body).digest('base64');
  if (sent !== computed) throw badDigest('Content-MD5');
}

function checkChecksum(headers: Record<string, string>, body: Buffer): Checksum | undefined {
  const names = Object.keys(headers).filter(
    (name) => name.startsWith('x-amz-checksum-') && !checksumSettings.has(name),
  );
  const [header] = names;
  if (header === undefined) return undefined;
  if (names.length > 1) {
    throw new AwsError(
      'InvalidRequest',
      'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
    );
  }
  const algorithm = header.slice('x-amz-checksum-'.length);
  const digest = digests[algorithm];
  if (!digest) throw new AwsError('NotImplemented', `The local cloud does not compute ${algorithm}`, 501);
  const value = digest(body).toString('base64');
  if (headers[header] !== value) throw badDigest(algorithm.toUpperCase());
  return { header, value };
}

function badDigest(name: string): AwsError {
  return new AwsError('BadDigest', `The ${name} you specified did not match the calculated checksum.`);
}

function incompleteBody(): AwsError {
  return new AwsError('IncompleteBody', 'The request body terminated unexpectedly');
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Castagnoli's polynomial, reflected (RFC 3720, appendix B.4). */
const crc32cTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0x82f63b78 : remainder >>> 1;
  return remainder;
});

function crc32c(body: Buffer): number {
  let remainder = 0xffffffff;
  for (const byte of body) remainder = crc32cTable[(remainder ^ byte) & 0xff]! ^ (remainder >>> 8);
  return (remainder ^ 0xffffffff) >>> 0;
}
