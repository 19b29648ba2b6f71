import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { startDynamoDbLocal } from '@malote/local-cloud/dynamodb/dynamodb-local.ts';
import { requireJava } from '@malote/local-cloud/dynamodb/java.ts';
import { synthesize } from '../lib/infra/synth.ts';
import { startLocalService } from '../lib/programs/local-service/local-service.ts';
import { generateDocs } from '../lib/programs/openapi/generate.ts';

/** `npm run docs:generate`: writes the pages that are made from the code and from a run of the service. */
const repository = resolve(import.meta.dirname, '..');

await requireJava();
const starting = startDynamoDbLocal();
const assembly = await synthesize({ outdir: '.build/docs-assembly', validation: false });
const dynamoDb = await starting;
try {
  const service = await startLocalService({
    assembly,
    port: 0,
    log: () => undefined,
    dynamoDb: { endpoint: dynamoDb.endpoint, accessKeyId: 'docs' },
  });
  try {
    for (const [path, text] of Object.entries(await generateDocs(service.description))) {
      const file = resolve(repository, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      console.log(path);
    }
  } finally {
    await service.stop();
  }
} finally {
  await dynamoDb.stop();
}
