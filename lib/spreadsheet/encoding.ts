import type { Encoding } from './cells.ts';

const MARKS = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const satisfies readonly { encoding: Encoding; bytes: readonly number[] }[];

interface Decoded {
  text: string;
  encoding: Encoding;
}

/**
 * The text of a file. A person's choice decides, then the byte order mark. Otherwise it is UTF-8, or Windows-1252,
 * which Excel uses for CSV in Brazil, or both: two systems append to one export, and then each line is valid UTF-8 or
 * not. A line of Windows-1252 with letters of two bytes is hardly ever valid UTF-8.
 * @returns undefined for bytes that are no text
 */
export function decodedText(bytes: Uint8Array, chosen?: Encoding): Decoded | undefined {
  const mark = MARKS.find((each) => each.bytes.every((byte, index) => bytes[index] === byte));
  const encoding = (chosen === 'mixed' ? undefined : chosen) ?? mark?.encoding ?? wideEncodingOf(bytes);
  if (encoding !== undefined) return { encoding, text: new TextDecoder(encoding).decode(bytes) };
  if (bytes.includes(0)) return undefined;
  const utf8 = strictUtf8(bytes);
  if (utf8 !== undefined) return { encoding: 'utf-8', text: utf8 };
  const latin = new TextDecoder('windows-1252');
  const lines = linesOf(bytes).map((line) => ({ line, text: strictUtf8(line) }));
  const isMixed = lines.some(({ line, text }) => text !== undefined && text.length < line.length);
  if (!isMixed) return { encoding: 'windows-1252', text: latin.decode(bytes) };
  return { encoding: 'mixed', text: lines.map(({ line, text }) => text ?? latin.decode(line)).join('') };
}

/** UTF-16 without a mark: in texts of the West every other byte is zero. */
function wideEncodingOf(bytes: Uint8Array): Encoding | undefined {
  const zeros = [0, 0];
  const sample = bytes.subarray(0, 2_000);
  sample.forEach((byte, index) => (zeros[index % 2]! += byte === 0 ? 1 : 0));
  const [even, odd] = zeros as [number, number];
  const most = sample.length * 0.4;
  return odd >= most && even === 0 ? 'utf-16le' : even >= most && odd === 0 ? 'utf-16be' : undefined;
}

function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Lines with their ends: the bytes of line ends occur in no longer UTF-8 sequence. */
function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] !== 0x0a && bytes[index] !== 0x0d) continue;
    lines.push(bytes.subarray(start, index + 1));
    start = index + 1;
  }
  return [...lines, bytes.subarray(start)];
}

/** Characters that Windows-1252 has for the bytes 80 to BF, which continue a letter in UTF-8. */
const CONTINUING = '\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

/** Letters of two or three bytes, read as Windows-1252 (`ÃO` and `MÃE` are words), and what stands for lost bytes. */
const TWICE_ENCODED = `[ÂÃ][${CONTINUING}]|â€.?|\ufffd`;
/** What letters of DOS (CP850) and Macintosh become in Windows-1252, and control characters that no text has. */
const OTHER_ENCODING = new RegExp(
  [
    '[\u0000-\u0008\u000b\u000c\u000e-\u001f\u0080-\u009f]',
    '\\p{L}[†‡ƒˆ‰‹›„‚¡¢£¤¥¦¬±¶¿]\\p{L}',
    '\\p{Ll}[‡ƒˆ„‚¡¢£ŽŠŒÆ]',
  ].join('|'),
  'u',
);

const twiceEncoded = new RegExp(TWICE_ENCODED);
const allTwiceEncoded = new RegExp(TWICE_ENCODED, 'g');

/** Whether a text was read with the wrong encoding, here or by the program that wrote the file. */
export const isGarbled = (text: string) => twiceEncoded.test(text) || OTHER_ENCODING.test(text);

/** Whether a text shows that its file has another encoding, so that no letter beyond ASCII is certain in it. */
export const isOfOtherEncoding = (text: string) => OTHER_ENCODING.test(text.replace(allTwiceEncoded, ''));

/** Whether a text has letters that depend on the encoding. */
export const dependsOnEncoding = (text: string) => /[\u0080-\uffff]/.test(text);
