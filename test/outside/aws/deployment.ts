import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CloudFormationClient, paginateDescribeStacks } from '@aws-sdk/client-cloudformation';
import { run } from './processes.ts';
import { setDeadLetters } from './redrive.ts';
import type { AwsTarget, TemplateMiss } from './targets.ts';

const repository = resolve(import.meta.dirname, '../../..');
const cdk = join(repository, 'node_modules/.bin/cdk');
const assembly = join(repository, '.build/aws-assembly');
const outputsFile = join(repository, '.build/aws-outputs.json');
const fidelityAssembly = join(repository, '.build/fidelity-assembly');
/** The CDK's command line runs the app of the fidelity tests itself. */
const fidelityApp = [
  '--app',
  `${process.execPath} ${join(repository, 'test/cloud/fidelity/app.ts')}`,
  '--output',
  fidelityAssembly,
];

export type Outputs = Record<string, string>;

export interface Deployment {
  outputs: Outputs;
  /** How this target's template differs from the original. */
  adaptations: string[];
}

export interface Template {
  Resources: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
}

/**
 * Synthesizes, bootstraps and deploys the service with the CDK's command line, to the endpoint that the environment
 * names.
 * @throws Error with the output of the command line if it fails
 */
export async function deploy(target: AwsTarget, endpoint: string | undefined): Promise<Deployment> {
  if (target.stage) await refuseOtherStages(target.stage);
  await run(cdk, ['synth', '--quiet', '--output', assembly, ...contextOf(target, endpoint)]);
  const adaptations = [...(await adaptTemplate(target)), ...(await adaptManifest(target))];
  await run(cdk, ['bootstrap', '--ci', '--app', assembly]);
  const outputs = await deployStack('Malote', ['--app', assembly]);
  return { outputs, adaptations: [...adaptations, ...(await completeQueues(target, 'Malote', assembly))] };
}

/** Deploys the stack of the fidelity tests, after the service. @throws Error as `deploy` does */
export async function deployFidelity(target: AwsTarget): Promise<Outputs> {
  const context = target.runsOnly ? ['-c', `target=${target.name}`] : [];
  const outputs = await deployStack('MaloteFidelity', [...fidelityApp, ...context]);
  await completeQueues(target, 'MaloteFidelity', fidelityAssembly);
  return outputs;
}

/** Removes the fidelity stack from a target that would keep it. */
export async function destroyFidelity(): Promise<void> {
  await run(cdk, ['destroy', '--ci', ...fidelityApp, '--force']);
}

async function deployStack(name: string, app: readonly string[]): Promise<Outputs> {
  await rm(outputsFile, { force: true });
  await run(cdk, ['deploy', '--ci', ...app, '--require-approval', 'never', '--outputs-file', outputsFile]);
  const stacks = JSON.parse(await readFile(outputsFile, 'utf8')) as Record<string, Outputs>;
  return stacks[name]!;
}

function contextOf({ stage, settings }: AwsTarget, endpoint: string | undefined): string[] {
  const values = { ...(stage && { stage }), ...(endpoint && settings?.(endpoint)) };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** An account and region hold one stage; deploying another over it would remove its protection. */
async function refuseOtherStages(stage: string): Promise<void> {
  const client = new CloudFormationClient();
  for await (const { Stacks = [] } of paginateDescribeStacks({ client }, {})) {
    const stack = Stacks.find(({ StackName }) => StackName === 'Malote');
    const found = stack?.Tags?.find(({ Key }) => Key === 'stage')?.Value;
    if (stack && found !== stage)
      throw new Error(`This account holds the stage ${found}; tests need one with ${stage}`);
  }
  client.destroy();
}

/** Adapts the template to a target that is known to lack something (`targets.ts`), in nested stacks too. */
async function adaptTemplate({ templateMisses }: AwsTarget): Promise<string[]> {
  const counts = new Map(templateMisses.map(({ what }) => [what, 0]));
  const files = (await readdir(assembly)).filter((name) => name.endsWith('.template.json'));
  for (const file of files.map((name) => join(assembly, name))) {
    const template = JSON.parse(await readFile(file, 'utf8')) as Template;
    for (const miss of templateMisses) counts.set(miss.what, counts.get(miss.what)! + adaptResources(template, miss));
    await writeFile(file, JSON.stringify(template));
  }
  return [...counts].map(([what, count]) => `${count} ${what}`);
}

/** The CDK protects the stack by a call of its own, and not by the template. */
async function adaptManifest({ protectsNoStack }: AwsTarget): Promise<string[]> {
  if (!protectsNoStack) return [];
  const file = join(assembly, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as {
    artifacts: Record<string, { properties?: { terminationProtection?: boolean } }>;
  };
  for (const { properties } of Object.values(manifest.artifacts)) delete properties?.terminationProtection;
  await writeFile(file, JSON.stringify(manifest));
  return ['the stack without termination protection: its CloudFormation has none'];
}

/** @returns how many resources it changed or left out */
function adaptResources({ Resources }: Template, { type, adapt }: TemplateMiss): number {
  let count = 0;
  for (const [id, resource] of Object.entries(Resources)) {
    if (resource.Type !== type || !resource.Properties) continue;
    const adapted = adapt(resource.Properties);
    if (adapted === resource.Properties) continue;
    count++;
    if (adapted) resource.Properties = adapted;
    else delete Resources[id];
  }
  return count;
}

async function completeQueues(target: AwsTarget, stack: string, directory: string): Promise<string[]> {
  if (!target.forgetsDeadLetters) return [];
  const count = await setDeadLetters(stack, await templateIn(directory, stack));
  return [`${count} queues given their dead letters by hand: its CloudFormation forgets them`];
}

const templateFile = (directory: string, stack: string) => join(directory, `${stack}.template.json`);

async function templateIn(directory: string, stack: string): Promise<Template> {
  return JSON.parse(await readFile(templateFile(directory, stack), 'utf8')) as Template;
}
