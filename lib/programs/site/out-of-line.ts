import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { sha256 } from '../../core/sha256.ts';
import { PUBLISHED_DOCS_URL } from '../openapi/files.ts';

const FOLDER = '_astro';

const SCRIPT =
  /<script((?:\s+(?!src=|type="(?:application|speculationrules))[\w:-]+(?:="[^"]*")?)*)\s*>([^<]*(?:<(?!\/script>)[^<]*)*)<\/script>/g;
/** The reference has these headings two levels below their parents. */
const EXAMPLE_HEADING = /<h5(\sclass="sl-openapi-examples-heading[^>]*>[^<]*)<\/h5>/g;
/** Links of the API description to the published documentation, to be replaced by links to this site. */
const PUBLISHED_LINK = new RegExp(`(?<=<a[^>]* href=")${PUBLISHED_DOCS_URL}/([^"]*)`, 'g');
const STYLE = /<style(?:\s[^>]*)?>([^<]*)<\/style>/g;

/**
 * Moves scripts and styles of the built pages into files, in the same order. So `script-src 'self'` and `style-src
 * 'self'` are enough, and the policy needs no hashes that change with releases of the generator.
 */
export function outOfLine(): AstroIntegration {
  let base = '/';
  return {
    name: 'out-of-line',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.endsWith('/') ? config.base : `${config.base}/`;
      },
      'astro:build:done': async ({ dir }) => {
        const out = fileURLToPath(dir);
        const files = new Map<string, string>();
        const file = (content: string, extension: string) => {
          const name = `${FOLDER}/${sha256(content).slice(0, 16)}.${extension}`;
          files.set(name, content);
          return `${base}${name}`;
        };
        for (const path of globSync('**/*.html', { cwd: out })) {
          const page = await readFile(join(out, path), 'utf8');
          const moved = page
            .replace(EXAMPLE_HEADING, '<p$1</p>')
            .replace(PUBLISHED_LINK, (_, target: string) => {
              const folder = path.startsWith('en/') && extname(target) === '' ? 'en/' : '';
              return `${base}${folder}${target}`;
            })
            .replace(
              SCRIPT,
              (_, attributes: string, content: string) => `<script${attributes} src="${file(content, 'js')}"></script>`,
            )
            .replace(STYLE, (_, content: string) => `<link rel="stylesheet" href="${file(content, 'css')}">`);
          await writeFile(join(out, path), moved);
        }
        await mkdir(join(out, FOLDER), { recursive: true });
        for (const [name, content] of files) await writeFile(join(out, name), content);
      },
    },
  };
}
