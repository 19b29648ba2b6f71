import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { carrierServices } from './carrier-services.ts';
import { themeStyle } from './theme-style.ts';

/** What the builds of the dashboard and of the workbench share: files with a hash in their name below `assets/`. */
export const commonConfig = defineConfig({
  plugins: [react(), themeStyle(), carrierServices()],
  // A worker loads libraries when it needs them.
  worker: { format: 'es' },
  build: {
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
