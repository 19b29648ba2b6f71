import type { Lacks } from '../support/target.ts';

/** A resource of the template that an emulator cannot create, and why it may be left out there. */
export interface TemplateMiss {
  what: string;
  type: string;
  matches?: (properties: Record<string, unknown>) => boolean;
}

/** Where the service is deployed for the journeys, and what is known to be missing there (docs/decisions). */
export interface AwsTarget {
  name: string;
  /** Options of `cdk synth`. */
  context: readonly string[];
  templateMisses: readonly TemplateMiss[];
  lacks: Lacks;
}

const realTime = 'time cannot be wound there';

export const ministack: AwsTarget = {
  name: 'MiniStack',
  context: [],
  templateMisses: [
    {
      what: 'alarms over metric math: its CloudFormation refuses them',
      type: 'AWS::CloudWatch::Alarm',
      matches: ({ Metrics }) => Metrics !== undefined,
    },
    { what: 'metric filters of logs: its CloudFormation does not know them', type: 'AWS::Logs::MetricFilter' },
  ],
  lacks: { clock: realTime },
};

export const localstack: AwsTarget = {
  name: 'LocalStack',
  context: [],
  templateMisses: [],
  lacks: { clock: realTime, webhooks: 'its functions run in containers, from which a receiver here is not reached' },
};

export const account: AwsTarget = {
  name: 'AWS',
  context: ['-c', 'stage=dev'],
  templateMisses: [],
  lacks: { clock: realTime, webhooks: 'a receiver on this machine is not reached from there' },
};

/** Which emulator answers at an endpoint. @throws Error when it is neither */
export async function emulatorAt(endpoint: string): Promise<AwsTarget> {
  const has = async (path: string) => (await fetch(endpoint + path)).ok;
  if (await has('/_ministack/health')) return ministack;
  if (await has('/_localstack/health')) return localstack;
  throw new Error(`${endpoint} is neither MiniStack nor LocalStack`);
}
