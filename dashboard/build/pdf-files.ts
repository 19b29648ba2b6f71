import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** What pdf.js fetches by name while it draws: fonts that a PDF does not bring, tables of characters, decoders of pictures. */
const folders = ['cmaps', 'standard_fonts', 'wasm'];

/** Copies those files to `assets/pdfjs/`, where `src/pdf/open-pdf.ts` tells pdf.js to look. */
export function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    generateBundle() {
      for (const folder of folders) {
        for (const file of readdirSync(join(home, folder))) {
          if (/^(LICENSE|quickjs)/.test(file)) continue;
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs/${folder}/${file}`,
            source: readFileSync(join(home, folder, file)),
          });
        }
      }
    },
  };
}
