import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const PACKAGE = 'pdf-lib';

const folder = dirname(fileURLToPath(import.meta.resolve(PACKAGE)));

/** The part of the package that reads and writes files; the others draw. */
const core = join(folder, 'core');

/** Loads the data of all 14 standard fonts to get their names, which only drawing modules need. */
const NAMES_OF_FONTS = /pdf-lib\/es\/utils\/objects\.js$/;

const NAMED_IMPORT = new RegExp(`import \\{([^}]*)\\} from '${PACKAGE}'`, 'g');
const NAMED_EXPORT = /export \{([^}]*)\} from '([^']+)'/g;

/**
 * Gives each importer of pdf-lib only the modules of the names it imports, without all drawing code and its HTML and color
 * parsers: in each function that prints, 600 KB become 97 KB. Marking the package free of side effects is not enough: esbuild
 * drops nothing from a dynamic import, by which the PDF engine is loaded (`test/cloud/infra/bundle.test.ts`).
 */
export const pdfLibModules: Plugin = {
  name: 'pdf-lib-modules',
  setup(build) {
    const namespace = 'named-exports';
    build.onResolve({ filter: new RegExp(`^${PACKAGE}$`) }, ({ importer }) => ({
      path: importer,
      namespace,
      sideEffects: false,
    }));
    build.onLoad({ filter: /./, namespace }, async ({ path }) => {
      const [source, places] = await Promise.all([readFile(path, 'utf8'), placesOfNames]);
      const lines = namesIn(source).map((name) => {
        const place = places.get(name);
        if (!place) throw new Error(`${path}: ${PACKAGE} has no ${name} that reads or writes files`);
        return `export { ${place.exported} as ${name} } from ${JSON.stringify(place.file)};`;
      });
      return { contents: lines.join('\n'), resolveDir: folder };
    });
    build.onResolve({ filter: /^fflate$/ }, ({ importer }) =>
      importer.startsWith(core) ? { path: importer, namespace: 'deflate', sideEffects: false } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'deflate' }, () => ({
      contents: `export { deflateSync as zlibSync } from 'node:zlib';`,
    }));
    build.onLoad({ filter: NAMES_OF_FONTS }, () => ({ contents: '' }));
  },
};

/** Names that a module imports. */
function namesIn(source: string): string[] {
  return [...source.matchAll(NAMED_IMPORT)]
    .flatMap(([, list]) => list!.split(',').map((name) => name.trim()))
    .filter((name) => name !== '' && !name.startsWith('type '));
}

const placesOfNames = readFile(join(core, 'index.js'), 'utf8').then((index) => {
  const places = new Map<string, { file: string; exported: string }>();
  for (const [, list, file] of index.matchAll(NAMED_EXPORT)) {
    for (const entry of list!
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean)) {
      const [exported = '', name = exported] = entry.split(' as ');
      places.set(name, { file: resolve(core, file!), exported });
    }
  }
  return places;
});
