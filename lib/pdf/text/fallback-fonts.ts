import type { FontFamily, FontName } from './font-files.ts';
import { type FontStyle, SEMIBOLD } from './true-type.ts';

/** Flags of a font descriptor (ISO 32000-1, table 123). */
const [FIXED_PITCH, SERIF, ITALIC, FORCE_BOLD] = [1 << 0, 1 << 1, 1 << 6, 1 << 18];

/** Families by name, the first that matches. Names come before flags: some producers mark Times as having a fixed pitch. */
const FAMILIES: readonly (readonly [pattern: RegExp, family: FontFamily])[] = [
  [/calibri|carlito/i, 'Carlito'],
  [/cambria|caladea/i, 'Caladea'],
  [/(dejavu|vera) ?sans(?! ?mono)|verdana/i, 'DejaVuSans'],
  [/mono|courier|consol|typewriter|cousine|fixed|cmtt|lmtt|menlo|terminal/i, 'LiberationMono'],
  [
    /sans|arial|helvet|verdana|tahoma|roboto|lato|arimo|aptos|segoe|inter|ubuntu|noto(?!serif)|open|lmss|cmss/i,
    'LiberationSans',
  ],
  [
    /serif|times|roman|tinos|georgia|garamond|palatino|book|minion|charter|cmr|cmb|cmti|cmsl|lmr|sfrm|nimbusrom|century|merriweather|playfair|\blora|charis|gentium|baskerville|bodoni|didot|libertin|crimson|constantia|alegreya|bitter|spectral/i,
    'LiberationSerif',
  ],
];

/** Families by the number of their characters: Carlito and Caladea have no Greek and Cyrillic, Liberation no symbols such as ✓. */
const WIDER: Readonly<Record<FontFamily, readonly FontFamily[]>> = {
  Carlito: ['LiberationSans', 'DejaVuSans'],
  Caladea: ['LiberationSerif', 'DejaVuSans'],
  LiberationSans: ['DejaVuSans'],
  LiberationSerif: ['DejaVuSans'],
  LiberationMono: ['DejaVuSans'],
  DejaVuSans: [],
};

/** Our substitutes for a font of the file: the most similar one first, then fonts with more characters. */
export function closestTo(
  name: string,
  flags: number,
  weight = 0,
  stated?: FontStyle,
): [closest: FontName, ...wider: FontName[]] {
  const byFlags =
    flags & FIXED_PITCH ? 'LiberationMono' : flags & SERIF ? 'LiberationSerif' : ('LiberationSans' as const);
  const family = FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? byFlags;
  const bold =
    /bold|black|heavy|semibold|demi|cmbx|[-,]bd/i.test(name) ||
    (flags & FORCE_BOLD) !== 0 ||
    // Instances of a variable font may all be named Regular.
    weight >= SEMIBOLD ||
    stated?.bold === true;
  const italic =
    /italic|oblique|slanted|cmti|cmsl|[-,]it/i.test(name) || (flags & ITALIC) !== 0 || stated?.italic === true;
  const style = bold ? (italic ? 'BoldItalic' : 'Bold') : italic ? 'Italic' : 'Regular';
  return [`${family}-${style}`, ...WIDER[family].map((wider) => `${wider}-${style}` as const)];
}
