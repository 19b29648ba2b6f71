import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { environmentNames } from '../../../lib/core/environment.ts';
import type { FunctionBundle } from '../../../lib/infra/bundle.ts';

const run = promisify(execFile);

/** Enough that a busy moment does not affect the median. */
const TIMES = 9;

/** What even an empty function would import of each client: the client and a few commands. */
const clients: Readonly<Record<string, readonly string[]>> = {
  '@aws-sdk/client-dynamodb': ['DynamoDBClient'],
  '@aws-sdk/lib-dynamodb': [
    'DynamoDBDocumentClient',
    'GetCommand',
    'PutCommand',
    'QueryCommand',
    'UpdateCommand',
    'TransactWriteCommand',
  ],
  '@aws-sdk/client-s3': ['S3Client', 'GetObjectCommand', 'PutObjectCommand'],
  '@aws-sdk/s3-request-presigner': ['getSignedUrl'],
  '@aws-sdk/client-kms': ['KMSClient'],
  '@aws-sdk/client-sqs': ['SQSClient'],
  '@aws-sdk/client-sfn': ['SFNClient'],
  '@aws-sdk/client-eventbridge': ['EventBridgeClient'],
};

export interface ImportTime {
  functionName: string;
  /** Milliseconds for the bundle, and for a plain bundle of only its SDK clients. */
  took: number;
  clients: number;
}

/**
 * Import times of every function with an SDK client, each next to that of its clients alone.
 * @param folder empty; receives the bundles of the clients
 */
export async function importTimes(bundles: ReadonlyMap<string, FunctionBundle>, folder: string): Promise<ImportTime[]> {
  const rows: ImportTime[] = [];
  for (const [functionName, { directory, inputs }] of bundles) {
    const held = Object.keys(clients).filter((name) => inputs.some((input) => input.includes(`node_modules/${name}/`)));
    if (held.length === 0) continue;
    const alone = join(folder, `${functionName}.mjs`);
    await writeFile(alone, await bundleOf(held));
    const took: number[] = [];
    const floor: number[] = [];
    for (let round = 0; round < TIMES; round++) {
      took.push(await importTime(join(directory, 'handler.mjs'), directory));
      floor.push(await importTime(alone, directory));
    }
    rows.push({ functionName, took: median(took), clients: median(floor) });
  }
  return rows;
}

async function bundleOf(names: readonly string[]): Promise<string> {
  const lines = names.map((name) => `export { ${clients[name]!.join(', ')} } from '${name}';`);
  const { outputFiles } = await build({
    stdin: { contents: lines.join('\n'), resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outputFiles[0]!.text;
}

/**
 * Processor milliseconds, which other work on the machine affects less than elapsed time. Measured in its own process,
 * whose environment has every variable that a function may read.
 */
async function importTime(path: string, taskRoot: string): Promise<number> {
  const script = `
    const before = process.cpuUsage();
    await import(${JSON.stringify(path)});
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);
    process.exit();`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...variables, LAMBDA_TASK_ROOT: taskRoot, AWS_REGION: 'sa-east-1' },
  });
  return Number(stdout.trim().split('\n').at(-1));
}

const variables = Object.fromEntries(environmentNames.map((name) => [name, 'https://bench.example/bench']));

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
