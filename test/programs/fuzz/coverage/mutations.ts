/** Numbers at which parsers break: the ends of integers and of lengths. */
const INTERESTING = [0, 1, 0x20, 0x7f, 0x80, 0xff];

export interface Chance {
  /** A whole number below `limit`. */
  below: (limit: number) => number;
}

/** A sequence that its seed decides (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return { below: (limit) => next() % Math.max(limit, 1) };
}

type Mutation = (input: Buffer, chance: Chance, others: readonly Buffer[], words: readonly Buffer[]) => Buffer;

const splice = (input: Buffer, from: number, to: number, piece: Uint8Array) =>
  Buffer.concat([input.subarray(0, from), piece, input.subarray(to)]);

/** A stretch of an input: where it begins and ends. */
function stretch(input: Buffer, { below }: Chance): [number, number] {
  const from = below(input.length + 1);
  return [from, Math.min(input.length, from + 1 + below(1 << below(9)))];
}

const mutations: readonly Mutation[] = [
  (input, { below }) => {
    const copy = Buffer.from(input);
    if (copy.length > 0) copy[below(copy.length)]! ^= 1 << below(8);
    return copy;
  },
  (input, { below }) => {
    const copy = Buffer.from(input);
    if (copy.length > 0) copy[below(copy.length)] = INTERESTING[below(INTERESTING.length)]!;
    return copy;
  },
  (input, chance) => splice(input, ...stretch(input, chance), Buffer.alloc(0)),
  (input, chance) => {
    const [from, to] = stretch(input, chance);
    return splice(input, to, to, input.subarray(from, to));
  },
  // A piece many times over: depth and number.
  (input, chance) => {
    const [from, to] = stretch(input, chance);
    const piece = input.subarray(from, Math.min(to, from + 64));
    return splice(input, to, to, Buffer.concat(Array.from({ length: 1 << chance.below(8) }, () => piece)));
  },
  (input, chance, _, words) => {
    const at = chance.below(input.length + 1);
    return words.length === 0 ? input : splice(input, at, at, words[chance.below(words.length)]!);
  },
  (input, chance, _, words) =>
    words.length === 0 ? input : splice(input, ...stretch(input, chance), words[chance.below(words.length)]!),
  (input, chance, others) => {
    const other = others[chance.below(others.length)]!;
    return splice(input, ...stretch(input, chance), other.subarray(...stretch(other, chance)));
  },
  (input, { below }) => input.subarray(0, below(input.length + 1)),
  // A number in digits, as lengths and offsets of PDF and JSON are.
  (input, { below }) => {
    const digits = [...input.toString('latin1').matchAll(/\d+/g)];
    const found = digits[below(digits.length)];
    if (!found) return input;
    const numbers = ['0', '-1', '4294967296', '9'.repeat(1 + below(40)), String(Number(found[0]) + 1)];
    const number = numbers[below(numbers.length)]!;
    return splice(input, found.index, found.index + found[0].length, Buffer.from(number));
  },
];

/** Another input: one of the corpus after a few changes. */
export function mutated(
  corpus: readonly Buffer[],
  chance: Chance,
  { words, longest }: { words: readonly Buffer[]; longest: number },
): Buffer {
  let input = corpus[chance.below(corpus.length)]!;
  for (let left = 1 + chance.below(4); left > 0; left -= 1)
    input = mutations[chance.below(mutations.length)]!(input, chance, corpus, words);
  return input.subarray(0, longest);
}
