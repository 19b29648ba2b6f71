import { readFileSync } from 'node:fs';
import type { CloudFormation, Stack } from '@aws-sdk/client-cloudformation';
import { awsObjectClient } from '../../adapters/net/aws-client.ts';
import { Refusal, UsageError } from '../command-line/refusals.ts';
import { SERVICE_FILE } from './repository.ts';

/** The service does not respond. */
export class Unreachable extends Error {}

/** The service a command works on. */
export interface Site {
  /** Its name in confirmations. */
  name: string;
  /** Settings of its AWS clients; without endpoint and credentials, the usual AWS environment applies. */
  aws: { endpoint?: string; region?: string; credentials?: { accessKeyId: string; secretAccessKey: string } };
  /** Outputs of its stack, by name. */
  outputs: Readonly<Record<string, string>>;
  /** The service's own time: the clock of a local service can be advanced. */
  now: () => number;
  /** Webhook receivers on this machine are allowed, as in the local cloud. */
  loopbackReceivers: boolean;
}

export interface SiteChoice {
  local: boolean;
  stage: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const STACK = 'Malote';

/**
 * Finds the service. There is no default, because an action on the wrong service may be irreversible.
 * @throws UsageError if none or two are named · Unreachable if it does not respond or no region is set · Refusal if the
 * stack is another stage
 */
export function findSite({ local, stage }: SiteChoice, environment: Environment): Promise<Site> {
  if (local === (stage !== undefined)) throw new UsageError('Choose the service: --local or --stage <name>.');
  return stage === undefined ? findLocal(environment) : findStage(stage);
}

interface StackDescription extends Pick<Site, 'aws' | 'outputs'> {
  /** Epoch milliseconds. */
  now: number;
}

/** `MALOTE_CONTROL_URL` selects a local service other than the last one that `npm start` started. */
async function findLocal({ MALOTE_CONTROL_URL }: Environment): Promise<Site> {
  const controlUrl = MALOTE_CONTROL_URL ?? describedControlUrl();
  const response = await fetch(`${controlUrl}/stack`).catch(() => undefined);
  if (!response?.ok) throw new Unreachable(`No local service answers at ${controlUrl}. Start one with npm start.`);
  const { aws, outputs, now } = (await response.json()) as StackDescription;
  const ahead = now - Date.now();
  return { name: 'the local service', aws, outputs, now: () => Date.now() + ahead, loopbackReceivers: true };
}

function describedControlUrl(): string {
  try {
    return (JSON.parse(readFileSync(SERVICE_FILE, 'utf8')) as { control_url: string }).control_url;
  } catch {
    throw new Unreachable('No local service runs on this machine. Start one with npm start.');
  }
}

/** An AWS account and region holds one stage; its stack is tagged with the name. */
async function findStage(stage: string): Promise<Site> {
  const aws = await import('@aws-sdk/client-cloudformation');
  const client = new aws.CloudFormation(awsObjectClient());
  const region = await client.config.region().catch(() => undefined);
  if (!region) throw new Unreachable('No AWS region is set. Set AWS_REGION, or AWS_PROFILE to a profile that has one.');
  const stack = await describeStack(client, region);
  const found = stack.Tags?.find(({ Key }) => Key === 'stage')?.Value;
  if (found !== stage)
    throw new Refusal(`The stack ${STACK} in ${region} is stage ${found ?? 'unknown'}, not ${stage}.`);
  const outputs = (stack.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]);
  return {
    name: `stage ${stage}`,
    aws: { region },
    outputs: Object.fromEntries(outputs) as Record<string, string>,
    now: () => Date.now(),
    loopbackReceivers: false,
  };
}

async function describeStack(client: CloudFormation, region: string): Promise<Stack> {
  try {
    const { Stacks = [] } = await client.describeStacks({ StackName: STACK });
    return Stacks[0]!;
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ValidationError')) throw error;
    throw new Refusal(`There is no stack ${STACK} in ${region}. Is AWS_REGION right?`);
  }
}
