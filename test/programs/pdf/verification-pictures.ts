import { mkdirSync, writeFileSync } from 'node:fs';
import { indexedPng } from '../confirmation-page/indexed-png.ts';
import { run } from './tools.ts';
import { letters, printed } from './verification-letters.ts';

/** `npm run verification-letter:pictures`: the service's own letter as it prints, for `docs/verification-letter`. */
const folder = new URL('../../../docs/verification-letter/', import.meta.url);

mkdirSync(folder, { recursive: true });
for (const [name, letter] of Object.entries(letters)) {
  const { output } = run('pdftoppm', await printed(letter), ['-r', '100', '-png', '-singlefile', 'FILE']);
  writeFileSync(new URL(`${name}.png`, folder), await indexedPng(output));
}
