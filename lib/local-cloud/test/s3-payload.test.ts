import { expect, test } from '@jest/globals';
import { readPayload } from '../s3/s3-payload.ts';

const CHUNKED = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER';
const UNSIGNED = 'UNSIGNED-PAYLOAD';
const crc32OfHello = 'NhCmhg==';

const read = (raw: string, headers: Record<string, string>, payloadHash: string) =>
  readPayload(headers, Buffer.from(raw), payloadHash);

test('chunks are joined and verified by the trailing checksum', () => {
  const raw = `3\r\nhel\r\n2;chunk-extension=1\r\nlo\r\n0\r\nx-amz-checksum-crc32:${crc32OfHello}\r\n\r\n`;
  const { body, checksum } = read(raw, { 'x-amz-decoded-content-length': '5' }, CHUNKED);
  expect(body.toString()).toBe('hello');
  expect(checksum).toEqual({ header: 'x-amz-checksum-crc32', value: crc32OfHello });
});

test.each([
  ['shorter than declared', '5\r\nhello\r\n0\r\n\r\n', '6'],
  ['without an end', '5\r\nhello\r\n', '5'],
  ['without frames', 'hello', '5'],
])('chunks that are %s fail with IncompleteBody', (_, raw, declared) => {
  expect(() => read(raw, { 'x-amz-decoded-content-length': declared }, CHUNKED)).toThrow(
    expect.objectContaining({ code: 'IncompleteBody' }),
  );
});

test('a wrong trailing checksum is BadDigest', () => {
  const raw = '5\r\nhellO\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n';
  expect(() => read(raw, { 'x-amz-decoded-content-length': '5' }, CHUNKED)).toThrow(
    expect.objectContaining({ code: 'BadDigest' }),
  );
});

test.each<[string, Record<string, string>, string]>([
  ['two checksums', { 'x-amz-checksum-crc32': crc32OfHello, 'x-amz-checksum-sha1': 'x' }, 'InvalidRequest'],
  ['an unsupported algorithm', { 'x-amz-checksum-crc64nvme': 'x' }, 'NotImplemented'],
  ['an invalid Content-MD5', { 'content-md5': 'short' }, 'InvalidDigest'],
])('%s: rejected', (_, headers, code) => {
  expect(() => read('hello', headers, UNSIGNED)).toThrow(expect.objectContaining({ code }));
});

test('signed chunks are rejected, because they are not verified', () => {
  expect(() => read('x', {}, 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD')).toThrow(
    expect.objectContaining({ code: 'NotImplemented', status: 501 }),
  );
});

test('a body too large for this process is rejected', () => {
  expect(() => readPayload({}, Buffer.alloc(64 * 1024 * 1024 + 1), UNSIGNED)).toThrow(
    expect.objectContaining({ code: 'EntityTooLarge' }),
  );
});
