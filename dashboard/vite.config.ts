import { defineConfig, mergeConfig } from 'vite';
import { commonConfig } from './build/common-config.ts';
import { pdfFiles } from './build/pdf-files.ts';
import { priceTable } from './build/price-table.ts';

/** Builds the dashboard into `.build/dashboard`. */
export default mergeConfig(
  commonConfig,
  defineConfig({ plugins: [priceTable(), pdfFiles()], build: { outDir: '../.build/dashboard' } }),
);
