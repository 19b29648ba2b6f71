import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startDynamoDbLocal } from '@malote/local-cloud/dynamodb/dynamodb-local.ts';
import { requireJava } from '@malote/local-cloud/dynamodb/java.ts';
import type { ServiceDescription } from '../lib/programs/local-service/local-service.ts';

/** `npm start`: the whole service on this machine. `PORT` chooses the port, 0 any free one. */
const DEFAULT_PORT = 4010;
const directory = resolve(import.meta.dirname, '../.local');
const descriptionFile = join(directory, 'service.json');

try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function start(): Promise<void> {
  await requireJava();
  // Java takes longest to come up: it starts while the code is bundled and the template made.
  const starting = startDynamoDbLocal();
  await mkdir(directory, { recursive: true });
  // Left by a service that was killed; clients wait for the new one.
  await rm(descriptionFile, { force: true });
  const log = createWriteStream(join(directory, 'service.log'));
  const [{ synthesize }, { startLocalService }] = await Promise.all([
    import('../lib/infra/synth.ts'),
    import('../lib/programs/local-service/local-service.ts'),
  ]);
  const assembly = await synthesize({ outdir: join(directory, 'cdk.out'), validation: false });
  const dynamoDb = await starting;
  const service = await startLocalService({
    assembly,
    port: readPort(),
    log: (line) => log.write(`${line}\n`),
    dynamoDb: { endpoint: dynamoDb.endpoint, accessKeyId: 'local' },
  });
  const { description } = service;
  const text = `${JSON.stringify(description, null, 2)}\n`;
  await writeFile(descriptionFile, text);
  console.log(firstScreen(description));

  const end = async () => {
    await service.stop();
    await dynamoDb.stop();
    // Another service may have been started since, and described itself there.
    if ((await readFile(descriptionFile, 'utf8').catch(() => '')) === text) await rm(descriptionFile);
    process.exit(0);
  };
  process.once('SIGINT', () => void end());
  process.once('SIGTERM', () => void end());
}

function readPort(): number {
  const port = Number(process.env.PORT ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('PORT must be a number from 0 to 65535.');
  return port;
}

function firstScreen({ base_url, api_key, control_url }: ServiceDescription): string {
  return `
  Malote is running on this machine. Nothing leaves it and nothing costs money.

  API            ${base_url}
  API key        ${api_key}
  Look and wind  ${control_url}/      (clock, print house, webhook inbox; open it in a browser)

  Your balance:
    curl -s ${base_url}/balance -H 'Authorization: Bearer ${api_key}'

  The first letter is in README.md. These addresses are also in .local/service.json.
  Ctrl+C stops the service and forgets everything.
`;
}
