/** A dot as addresses write it, also the full-width and ideographic ones that browsers take for it (UTS #46 §4). */
const DOTS = String.raw`[.\u3002\uFF0E\uFF61]`;

/**
 * What mail programs take for a link: a scheme's `://`, the `@` of an address, and a dot before two or more characters
 * with a letter among them, which may be the next label of a domain (`www.exemplo`, `exemplo.com`; not `S.A.`, `3.5`).
 */
const LINK_MARKS = new RegExp(
  String.raw`:(?=//)|(?<=\S)(?=@\S)|(?<=[\p{L}\p{N}])${DOTS}(?=[\p{L}\p{N}]*\p{L})(?=[\p{L}\p{N}-]{2})`,
  'gu',
);

/** A whole address, which a mail program may link, but only to itself. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/u;

/**
 * A name that somebody chose, as text that no mail program turns into a link: with a blank in each place where a link
 * could go on. A blank ends every address (RFC 3986 appendix C), and no linker reads over one (as linkify-it, which many
 * programs use: https://github.com/markdown-it/linkify-it/blob/master/lib/re.mjs); invisible characters in its place
 * would be part of the name for some of them. In one line, without controls and bidi formatting.
 */
export function asText(name: string): string {
  const line = name.replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069\u2028\u2029\s]+/gu, ' ').trim();
  return ADDRESS.test(line) ? line : line.replace(LINK_MARKS, (mark) => `${mark} `);
}
