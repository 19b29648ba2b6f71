import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { synthesize } from '../lib/infra/synth.ts';
import { startLocalService } from '../lib/programs/local-service/local-service.ts';
import { type Description, TOOLS_FILE, toolsFile } from '../lib/programs/mcp/describe-tools.ts';
import { OPENAPI_FILE } from '../lib/programs/openapi/files.ts';
import { generateDocs } from '../lib/programs/openapi/generate.ts';
import { ASVS_PAGE, asvsPage } from '../lib/programs/site/asvs-page.ts';

/** `npm run docs:generate`: writes the pages that are made from the code and from a run of the service. */
const repository = resolve(import.meta.dirname, '..');

const assembly = await synthesize({ outdir: '.build/docs-assembly', validation: false });
const service = await startLocalService({ assembly, port: 0, log: () => undefined });
try {
  const docs = await generateDocs(service.description);
  const pages = {
    ...docs,
    [TOOLS_FILE]: toolsFile(JSON.parse(docs[OPENAPI_FILE]!) as Description),
    [ASVS_PAGE]: asvsPage(),
  };
  for (const [path, text] of Object.entries(pages)) {
    const file = resolve(repository, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    console.log(path);
  }
} finally {
  await service.stop();
}
