import { buffer } from 'node:stream/consumers';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { readOptional } from '../../core/environment.ts';
import { checkTimestamp, nonceOf, timestampRequest, tokenOf } from '../../core/evidence/timestamp-token.ts';
import { createGuard, type Guard } from '../net/guard.ts';
import { callOut } from '../net/outgoing-call.ts';

/** The authority did not respond in time, or returned no valid stamp for the request. */
export class NoTimestamp extends Error {
  constructor(cause?: unknown) {
    super('the time stamping authority gave no time stamp', { cause });
    this.name = 'NoTimestamp';
  }
}

/** Milliseconds for the whole call; authorities respond within a few hundred. */
const DEADLINE_MS = 5_000;
const NEXT_ADDRESS_MS = 1_500;
const NONCE_BYTES = 8;
/** A token with a whole certificate chain has about 10 KB. */
const LONGEST_ANSWER = 65_536;

interface TimestampAuthoritySettings {
  /** HTTPS URL for RFC 3161 requests. */
  url: string;
  guard: Guard;
  randomBytes: RandomBytes;
}

/** A time stamping authority (RFC 3161, by HTTP as in its section 3.4). */
export function openTimestampAuthority({ url, guard, randomBytes }: TimestampAuthoritySettings) {
  return {
    /**
     * A time stamp of a text, as base 64 of its DER; verified first, so that only verifiable time stamps are stored.
     * @throws NoTimestamp
     */
    stamp: async (text: string): Promise<string> => {
      const nonce = randomBytes(NONCE_BYTES);
      const token = tokenOf(await responseTo(timestampRequest(text, nonce)));
      const verdict = token && checkTimestamp(token, text);
      if (!token || verdict?.nonce !== nonceOf(nonce)) throw new NoTimestamp();
      return token.toString('base64');
    },
  };

  async function responseTo(body: Buffer): Promise<Buffer> {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    try {
      const response = await callOut(await guard(url, signal), {
        method: 'POST',
        headers: {
          'content-type': 'application/timestamp-query',
          accept: 'application/timestamp-reply',
          'user-agent': 'Malote-Evidence/1',
        },
        body,
        signal,
        nextAddressMs: NEXT_ADDRESS_MS,
      });
      if (response.statusCode !== 200 || !(Number(response.headers['content-length'] ?? 0) <= LONGEST_ANSWER)) {
        response.destroy();
        throw new NoTimestamp();
      }
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        if ((length += chunk.length) > LONGEST_ANSWER) response.destroy(new NoTimestamp());
      });
      return await buffer(response);
    } catch (error) {
      throw error instanceof NoTimestamp ? error : new NoTimestamp(error);
    }
  }
}

export type TimestampAuthority = ReturnType<typeof openTimestampAuthority>;

/** The authority of this stage; undefined if the setting names none. */
export function timestampAuthority({ randomBytes }: { randomBytes: RandomBytes }): TimestampAuthority | undefined {
  const url = readOptional('TIMESTAMP_AUTHORITY');
  if (!url) return undefined;
  const guard = createGuard({ loopback: readOptional('LOOPBACK_ADDRESSES') === 'true' });
  return openTimestampAuthority({ url, guard, randomBytes });
}
