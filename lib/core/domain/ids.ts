/**
 * Prefix of each kind of id (rule REQ-13). `whe`, `bat`, `key` and `mrg` are internal: webhook endpoint, print batch,
 * API key, letters from a spreadsheet.
 */
export const idPrefixes = {
  letter: 'ltr',
  upload: 'upl',
  verification: 'ver',
  event: 'evt',
  balance_transaction: 'btx',
  account: 'acc',
  request: 'req',
  webhook_endpoint: 'whe',
  print_batch: 'bat',
  api_key: 'key',
  person: 'usr',
  activity: 'act',
  mail_merge: 'mrg',
} as const;

export type IdKind = keyof typeof idPrefixes;

/** Crockford's base 32, lower case: ascending in byte order, so ids sort by time. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/** A source of cryptographically random bytes, e.g. `node:crypto` randomBytes. */
export type RandomBytes = (size: number) => Uint8Array;

/**
 * Letters that people copy from paper: no digits, so that phone keyboards need no switching; no `i`, `l`, `o`, which
 * look like digits; no vowels, so that they spell no words.
 */
export const TYPED_ALPHABET = 'bcdfghjkmnpqrstvwxyz';

/** Part of the printed address of a page, so it is short. If the id is taken, opening an account draws again. */
const ACCOUNT_LETTERS = 6;

/**
 * A new id: prefix, 10 characters of time (50 bits of milliseconds), 16 random characters (80 bits). An account's has
 * six letters.
 * @param instant epoch milliseconds, also the object's `created_at`
 */
export function createId(kind: IdKind, instant: number, randomBytes: RandomBytes): string {
  const own =
    kind === 'account'
      ? randomLetters(ACCOUNT_LETTERS, randomBytes)
      : `${encodeTime(instant)}${randomCharacters(RANDOM_CHARACTERS, randomBytes)}`;
  return `${idPrefixes[kind]}_${own}`;
}

/**
 * Suffix of a sandbox's id after that of its account. No id contains its `o`, so an IAM pattern, which cannot match
 * lengths, can recognize a sandbox by it (`lib/infra/table-writes.ts`).
 */
export const SANDBOX_SUFFIX = 'sandbox';

/** Extra random bytes: no letter is likelier than another by more than 2^-64. */
const EVENNESS_BYTES = 8;

/** Random text of `TYPED_ALPHABET`, about 4.3 bits a letter. */
export function randomLetters(count: number, randomBytes: RandomBytes): string {
  const base = BigInt(TYPED_ALPHABET.length);
  const bytes = randomBytes(Math.ceil((count * Math.log2(TYPED_ALPHABET.length)) / 8) + EVENNESS_BYTES);
  let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  let text = '';
  for (let position = 0; position < count; position++) {
    text += TYPED_ALPHABET[Number(rest % base)]!;
    rest /= base;
  }
  return text;
}

/** Random text of the characters of ids, 5 bits each. */
export function randomCharacters(count: number, randomBytes: RandomBytes): string {
  let text = '';
  for (const byte of randomBytes(count)) text += ALPHABET[byte & 31]!;
  return text;
}

/** The smallest id of a kind at `instant`: `id >= lowestId(kind, t)` holds exactly for objects created at or after t. */
export function lowestId(kind: IdKind, instant: number): string {
  return `${idPrefixes[kind]}_${encodeTime(instant)}`;
}

/** When an id was created, in epoch milliseconds; account ids do not say. */
export function instantOfId(id: string): number {
  const start = id.indexOf('_') + 1;
  let instant = 0;
  for (const character of id.slice(start, start + TIME_CHARACTERS))
    instant = instant * 32 + ALPHABET.indexOf(character);
  return instant;
}

/** The value of an id's last character, random and evenly distributed over 0 to 31; not for an account's. */
export function lastDigitOfId(id: string): number {
  return ALPHABET.indexOf(id.at(-1)!);
}

/** True for a well-formed id of the kind; nothing else can name an object. */
export function isId(kind: IdKind, text: string): boolean {
  return idPattern(kind).test(text);
}

/**
 * Patterns of an id after its prefix: accounts have the short form, older ones the long form; each may be a sandbox's.
 */
export function ownParts(kind: IdKind): string[] {
  const long = `[${ALPHABET}]{${TIME_CHARACTERS + RANDOM_CHARACTERS}}`;
  if (kind !== 'account') return [long];
  return [long, `[${TYPED_ALPHABET}]{${ACCOUNT_LETTERS}}`].map((own) => `${own}(?:${SANDBOX_SUFFIX})?`);
}

const patterns = new Map<IdKind, RegExp>();
function idPattern(kind: IdKind): RegExp {
  let pattern = patterns.get(kind);
  if (!pattern) {
    pattern = new RegExp(`^${idPrefixes[kind]}_(?:${ownParts(kind).join('|')})$`);
    patterns.set(kind, pattern);
  }
  return pattern;
}

function encodeTime(instant: number): string {
  let rest = Math.max(0, Math.floor(instant));
  let text = '';
  for (let position = 0; position < TIME_CHARACTERS; position++) {
    text = ALPHABET[rest % 32]! + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
