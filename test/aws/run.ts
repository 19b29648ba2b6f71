import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { troublesIn } from './aftermath.ts';
import { deploy, deployFidelity, destroyFidelity, type Outputs } from './deployment.ts';
import type { Emulator } from './emulator.ts';
import { hasDocker, startLocalStackFromPyPI, startLocalStackInDocker } from './localstack/localstack.ts';
import { startMiniStack } from './ministack.ts';
import { openOperatorSurface } from './operator-surface.ts';
import { run } from './processes.ts';
import {
  account,
  type AwsTarget,
  emulatorAt,
  gatewayUrl,
  localstack,
  localstackWithoutDocker,
  ministack,
  wholeMinistack,
} from './targets.ts';

/**
 * `npm run test:aws`: the template is deployed by the CDK's command line and the journeys run against what came out of it,
 * and so do the fidelity tests, which hold the local cloud to what AWS does.
 * `AWS_ENDPOINT_URL` names the AWS to use; without it MiniStack is started. `--localstack` starts LocalStack in Docker, or
 * without Docker as far as it goes: there the fidelity tests run that need no function. `--account` takes the account that the
 * credentials lead to, in which it deploys the stage `dev`. Other tests than the journeys are named:
 * `npm run test:aws test/functions` runs the contract tests there, in nine minutes. Unless some are named, a later MiniStack
 * takes both stages whole, and a person signs in to the dashboard.
 */
const repository = resolve(import.meta.dirname, '../..');
const results = join(repository, '.build/aws-journeys.json');

const { values, positionals } = parseArgs({
  options: { account: { type: 'boolean' }, localstack: { type: 'boolean' } },
  allowPositionals: true,
});
const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'sa-east-1';

// Programs written for Node run on the Node that runs this, not on an older one of the machine.
process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
process.exitCode = await main();

async function main(): Promise<number> {
  if (values.account) return journeys(account, undefined);
  const { AWS_ENDPOINT_URL: given } = process.env;
  if (given) return journeys(await emulatorAt(given), given);
  if (values.localstack) {
    const { target, emulator } = await startLocalStack();
    return at(emulator, (endpoint) => (target.runsOnly ? fidelityAlone : journeys)(target, endpoint));
  }
  const codes = [await at(await startMiniStack(region, 'journeys'), (endpoint) => journeys(ministack, endpoint))];
  // An account holds one stage, so each gets an emulator of its own.
  if (positionals.length === 0)
    for (const stage of ['dev', 'prod'])
      codes.push(
        await at(await startMiniStack(region, 'whole'), (endpoint) => journeys({ ...wholeMinistack, stage }, endpoint)),
      );
  return Math.max(...codes);
}

/** Does something at an emulator, and stops it. */
async function at(emulator: Emulator, act: (endpoint: string) => Promise<number>): Promise<number> {
  // A run that is ended from outside leaves nothing behind either.
  const end = () => void emulator.stop().then(() => process.exit(1));
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, end);
  try {
    return await act(emulator.endpoint);
  } finally {
    for (const signal of signals) process.off(signal, end);
    await emulator.stop();
  }
}

async function startLocalStack(): Promise<{ target: AwsTarget; emulator: Emulator }> {
  return (await hasDocker())
    ? { target: localstack, emulator: await startLocalStackInDocker() }
    : { target: localstackWithoutDocker, emulator: await startLocalStackFromPyPI() };
}

/** For this process and everything it starts, as an operator would set it. */
function useEndpoint(endpoint: string | undefined): void {
  const emulated = { AWS_ENDPOINT_URL: endpoint, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' };
  Object.assign(process.env, { AWS_REGION: region, CDK_DISABLE_CLI_TELEMETRY: 'true' }, endpoint ? emulated : {});
}

async function fidelityAlone(target: AwsTarget, endpoint: string): Promise<number> {
  useEndpoint(endpoint);
  console.log(`${target.name}: deploy the stack of the fidelity tests`);
  const code = await runTests(target.runsOnly!, fidelityEnvironment(target, await deployFidelity(target)));
  await report(target);
  return code;
}

function fidelityEnvironment({ name }: AwsTarget, outputs: Outputs): Record<string, string> {
  return { FIDELITY_TARGET: name, FIDELITY_OUTPUTS: JSON.stringify(outputs) };
}

function runTests(usual: readonly string[], env: Record<string, string | undefined>): Promise<number> {
  const jest = join(repository, 'node_modules/jest/bin/jest.js');
  const config = join(import.meta.dirname, 'jest.config.js');
  const node = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning', jest, '--config', config];
  const files = positionals.length > 0 ? positionals : usual;
  return run(process.execPath, [...node, '--json', '--outputFile', results, ...files], { visible: true, env });
}

async function journeys(target: AwsTarget, endpoint: string | undefined): Promise<number> {
  useEndpoint(endpoint);
  console.log(`${target.name}: bootstrap and deploy${target.stage ? ` the stage ${target.stage}` : ''}`);
  const { outputs, adaptations } = await deploy(target, endpoint);
  for (const adaptation of adaptations) console.log(`  ${adaptation}`);
  const fidelity = target.tests ? {} : await deployFidelity(target);
  const surface = await openOperatorSurface(outputs, region);
  try {
    const baseUrl = gatewayUrl(outputs.BaseUrl!, endpoint);
    const code = await runTests(target.tests ?? ['test/journeys', 'test/aws'], {
      SERVICE_BASE_URL: baseUrl,
      SERVICE_CONTROL_URL: surface.url,
      SERVICE_AWS_ENDPOINT: endpoint,
      SERVICE_OUTPUTS: JSON.stringify(outputs),
      JOURNEY_BASE_URL: baseUrl,
      JOURNEY_CONTROL_URL: surface.url,
      JOURNEY_LETTER_MACHINE: outputs.LetterStateMachineArn,
      JOURNEY_LACKS: JSON.stringify(target.lacks),
      ...fidelityEnvironment(target, fidelity),
    });
    await report(target);
    const troubles = await troublesIn(outputs, region);
    for (const trouble of troubles) console.log(`  ${trouble}`);
    return troubles.length > 0 ? 1 : code;
  } finally {
    await surface.stop();
    // An emulator is stopped or forgets; what stands in an account stays.
    if (!endpoint) await destroyFidelity();
  }
}

interface Results {
  testResults: { assertionResults: { status: 'passed' | 'failed' | 'pending'; fullName: string }[] }[];
}

/** How many tests ran, and which did not and why: the reason is in the name (`testWith`). */
async function report(target: AwsTarget): Promise<void> {
  const { testResults } = JSON.parse(await readFile(results, 'utf8')) as Results;
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const skipped = all.filter(({ status }) => status === 'pending');
  const failed = all.filter(({ status }) => status === 'failed');
  const passed = all.length - skipped.length - failed.length;
  console.log(`${target.name}: ${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
  for (const { fullName } of skipped) console.log(`  ${fullName}`);
}
