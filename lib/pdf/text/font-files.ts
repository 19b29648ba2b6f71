import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readTrueType, type TrueTypeFont } from './true-type.ts';

/** Font files in `data/fonts`, without their extension; each family's license is beside them. */
export type FontName = `${FontFamily}-${'Regular' | 'Bold' | 'Italic' | 'BoldItalic'}`;

export type FontFamily = `Liberation${'Sans' | 'Serif' | 'Mono'}` | 'Carlito' | 'Caladea' | 'DejaVuSans';

const loaded = new Map<FontName, TrueTypeFont>();

/** A font, read from disk on first use. A Lambda bundle has the files in `fonts/` beside its code. */
export function fontFile(name: FontName): TrueTypeFont {
  const known = loaded.get(name);
  if (known) return known;
  const font = readTrueType(readFileSync(join(fontsFolder(), `${name}.ttf`)));
  loaded.set(name, font);
  return font;
}

function fontsFolder(): string {
  const bundle = process.env['LAMBDA_TASK_ROOT'];
  return bundle ? join(bundle, 'fonts') : fileURLToPath(new URL('../../../data/fonts/', import.meta.url));
}
