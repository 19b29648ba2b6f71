import { COLOR, contrast, LEAST_CONTRAST, mixed } from './colors.ts';
import { lineDetails } from './printable-text.ts';
import type { Detail } from './problems.ts';
import { notAllowed } from './problems.ts';
import { parseWebUrl } from './web-urls.ts';

/** A company's design of its letters and pages besides the logo (rule ACC-8). Null where it has chosen nothing. */
export interface Face {
  /** `#rrggbb`, lower case: buttons, marks and edges of the page. */
  accent_color: string | null;
  /** The company's own sentence about personal data, shown on the page. */
  privacy_notice: string | null;
  /** URL of its full privacy notice, where people exercise their rights. */
  privacy_url: string | null;
  /** Contact printed on the letter and shown on the page, such as a telephone number or an address. */
  support_contact: string | null;
  /** The company's own host, which shows its pages and to which its letters lead. */
  page_host: string | null;
}

export const faceFields = ['accent_color', 'privacy_notice', 'privacy_url', 'support_contact', 'page_host'] as const;

/**
 * Characters. Hosts of up to 45 fit into a QR code of version 4 with modules of 0.76 mm (docs/decisions/page-tokens.md).
 */
export const faceLimits = { privacy_notice: 300, privacy_url: 300, support_contact: 100, page_host: 40 } as const;

/** The face of an account: what it has chosen. */
export function faceOf({ face }: { face?: Partial<Face> }): Face {
  const fields = faceFields.map((field) => [field, face?.[field] ?? null] as const);
  return Object.fromEntries(fields) as unknown as Face;
}

/** Background of the page in the light and in the dark scheme. */
export const PAPERS = { light: '#fffdf9', dark: '#172225' } as const;

/** An accent in one scheme: the color itself, the text color on it, and the background of notes. */
export interface AccentColors {
  accent: string;
  onAccent: string;
  tint: string;
}

/** On the dark background an accent is lightened until it stands out as clearly as most text. */
const DARK_CONTRAST = 7;
const STEPS = 20;
const TINT = 0.9;

/** An accent on both backgrounds. The light scheme uses the company's color unchanged. */
export function accentColors(color: string): { light: AccentColors; dark: AccentColors } {
  const shades = Array.from({ length: STEPS + 1 }, (_, step) => mixed(color, '#ffffff', step / STEPS));
  const dark = shades.find((shade) => contrast(shade, PAPERS.dark) >= DARK_CONTRAST)!;
  return {
    light: { accent: color, onAccent: '#ffffff', tint: mixed(color, PAPERS.light, TINT) },
    dark: { accent: dark, onAccent: '#0d1517', tint: mixed(dark, PAPERS.dark, TINT) },
  };
}

/** Labels of letters, digits and hyphens, at least two, the last one only letters. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** The problems of each field of a face. */
export function faceDetails(face: Partial<Face>): Detail[] {
  return faceFields.flatMap((field): Detail[] => {
    const value = face[field];
    if (value === undefined || value === null) return [];
    if (field === 'accent_color') return colorDetails(value);
    const maximum = faceLimits[field];
    if ([...value].length > maximum) return [{ param: field, code: 'too_long', values: { maximum } }];
    if (value.trim() === '') return [{ param: field, code: 'too_short', values: { minimum: 1 } }];
    const unprintable = lineDetails(field, value);
    if (unprintable.length > 0) return unprintable;
    if (field === 'privacy_url' && !parseWebUrl(value, ['https']))
      return [{ param: field, code: 'invalid_format', values: { format: 'https://' } }];
    if (field === 'page_host' && !HOST.test(value))
      return [{ param: field, code: 'invalid_format', values: { format: 'confirme.empresa.com.br' } }];
    return [];
  });
}

function colorDetails(color: string): Detail[] {
  if (!new RegExp(COLOR).test(color))
    return [{ param: 'accent_color', code: 'invalid_format', values: { format: '#rrggbb' } }];
  const found = contrast(color, PAPERS.light);
  if (found >= LEAST_CONTRAST) return [];
  // Rounded down, so that a rejected contrast is never shown as sufficient.
  const ratio = (Math.floor(found * 10) / 10).toFixed(1);
  return [{ param: 'accent_color', ...notAllowed({ reason: 'low_contrast', ratio, least: String(LEAST_CONTRAST) }) }];
}
