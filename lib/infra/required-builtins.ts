import type { Plugin } from 'esbuild';

/**
 * Built-in modules of Node that are slow to import and fast to require: `import` reads every export, and one of those of
 * `node:http` is `WebSocket`, for which Node loads all of undici. 26 ms become 3 ms, in every function with an SDK client.
 */
const costly = /^node:(http|process)$/;

/** esbuild namespace of the modules that replace them. */
const REQUIRED_BUILTIN = 'required-builtin';

/** Makes a bundle `require` the `costly` modules that its code imports. */
export const requiredBuiltins: Plugin = {
  name: 'required-builtins',
  setup(build) {
    build.onResolve({ filter: costly }, ({ path }) => ({ path, namespace: REQUIRED_BUILTIN }));
    build.onLoad({ filter: /$/, namespace: REQUIRED_BUILTIN }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};
