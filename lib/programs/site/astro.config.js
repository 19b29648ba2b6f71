import { resolve } from 'node:path';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import starlightOpenApi, { openAPISidebarGroups } from 'starlight-openapi';
import { outOfLine } from './out-of-line.ts';
import { referenceInPortuguese } from './reference-in-portuguese.ts';
import { sidebar } from './sidebar.ts';

const description = resolve(import.meta.dirname, '../../../docs/api/openapi.json');

/** The reference is in both languages of the site; `buildSite` translates the description into Portuguese. */
const references = [
  { base: 'api', label: 'Referência da API', schema: './reference.pt-BR.json' },
  { base: 'en/api', label: 'API reference', schema: description },
];

/**
 * Astro's configuration; `buildSite` sets the folders and the base. JavaScript, because the package of the reference is
 * TypeScript that only Astro can load, with its own compiler options.
 */
export default defineConfig({
  devToolbar: { enabled: false },
  // Styles are separate files, so that the policy needs no hashes.
  build: { inlineStylesheets: 'never' },
  vite: { build: { assetsInlineLimit: 0 }, logLevel: 'warn' },
  integrations: [
    starlight({
      title: 'Malote',
      favicon: '/icon.svg',
      logo: { src: './public/icon.svg', alt: '' },
      defaultLocale: 'root',
      locales: { root: { label: 'Português', lang: 'pt-BR' }, en: { label: 'English', lang: 'en' } },
      customCss: ['./src/style.css'],
      routeMiddleware: ['./src/reference-language.ts', './src/alternate-links.ts'],
      plugins: [
        starlightOpenApi(
          references.map(({ base, label, schema }) => ({
            base,
            schema,
            sidebar: { label, collapsed: true },
            // Generated snippets would be untested; the guides show samples that CI runs.
            snippets: { operation: false, requestBody: false, response: false },
          })),
        ),
      ],
      sidebar: [...sidebar, ...openAPISidebarGroups],
    }),
    outOfLine(),
    referenceInPortuguese(),
  ],
});
