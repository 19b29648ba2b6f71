import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pdfFiles } from './build/pdf-files.ts';
import { priceTable } from './build/price-table.ts';
import { themeStyle } from './build/theme-style.ts';

/** Builds the dashboard into `.build/dashboard`: files with a hash in their name below `assets/`, and `index.html`. */
export default defineConfig({
  plugins: [react(), themeStyle(), priceTable(), pdfFiles()],
  build: {
    outDir: '../.build/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // The policy allows no `data:` but in pictures.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        // Not every server knows `.mjs`, and a browser runs nothing of an unknown type.
        assetFileNames: ({ names }) => `assets/[name]-[hash]${names[0]?.endsWith('.mjs') ? '.js' : '[extname]'}`,
      },
    },
    license: { fileName: 'assets/licenses.md' },
  },
});
