import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PageSet } from '../lib/infra/published-pages.ts';
import { STAGES } from '../lib/infra/settings.ts';
import { archiveSourceMaps } from '../lib/infra/source-maps.ts';
import { synthesize } from '../lib/infra/synth.ts';
import { folderOf } from '../lib/programs/local-service/built-page.ts';
import { dashboardBuild } from '../lib/programs/local-service/dashboard-page.ts';

const { CDK_OUTDIR, CDK_VALIDATION, CDK_PAGES } = process.env;

/** The dashboard is built if its sources have changed; the documentation is published if somebody built it. */
async function builtPages(set: PageSet): Promise<string | undefined> {
  if (set === 'dashboard' && !CDK_PAGES) return folderOf(dashboardBuild)();
  const folder = CDK_PAGES ? join(CDK_PAGES, set) : resolve(import.meta.dirname, '../dist/site');
  if (existsSync(folder)) return folder;
  console.error('The documentation is not published: build it first with npm run site -- --origin https://<its host>');
  return undefined;
}

// The CDK command line names the directory; CDK_VALIDATION=false leaves the checks out; CDK_PAGES is a folder with other pages.
await synthesize({
  outdir: CDK_OUTDIR ?? 'cdk.out',
  stages: STAGES,
  validation: CDK_VALIDATION !== 'false',
  builtPages,
});
await archiveSourceMaps();
