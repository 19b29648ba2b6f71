import { transformSync } from 'esbuild';

/** Jest transformer: types are stripped here and checked by `npm run types`; the same tool builds the Lambda bundles. */
export default {
  process: (source, path) => {
    const { code, map } = transformSync(source, {
      loader: 'ts',
      format: 'esm',
      target: 'node24',
      sourcemap: 'external',
      sourcefile: path,
    });
    return { code, map };
  },
};
