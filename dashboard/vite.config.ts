import { defineConfig, mergeConfig } from 'vite';
import { commonConfig } from './build/common-config.ts';
import { operations } from './build/operations.ts';
import { pdfFiles } from './build/pdf-files.ts';
import { priceTable } from './build/price-table.ts';

/** Builds the dashboard into `.build/dashboard`. */
export default mergeConfig(
  commonConfig,
  defineConfig({ plugins: [operations(), priceTable(), pdfFiles()], build: { outDir: '../.build/dashboard' } }),
);
