import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CloudFormationClient, paginateDescribeStacks } from '@aws-sdk/client-cloudformation';
import { gatewayPath, type AwsTarget } from './targets.ts';
import { run } from './processes.ts';

const repository = resolve(import.meta.dirname, '../..');
const cdk = join(repository, 'node_modules/.bin/cdk');
const assembly = join(repository, '.build/aws-assembly');
const outputsFile = join(repository, '.build/aws-outputs.json');

export type Outputs = Record<string, string>;

export interface Deployment {
  outputs: Outputs;
  /** What this target got otherwise than the template says. */
  adaptations: string[];
}

interface Template {
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
}

/**
 * Synthesizes, bootstraps and deploys with the CDK's own command line, to where the environment leads.
 * @throws Error with the output of the command line when it fails
 */
export async function deploy(target: AwsTarget, endpoint: string | undefined): Promise<Deployment> {
  const options = ['--ci', '--app', assembly];
  await rm(outputsFile, { force: true });
  if (target.stage) await refuseOtherStages(target.stage);
  await run(cdk, ['synth', '--quiet', '--output', assembly, ...contextOf(target, endpoint)]);
  const adaptations = await adaptTemplate(target);
  await run(cdk, ['bootstrap', ...options]);
  await run(cdk, ['deploy', ...options, '--require-approval', 'never', '--outputs-file', outputsFile]);
  const { Malote: outputs } = JSON.parse(await readFile(outputsFile, 'utf8')) as { Malote: Outputs };
  return { outputs, adaptations };
}

function contextOf({ stage, settings }: AwsTarget, endpoint: string | undefined): string[] {
  const values = { ...(stage && { stage }), ...(endpoint && settings?.(endpoint)) };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** An account and region holds one stage; a deployment over another would take away its protection. */
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

/** Gives the target what it can take, where it is known to miss something (`targets.ts`). */
async function adaptTemplate({ templateMisses }: AwsTarget): Promise<string[]> {
  const file = join(assembly, 'Malote.template.json');
  const template = JSON.parse(await readFile(file, 'utf8')) as Template;
  const adaptations = templateMisses.map(({ what, type, adapt }) => {
    let count = 0;
    for (const [id, resource] of Object.entries(template.Resources)) {
      if (resource.Type !== type) continue;
      const adapted = adapt(resource.Properties);
      if (adapted === resource.Properties) continue;
      count++;
      if (adapted) resource.Properties = adapted;
      else delete template.Resources[id];
    }
    return `${count} ${what}`;
  });
  await writeFile(file, JSON.stringify(template));
  return adaptations;
}

/** Where the API answers. */
export function baseUrlOf({ BaseUrl }: Outputs, endpoint: string | undefined): string {
  if (!endpoint) return BaseUrl!;
  const { hostname, pathname } = new URL(BaseUrl!);
  return endpoint + gatewayPath(hostname.split('.')[0]!) + pathname;
}
