import type { Lacks } from '../support/target.ts';

/** An emulator that was started. */
export interface Emulator {
  endpoint: string;
  stop: () => Promise<void>;
}

type Properties = Record<string, unknown>;

/** What an emulator does not take of the template though AWS does, and what it gets instead. */
export interface TemplateMiss {
  what: string;
  type: string;
  /** The properties to deploy there, the same ones where nothing is missed; undefined leaves the resource out. */
  adapt: (properties: Properties) => Properties | undefined;
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
      what: 'alarms over metric math left out: its CloudFormation refuses them',
      type: 'AWS::CloudWatch::Alarm',
      adapt: (properties) => (properties.Metrics ? undefined : properties),
    },
    {
      what: 'metric filters of logs left out: its CloudFormation does not know them',
      type: 'AWS::Logs::MetricFilter',
      adapt: () => undefined,
    },
    {
      what: 'state machines with fixed timeouts: it takes an expression in TimeoutSeconds for a number',
      type: 'AWS::StepFunctions::StateMachine',
      adapt: (properties) => ({ ...properties, DefinitionString: withFixedTimeouts(properties.DefinitionString) }),
    },
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

const ONE_DAY_SECONDS = 86_400;

/** A definition is one string, or parts of one around what CloudFormation fills in. */
function withFixedTimeouts(definition: unknown): unknown {
  const timeout = /(\\?"TimeoutSeconds\\?":)\\?"\{%.*?%\}\\?"/g;
  return JSON.parse(JSON.stringify(definition).replace(timeout, `$1${ONE_DAY_SECONDS}`)) as unknown;
}

/** Which emulator answers at an endpoint. @throws Error when it is neither */
export async function emulatorAt(endpoint: string): Promise<AwsTarget> {
  const has = async (path: string) => (await fetch(endpoint + path)).ok;
  if (await has('/_ministack/health')) return ministack;
  if (await has('/_localstack/health')) return localstack;
  throw new Error(`${endpoint} is neither MiniStack nor LocalStack`);
}
