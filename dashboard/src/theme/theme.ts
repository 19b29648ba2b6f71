import { createTheme, type MantineColorsTuple, type VariantColorsResolver } from '@mantine/core';

/** The green of the hosted page; `style.css` has the visible colors, for light and dark. */
const forest: MantineColorsTuple = [
  '#e8f2ee',
  '#cfe4dc',
  '#a3cdbf',
  '#86d9c1',
  '#4d9f86',
  '#2f8f74',
  '#1a7c62',
  '#0a5c4a',
  '#084a3c',
  '#06382d',
];

/** Mantine's own grays of the dark scheme. */
const dark: MantineColorsTuple = [
  '#eaf0ed',
  '#d0dad7',
  '#b0bfbc',
  '#8fa19d',
  '#465956',
  '#2a3a3b',
  '#1b282b',
  '#172225',
  '#0d1517',
  '#070c0d',
];

const none = '1px solid transparent';

/**
 * Buttons in our colors: `filled` for the main action, `default` for others, `subtle` for minor ones; red destroys,
 * yellow warns.
 */
const variantColorResolver: VariantColorsResolver = ({ variant, color }) => {
  if (color === 'yellow') {
    return { background: 'var(--ochre-tint)', hover: 'var(--ochre-tint)', color: 'var(--ochre-ink)', border: none };
  }
  const accent = color === 'red' ? 'alert' : 'accent';
  if (variant === 'filled') {
    return {
      background: `var(--${accent})`,
      hover: `var(--${accent}-hover)`,
      color: `var(--on-${accent})`,
      border: none,
    };
  }
  if (variant === 'default') {
    return { background: 'var(--paper)', hover: 'var(--tint)', color: 'var(--ink)', border: '1px solid var(--edge)' };
  }
  return {
    background: variant === 'light' ? `var(--${accent}-tint)` : 'transparent',
    hover: `var(--${accent}-tint)`,
    color: `var(--${accent})`,
    border: none,
  };
};

const fonts = {
  text: '-apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  heading: '"Iowan Old Style", "Palatino Linotype", Palatino, P052, "Noto Serif", Georgia, serif',
  code: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
};

export const theme = createTheme({
  colors: { forest, dark },
  primaryColor: 'forest',
  primaryShade: { light: 7, dark: 3 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'always',
  fontFamily: fonts.text,
  fontFamilyMonospace: fonts.code,
  headings: { fontFamily: fonts.heading, fontWeight: '700' },
  variantColorResolver,
});

/** Mantine's names of colors, mapped to ours; the same in both color schemes. */
export const colorVariables: Record<string, string> = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--soft)',
  '--mantine-color-placeholder': 'var(--soft)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--alert)',
  '--mantine-color-default': 'var(--paper)',
  '--mantine-color-default-hover': 'var(--tint)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-disabled': 'var(--tint)',
  '--mantine-color-disabled-color': 'var(--soft)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-primary-color-light': 'var(--accent-tint)',
  '--mantine-primary-color-light-color': 'var(--accent)',
};
