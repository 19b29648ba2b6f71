import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineTheme,
  mergeMantineTheme,
} from '@mantine/core';
import type { Plugin } from 'vite';
import { colorVariables, theme } from '../src/theme/theme.ts';

const NAME = 'virtual:theme.css';

/**
 * Mantine's variables as a file. In the browser Mantine would write them into a `<style>` element, which a policy
 * without `'unsafe-inline'` rejects.
 */
export function themeStyle(): Plugin {
  return {
    name: 'theme-style',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? css() : undefined),
  };
}

/** Palettes of Mantine that no component here shows; the gray ones stand in its own style sheets. */
const unused =
  /^--mantine-color-(red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange)-|^--mantine-(h\d|font-family-h)/;

function css(): string {
  const merged: MantineTheme = mergeMantineTheme(DEFAULT_THEME, theme);
  const { variables, light, dark } = defaultCssVariablesResolver(merged);
  return convertCssVariables(
    {
      variables: used(variables),
      light: { ...used(light), ...colorVariables },
      dark: { ...used(dark), ...colorVariables },
    },
    ':root',
  );
}

function used(variables: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !unused.test(name)));
}
