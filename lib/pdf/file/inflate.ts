import { constants, createInflate, createInflateRaw, inflateRawSync, inflateSync } from 'node:zlib';
import { type Budget, tooManyBytes } from '../base/budgets.ts';

/** zlib's own header: a two-byte word that is a multiple of 31 and names method 8 (RFC 1950). */
const ZLIB_HEADER_BYTES = 2;
/** Adler-32 of the data, at their end. */
const CHECKSUM_BYTES = 4;

/**
 * How data end: at their own end; before it; or with proof that they are not those that were compressed, which is a wrong
 * header, code or checksum. A missing checksum, or one that breaks off, proves nothing.
 */
export type InflatedEnd = 'whole' | 'cut' | 'altered';

export interface Inflated {
  bytes: Buffer;
  end: InflatedEnd;
}

/**
 * Inflates as far as possible. A wrong checksum means other data, of which readers show whatever they decode to.
 * @throws PdfRefused as soon as the result would exceed the budget, which the caller spends; nothing larger is ever held.
 */
export function inflate(data: Uint8Array, budget: Budget): Inflated {
  if (data.length === 0) return { bytes: Buffer.alloc(0), end: 'whole' };
  const maxOutputLength = Math.max(budget.remaining, 1);
  const sound = decoded(budget, () => inflateSync(data, { maxOutputLength }));
  if (sound instanceof Buffer) return { bytes: sound, end: 'whole' };
  const raw = data.subarray(ZLIB_HEADER_BYTES);
  const unchecked = decoded(budget, () => withoutChecksum(raw, maxOutputLength));
  if ('bytes' in unchecked) {
    const { bytes, rest } = unchecked;
    return { bytes, end: !isHeader(data) || isOtherChecksum(rest, new Adler32().add(bytes)) ? 'altered' : 'whole' };
  }
  const end = isHeader(data) && unchecked.isCut ? 'cut' : 'altered';
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength };
  const cut = decoded(budget, () => inflateRawSync(raw, options));
  return { bytes: cut instanceof Buffer ? cut : longestSoundPrefix(raw, budget, options), end };
}

const isHeader = (data: Uint8Array) => (data[0]! & 15) === 8 && ((data[0]! << 8) | (data[1] ?? 0)) % 31 === 0;

/** Damaged data may seem to end anywhere: an end counts only at the end of the data, but for a checksum and line breaks. */
const LONGEST_REST_BYTES = 8;

/** The inflated data, and what follows them. */
function withoutChecksum(raw: Uint8Array, maxOutputLength: number): { bytes: Buffer; rest: Uint8Array } {
  // The types leave out what `info` makes of the result (https://nodejs.org/api/zlib.html#class-options).
  const { buffer, engine } = inflateRawSync(raw, { maxOutputLength, info: true }) as unknown as {
    buffer: Buffer;
    engine: { bytesWritten: number };
  };
  const rest = raw.subarray(engine.bytesWritten);
  if (rest.length > LONGEST_REST_BYTES) throw new Error('ends before its data do');
  return { bytes: buffer, rest };
}

const [CR, LF] = [0x0d, 0x0a];

/** Whether a whole checksum follows that is not the one of these data. A line end may follow what there is of a checksum. */
function isOtherChecksum(rest: Uint8Array, sum: Adler32): boolean {
  if (rest.length < CHECKSUM_BYTES) return false;
  const right = sum.bytes();
  let length = rest.length;
  while (length > 0 && (rest[length - 1] === CR || rest[length - 1] === LF)) length--;
  const isPart = length < CHECKSUM_BYTES && rest.subarray(0, length).every((byte, index) => byte === right[index]);
  return !isPart && right.some((byte, index) => byte !== rest[index]);
}

const ADLER_MODULUS = 65_521;

/** RFC 1950, section 8.2. Only for data that zlib finds wrong: it is slow. */
class Adler32 {
  #low = 1;
  #high = 0;

  add(bytes: Uint8Array): this {
    for (const byte of bytes) {
      this.#low = (this.#low + byte) % ADLER_MODULUS;
      this.#high = (this.#high + this.#low) % ADLER_MODULUS;
    }
    return this;
  }

  bytes(): Buffer {
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeUInt16BE(this.#high, 0);
    checksum.writeUInt16BE(this.#low, 2);
    return checksum;
  }
}

/** zlib's code for data that end before their own end. */
const CUT = 'Z_BUF_ERROR';

/** The result, or for damaged data whether they are sound as far as they go. */
function decoded<Result extends object>(budget: Budget, attempt: () => Result): Result | { isCut: boolean } {
  try {
    return attempt();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooManyBytes(budget, error);
    return { isCut: code === CUT };
  }
}

/**
 * zlib returns nothing after an error, so a binary search finds the longest prefix that decodes: at most 24 tries for
 * 10 MB.
 */
function longestSoundPrefix(raw: Uint8Array, budget: Budget, options: Parameters<typeof inflateRawSync>[1]): Buffer {
  let sound: Buffer = Buffer.alloc(0);
  for (let low = 0, high = raw.length; low < high;) {
    const middle = (low + high + 1) >> 1;
    const result = decoded(budget, () => inflateRawSync(raw.subarray(0, middle), options));
    if (result instanceof Buffer) [sound, low] = [result, middle];
    else high = middle - 1;
  }
  return sound;
}

const LARGEST_CHUNK_BYTES = 262_144;

/** Fixed cost of inflating data, beside their bytes: the state of zlib. */
const BYTES_PER_INFLATER = 16_384;

/**
 * How data end, and the length of what they inflate to. No more than a chunk of that is ever held; zlib works in a thread of
 * its own. Undefined when the budget, which this spends, does not suffice.
 */
export async function measureInflated(
  data: Uint8Array,
  budget: Budget,
): Promise<{ length: number; end: InflatedEnd } | undefined> {
  if (data.length === 0) return { length: 0, end: 'whole' };
  const checked = await measuredBy(createInflate({ chunkSize: LARGEST_CHUNK_BYTES }), data, budget);
  if (!checked || checked.error === undefined) return checked && { length: checked.length, end: 'whole' };
  const raw = data.subarray(ZLIB_HEADER_BYTES);
  const sum = new Adler32();
  const inflater = createInflateRaw({ chunkSize: LARGEST_CHUNK_BYTES });
  const unchecked = await measuredBy(inflater, raw, budget, sum);
  if (!unchecked) return undefined;
  const { length, error } = unchecked;
  if (error !== undefined) return { length, end: isHeader(data) && error === CUT ? 'cut' : 'altered' };
  const rest = raw.subarray(inflater.bytesWritten);
  const isAltered = !isHeader(data) || rest.length > LONGEST_REST_BYTES || isOtherChecksum(rest, sum);
  return { length, end: isAltered ? 'altered' : 'whole' };
}

/** The length, and the code of the error that ended it. */
async function measuredBy(
  inflater: ReturnType<typeof createInflateRaw>,
  data: Uint8Array,
  budget: Budget,
  sum?: Adler32,
): Promise<{ length: number; error: string | undefined } | undefined> {
  budget.remaining -= BYTES_PER_INFLATER;
  let length = 0;
  inflater.end(data);
  try {
    for await (const chunk of inflater as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      budget.remaining -= chunk.length;
      if (budget.remaining < 0) return undefined;
      sum?.add(chunk);
    }
    return { length, error: undefined };
  } catch (error) {
    return { length, error: (error as NodeJS.ErrnoException).code ?? '' };
  }
}
