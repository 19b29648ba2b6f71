/** Colors as `#rrggbb`, and their contrast. */
export const COLOR = '^#[0-9A-Fa-f]{6}$';

/**
 * Minimum contrast of text of any size (WCAG 2.2, success criterion 1.4.3:
 * https://www.w3.org/TR/WCAG22/#contrast-minimum).
 */
export const LEAST_CONTRAST = 4.5;

/** From 1, the same color, to 21, black on white (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The color blended with a share of another one, from 0 to 1, channel by channel in sRGB. */
export function mixed(color: string, other: string, share: number): string {
  const parts = channels(color).map((value, index) => value + (channels(other)[index]! - value) * share);
  return `#${parts.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
