import { defineConfig, mergeConfig } from 'vite';
import { commonConfig } from './build/common-config.ts';

/**
 * Builds the workbench of the local service into `.build/workbench`. It is a build of its own, since it is deployed nowhere.
 */
export default mergeConfig(
  commonConfig,
  defineConfig({
    base: '/_local/',
    build: { outDir: '../.build/workbench', rollupOptions: { input: 'workbench.html' } },
  }),
);
