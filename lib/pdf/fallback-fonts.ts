import type { FontName } from './font-files.ts';

/** Flags of a font descriptor (ISO 32000-1, table 123). */
const [FIXED_PITCH, SERIF, ITALIC, FORCE_BOLD] = [1 << 0, 1 << 1, 1 << 6, 1 << 18];

/** Families by name, the first that matches. Names come before flags: some producers mark Times as having a fixed pitch. */
const FAMILIES: readonly (readonly [pattern: RegExp, family: 'Sans' | 'Serif' | 'Mono'])[] = [
  [/mono|courier|consol|typewriter|cousine|fixed|cmtt|lmtt|menlo|terminal/i, 'Mono'],
  [
    /sans|arial|helvet|calibri|carlito|verdana|tahoma|roboto|lato|arimo|aptos|segoe|inter|ubuntu|noto(?!serif)|open|lmss|cmss/i,
    'Sans',
  ],
  [
    /serif|times|roman|tinos|georgia|garamond|cambria|caladea|palatino|book|minion|charter|cmr|cmb|cmti|cmsl|lmr|sfrm|nimbusrom|century/i,
    'Serif',
  ],
];

/** Our font that comes closest to a font of the file. */
export function familyOf(name: string, flags: number): FontName {
  const byFlags = flags & FIXED_PITCH ? 'Mono' : flags & SERIF ? 'Serif' : 'Sans';
  const family = FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? byFlags;
  const bold = /bold|black|heavy|semibold|demi|cmbx|[-,]bd/i.test(name) || (flags & FORCE_BOLD) !== 0;
  const italic = /italic|oblique|slanted|cmti|cmsl|[-,]it/i.test(name) || (flags & ITALIC) !== 0;
  const style = bold ? (italic ? 'BoldItalic' : 'Bold') : italic ? 'Italic' : 'Regular';
  return `Liberation${family}-${style}`;
}
