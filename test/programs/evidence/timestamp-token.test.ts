import { randomBytes, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openTimestampAuthority } from '../../../lib/adapters/evidence/timestamp-authority.ts';
import { createGuard } from '../../../lib/adapters/net/guard.ts';
import { checkTimestamp, timestampRequest, tokenOf } from '../../../lib/core/evidence/timestamp-token.ts';
import { type OpensslAuthority, startAuthority } from './openssl-authority.ts';

const TEXT = 'eyJhbGciOiJFUzI1NiJ9.eyJlZGl0aW9uIjoxfQ.c2lnbmF0dXJl';
const guard = createGuard({ loopback: true });
const clientOf = ({ url }: OpensslAuthority) => openTimestampAuthority({ url, guard, randomBytes });
const rootOf = async ({ rootFile }: OpensslAuthority) => new X509Certificate(await readFile(rootFile));

describe.each([
  { key: 'rsa', essDigest: 'sha256' },
  { key: 'ec', essDigest: 'sha1' },
] as const)('a time stamp by OpenSSL, $key, $essDigest', (options) => {
  let authority: OpensslAuthority;
  let token: Buffer;
  beforeAll(async () => {
    authority = await startAuthority(options);
    token = Buffer.from(await clientOf(authority).stamp(TEXT), 'base64');
  });
  afterAll(() => authority.close());

  test('is read the same by OpenSSL and by the service: authority, instant and trust', async () => {
    expect(await authority.verify(token, TEXT)).toBe(true);
    const verdict = checkTimestamp(token, TEXT, [await rootOf(authority)])!;
    expect(verdict).toMatchObject({ authority: 'C=BR, O=Carimbos de Teste, CN=ACT 1', trusted: true });
    expect(Math.abs(Date.now() - verdict.at)).toBeLessThan(3_600_000);
    expect(checkTimestamp(token, TEXT)).toMatchObject({ trusted: false });
  });

  test('of another text is not valid', async () => {
    expect(await authority.verify(token, `${TEXT}.`)).toBe(false);
    expect(checkTimestamp(token, `${TEXT}.`)).toBeUndefined();
  });

  test('with any byte changed is not valid, or says the same', async () => {
    const trusted = [await rootOf(authority)];
    const genuine = checkTimestamp(token, TEXT, trusted);
    let refused = 0;
    for (let index = 0; index < token.length; index++) {
      const changed = Buffer.from(token);
      changed[index]! ^= 1 << (index % 8);
      const verdict = checkTimestamp(changed, TEXT, trusted);
      if (verdict === undefined) refused++;
      else expect(verdict).toEqual(genuine);
    }
    // The rest are certificates in the response besides the signer's, and algorithm names with the same meaning.
    expect(refused).toBeGreaterThan(token.length / 2);
  });

  test('truncated or with extra bytes is not valid', () => {
    for (let length = 0; length < token.length; length += 7)
      expect(checkTimestamp(token.subarray(0, length), TEXT)).toBeUndefined();
    expect(checkTimestamp(Buffer.concat([token, Buffer.alloc(1)]), TEXT)).toBeUndefined();
  });

  test('of another authority is not trusted', async () => {
    const other = await startAuthority(options);
    try {
      expect(checkTimestamp(token, TEXT, [await rootOf(other)])).toMatchObject({ trusted: false });
      expect(await other.verify(token, TEXT)).toBe(false);
    } finally {
      await other.close();
    }
  });
});

describe('an authority', () => {
  let authority: OpensslAuthority;
  beforeAll(async () => {
    authority = await startAuthority();
  });
  afterAll(() => authority.close());

  test('that repeats an earlier response yields no time stamp, because the nonce differs', async () => {
    authority.state.instead = await authority.reply(timestampRequest(TEXT, randomBytes(8)));
    await expect(clientOf(authority).stamp(TEXT)).rejects.toThrow('no time stamp');
    authority.state.instead = undefined;
    await expect(clientOf(authority).stamp(TEXT)).resolves.toEqual(expect.any(String));
  });

  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><title>Sign in</title>')],
    ['a rejection', Buffer.from('30053003020102', 'hex')],
    ['more bytes than a token may have', Buffer.alloc(70_000, 0x30)],
  ])('that responds %s yields no time stamp', async (_, instead) => {
    authority.state.instead = instead;
    await expect(clientOf(authority).stamp(TEXT)).rejects.toThrow('no time stamp');
    authority.state.instead = undefined;
  });

  test('that fails, or cannot be reached, yields no time stamp', async () => {
    authority.state.failing = true;
    await expect(clientOf(authority).stamp(TEXT)).rejects.toThrow('no time stamp');
    authority.state.failing = false;
    const gone = await startAuthority();
    await gone.close();
    await expect(clientOf(gone).stamp(TEXT)).rejects.toThrow('no time stamp');
  });

  test("accepts the service's request: imprint, nonce, and the certificate in the response", async () => {
    const token = tokenOf(await authority.reply(timestampRequest(TEXT, new Uint8Array(8))))!;
    expect(checkTimestamp(token, TEXT)?.nonce).toBe('010000000000000000');
  });
});
