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
 * `npm run test:aws`: deploys the template with the CDK's command line, then runs the journeys against the deployed
 * stack, and the fidelity tests, which compare the local cloud with AWS.
 * `AWS_ENDPOINT_URL` names the AWS to use; without it MiniStack is started. `--localstack` starts LocalStack in Docker,
 * or without Docker as far as possible: then only the fidelity tests without functions run. `--account` uses the
 * account of the credentials and deploys the stage `dev` there. To run other tests than the journeys, name them: `npm
 * run test:aws test/service/functions` runs the contract tests there, in nine minutes; `TEST_FILES` replaces the names
 * (`.ci/run`). Unless tests are named, a later MiniStack also deploys both stages whole, and a person signs in to the
 * dashboard.
 */
const repository = resolve(import.meta.dirname, '../../..');
const results = join(repository, '.build/aws-journeys.json');

const { values, positionals } = parseArgs({
  options: { account: { type: 'boolean' }, localstack: { type: 'boolean' } },
  allowPositionals: true,
});
const { TEST_FILES } = process.env;
const named = TEST_FILES ? TEST_FILES.split(' ') : positionals;
const region = process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? 'sa-east-1';

// Node programs run on the Node that runs this, not on an older one of the machine.
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
  // An account holds one stage, so each gets its own emulator.
  if (named.length === 0)
    for (const stage of ['dev', 'prod'])
      codes.push(
        await at(await startMiniStack(region, 'whole'), (endpoint) => journeys({ ...wholeMinistack, stage }, endpoint)),
      );
  return Math.max(...codes);
}

/** Runs `act` against an emulator, then stops the emulator. */
async function at(emulator: Emulator, act: (endpoint: string) => Promise<number>): Promise<number> {
  // Clean up if the run is stopped from outside, too.
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

/** For this process and everything it starts, like an operator's setting. */
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
  const files = named.length > 0 ? named : usual;
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
    const code = await runTests(target.tests ?? ['test/service/journeys', 'test/outside/aws'], {
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
    const isOwn = (trouble: string) => target.ownRaces?.test(trouble) ?? false;
    for (const trouble of troubles) console.log(`  ${trouble}${isOwn(trouble) ? ` (a race of ${target.name})` : ''}`);
    return troubles.every(isOwn) ? code : 1;
  } finally {
    await surface.stop();
    // Emulators are stopped or lose their state; an account keeps its stacks.
    if (!endpoint) await destroyFidelity();
  }
}

interface Results {
  testResults: { assertionResults: { status: 'passed' | 'failed' | 'pending'; fullName: string }[] }[];
}

/** Counts the tests that ran, and lists skipped ones with their reason, which is in the name (`testWith`). */
async function report(target: AwsTarget): Promise<void> {
  const { testResults } = JSON.parse(await readFile(results, 'utf8')) as Results;
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const skipped = all.filter(({ status }) => status === 'pending');
  const failed = all.filter(({ status }) => status === 'failed');
  const passed = all.length - skipped.length - failed.length;
  console.log(`${target.name}: ${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
  for (const { fullName } of skipped) console.log(`  ${fullName}`);
}
