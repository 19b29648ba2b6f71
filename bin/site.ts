import { parseArgs } from 'node:util';
import { buildSite } from '../lib/programs/site/build-site.ts';

/** `npm run site`: builds the documentation for customers into `dist/site`, for the root of a host (docs/decisions/site.md). */
const { values } = parseArgs({
  options: {
    base: { type: 'string', default: '/' },
    out: { type: 'string', default: 'dist/site' },
    origin: { type: 'string' },
  },
});

await buildSite(values);
