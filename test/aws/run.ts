import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { baseUrlOf, deploy } from './deployment.ts';
import { startMiniStack } from './ministack.ts';
import { openOperatorSurface } from './operator-surface.ts';
import { run } from './processes.ts';
import { account, emulatorAt, ministack, type AwsTarget } from './targets.ts';

/**
 * `npm run test:aws`: the template is deployed by the CDK's command line and the journeys run against what came out of it.
 * `AWS_ENDPOINT_URL` names the AWS to use; without it MiniStack is started. `-- --account` takes the account that the
 * credentials lead to, in which it deploys the stage `dev`. Whatever follows goes to jest.
 */
const repository = resolve(import.meta.dirname, '../..');
const results = join(repository, '.build/aws-journeys.json');

const { values, positionals } = parseArgs({ options: { account: { type: 'boolean' } }, allowPositionals: true });
const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'sa-east-1';

// Programs written for Node run on the Node that runs this, not on an older one of the machine.
process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
process.exitCode = await main();

async function main(): Promise<number> {
  if (values.account) return journeys(account, undefined);
  const { AWS_ENDPOINT_URL: given } = process.env;
  if (given) return journeys(await emulatorAt(given), given);
  const emulator = await startMiniStack(region);
  try {
    return await journeys(ministack, emulator.endpoint);
  } finally {
    await emulator.stop();
  }
}

async function journeys(target: AwsTarget, endpoint: string | undefined): Promise<number> {
  // For this process and everything it starts, as an operator would set it.
  const emulated = { AWS_ENDPOINT_URL: endpoint, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  Object.assign(process.env, { AWS_REGION: region, CDK_DISABLE_CLI_TELEMETRY: 'true' }, endpoint ? emulated : {});
  console.log(`${target.name}: bootstrap and deploy`);
  const { outputs, leftOut } = await deploy(target);
  for (const what of leftOut) console.log(`  left out of the template: ${what}`);
  const surface = await openOperatorSurface(outputs, region);
  try {
    const jest = join(repository, 'node_modules/jest/bin/jest.js');
    const config = join(import.meta.dirname, 'jest.config.js');
    const node = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning', jest, '--config', config];
    const code = await run(process.execPath, [...node, '--json', '--outputFile', results, ...positionals], {
      visible: true,
      env: {
        JOURNEY_BASE_URL: baseUrlOf(outputs, endpoint),
        JOURNEY_CONTROL_URL: surface.url,
        JOURNEY_LACKS: JSON.stringify(target.lacks),
      },
    });
    await report(target);
    return code;
  } finally {
    await surface.stop();
  }
}

interface Results {
  testResults: { assertionResults: { status: 'passed' | 'failed' | 'pending'; fullName: string }[] }[];
}

/** How many journeys ran, and which did not and why: the reason is in the name (`testWith`). */
async function report(target: AwsTarget): Promise<void> {
  const { testResults } = JSON.parse(await readFile(results, 'utf8')) as Results;
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const skipped = all.filter(({ status }) => status === 'pending');
  const failed = all.filter(({ status }) => status === 'failed');
  console.log(
    `${target.name}: ${all.length - skipped.length} journeys ran, ${failed.length} failed; ${skipped.length} skipped`,
  );
  for (const { fullName } of skipped) console.log(`  ${fullName}`);
}
