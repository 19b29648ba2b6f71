import type { MissingAbilities } from '../../support/target.ts';

type Properties = Record<string, unknown>;

/** A part of the template that an emulator rejects though AWS accepts it, and its replacement. */
export interface TemplateMiss {
  what: string;
  type: string;
  /** The properties to deploy, unchanged if nothing is missing; undefined leaves the resource out. */
  adapt: (properties: Properties) => Properties | undefined;
}

/**
 * A target that the service is deployed to for the journeys, and what is known to be missing there
 * (docs/decisions/emulators.md).
 */
export interface AwsTarget {
  name: string;
  /** The stage to deploy, and the only one that may exist there already. Emulators get the production template. */
  stage?: string;
  /** Stack settings (`-c name=value`), given the emulator's endpoint. */
  settings?: (endpoint: string) => Readonly<Record<string, string>>;
  templateMisses: readonly TemplateMiss[];
  /** Its CloudFormation does not know `UpdateTerminationProtection`. */
  protectsNoStack?: true;
  /** Its CloudFormation creates queues without their dead-letter queues. */
  forgetsDeadLetters?: true;
  /** Runs only these tests: neither the service nor fidelity tests with functions can be deployed. */
  runsOnly?: readonly string[];
  /** Runs only these tests with the service, and does not deploy the fidelity stack. */
  tests?: readonly string[];
  /** Causes of failed executions that are races of the emulator itself, which no other execution of it repairs. */
  ownRaces?: RegExp;
  lacks: MissingAbilities;
}

const realTime = 'time cannot be wound there';
const noDashboard = 'the dashboard is not deployed there';

/** Id of the confirmation pages' gateway in an emulator: their links are printed before anyone could look it up. */
const PAGES = 'pages';
/** Id of the dashboard's gateway in an emulator. */
export const DASHBOARD = 'dashboard';

/**
 * No emulator's CloudFront calls a gateway: the pages are served at their gateway, under a path of the single endpoint.
 * No emulator has CodeDeploy either; a first deployment moves no alias.
 */
const wholeSettings = (endpoint: string) => ({
  rollout: '',
  confirmationPageDistribution: 'false',
  confirmationPageBase: `${endpoint}${gatewayPath(PAGES)}/confirm`,
});

/** Without CloudFront, nothing serves the pages of the dashboard and the documentation. */
const settingsWithoutCloudFront = (endpoint: string) => ({
  ...wholeSettings(endpoint),
  dashboard: 'false',
  docs: 'false',
});

const gatewayAtKnownId = (tag: string, suffix: string, id: string): TemplateMiss => ({
  what: `gateway ${id} with an id known beforehand`,
  type: 'AWS::ApiGateway::RestApi',
  adapt: (properties) =>
    String(properties.Name).endsWith(suffix)
      ? { ...properties, Tags: [...((properties.Tags as object[] | undefined) ?? []), { Key: tag, Value: id }] }
      : properties,
});

const pagesAtKnownId = (tag: string) => gatewayAtKnownId(tag, '-confirmation-page', PAGES);

/** Leaves out a type that its CloudFormation does not know. */
const unknown = (type: string): TemplateMiss => ({
  what: `${type} left out: its CloudFormation does not know it`,
  type,
  adapt: () => undefined,
});

const secretWithoutKey: TemplateMiss = {
  what: 'secret of a key that it does not create, with a fixed key',
  type: 'AWS::SecretsManager::Secret',
  adapt: (properties) => (properties.SecretString ? { ...properties, SecretString: EMULATED_KEY } : properties),
};

const withoutMetricMath: readonly TemplateMiss[] = [
  {
    what: 'alarms over metric math left out: its CloudFormation rejects them',
    type: 'AWS::CloudWatch::Alarm',
    adapt: (properties) => (properties.Metrics ? undefined : properties),
  },
  {
    what: 'alarms over other alarms left out, since they name alarms that are left out',
    type: 'AWS::CloudWatch::CompositeAlarm',
    adapt: () => undefined,
  },
  {
    what: 'dashboards left out, since they name alarms that are left out',
    type: 'AWS::CloudWatch::Dashboard',
    adapt: () => undefined,
  },
];

/** To both versions of it. */
const unknownToMinistack = [
  'AWS::WAFv2::LoggingConfiguration',
  'AWS::WAFv2::WebACLAssociation',
  'AWS::Backup::BackupSelection',
];

export const ministack: AwsTarget = {
  name: 'MiniStack',
  settings: settingsWithoutCloudFront,
  templateMisses: [
    pagesAtKnownId('ms-custom-id'),
    ...withoutMetricMath,
    ...[
      'AWS::Logs::MetricFilter',
      'AWS::Logs::SubscriptionFilter',
      'AWS::IAM::User',
      'AWS::IAM::AccessKey',
      ...unknownToMinistack,
    ].map(unknown),
    secretWithoutKey,
    {
      what: 'functions that sign links with its only key: it resolves no reference to a secret',
      type: 'AWS::Lambda::Function',
      adapt: withEmulatedKey,
    },
    {
      what: 'state machines without computed times: it reads an expression in Seconds or TimeoutSeconds as a number, and lacks $fromMillis and $parse',
      type: 'AWS::StepFunctions::StateMachine',
      adapt: (properties) => ({ ...properties, DefinitionString: inItsLanguage(String(properties.DefinitionString)) }),
    },
  ],
  protectsNoStack: true,
  forgetsDeadLetters: true,
  // Its state machines call DynamoDB in threads of their own, which share dictionaries without a lock.
  ownRaces: /dictionary changed size during iteration/,
  lacks: { clock: realTime, dashboard: noDashboard },
};

/**
 * A later version, which deploys the whole stack with its dashboard and whose Cognito signs people in. It starts a
 * process for each concurrent call, so the journeys with fifty of them finish in time only on larger machines.
 */
export const wholeMinistack: AwsTarget = {
  name: 'MiniStack, whole',
  settings: wholeSettings,
  templateMisses: [
    pagesAtKnownId('ms-custom-id'),
    gatewayAtKnownId('ms-custom-id', '-dashboard', DASHBOARD),
    ...withoutMetricMath,
    ...[
      'AWS::IAM::AccessKey',
      'AWS::Cognito::ManagedLoginBranding',
      'AWS::Cognito::UserPoolRiskConfigurationAttachment',
      ...unknownToMinistack,
    ].map(unknown),
    secretWithoutKey,
    ...['AWS::CloudFormation::Stack', 'AWS::Lambda::Function'].map((type) => ({
      what: `${type} with the name of the user pool instead of its URL, which it does not return`,
      type,
      adapt: withProviderName,
    })),
  ],
  protectsNoStack: true,
  tests: ['test/outside/aws/sign-in', 'test/outside/aws/pages'],
  lacks: { clock: realTime },
};

export const localstack: AwsTarget = {
  name: 'LocalStack',
  settings: settingsWithoutCloudFront,
  templateMisses: [pagesAtKnownId('_custom_id_')],
  lacks: {
    clock: realTime,
    dashboard: noDashboard,
    webhooks: 'its functions run in containers, from which a receiver here is not reached',
  },
};

/** From PyPI; DynamoDB is missing there too. */
export const localstackWithoutDocker: AwsTarget = {
  name: 'LocalStack without Docker',
  templateMisses: [],
  runsOnly: ['event-patterns', 'keys', 'presigned-urls', 'queues', 'workflows'].map(
    (subject) => `test/cloud/fidelity/${subject}`,
  ),
  lacks: { clock: realTime },
};

export const account: AwsTarget = {
  name: 'AWS',
  stage: 'dev',
  templateMisses: [],
  lacks: { clock: realTime, webhooks: 'a receiver on this machine is not reached from there' },
};

/** `<access key id>:<secret>` of the caller. */
const EMULATED_KEY = 'test:test';

function withEmulatedKey(properties: Properties): Properties {
  const { Variables } = (properties.Environment ?? {}) as { Variables?: Record<string, unknown> };
  if (Variables?.LINK_KEY === undefined) return properties;
  return { ...properties, Environment: { Variables: { ...Variables, LINK_KEY: EMULATED_KEY } } };
}

function withProviderName(properties: Properties): Properties {
  if (!JSON.stringify(properties).includes('"ProviderURL"')) return properties;
  return JSON.parse(JSON.stringify(properties), (_, value: unknown) => {
    const [resource, attribute] = ((value ?? {}) as { 'Fn::GetAtt'?: string[] })['Fn::GetAtt'] ?? [];
    if (attribute !== 'ProviderURL') return value;
    return { 'Fn::Join': ['', ['https://', { 'Fn::GetAtt': [resource, 'ProviderName'] }]] };
  }) as Properties;
}

/** An emulator serves each gateway's host under a path of its single endpoint. */
export function gatewayPath(apiId: string): string {
  return `/_aws/execute-api/${apiId}`;
}

/** The URL of a gateway that a stack output names: the output itself, or a path at the emulator's endpoint. */
export function gatewayUrl(output: string, endpoint: string | undefined): string {
  if (!endpoint) return output;
  const { hostname, pathname } = new URL(output);
  return endpoint + gatewayPath(hostname.split('.')[0]!) + pathname;
}

const ONE_DAY_SECONDS = 86_400;
const FAR_AWAY = "'2099-12-31T00:00:00.000Z'";

/**
 * None of these times occurs while the journeys run. A cause that the emulator cannot read is looked up in the table.
 */
function inItsLanguage(definition: string): string {
  const states: unknown = JSON.parse(definition, (name, value: unknown) => {
    if (isCatcherWithCause(value)) return { ErrorEquals: value.ErrorEquals, Next: 'Look' };
    if (typeof value !== 'string') return value;
    if (name === 'TimeoutSeconds' || name === 'Seconds') return ONE_DAY_SECONDS;
    return value.replace(/\$fromMillis\(\$number\(.*\)(?= : )/, FAR_AWAY);
  });
  return JSON.stringify(states);
}

function isCatcherWithCause(value: unknown): value is { ErrorEquals: string[]; Output: string } {
  const { ErrorEquals, Output } = (value ?? {}) as { ErrorEquals?: unknown; Output?: unknown };
  return ErrorEquals !== undefined && typeof Output === 'string' && Output.includes('$parse(');
}

/** Finds out which emulator is at an endpoint. @throws Error if it is neither */
export async function emulatorAt(endpoint: string): Promise<AwsTarget> {
  const has = async (path: string) => (await fetch(endpoint + path)).ok;
  if (await has('/_ministack/health')) return ministack;
  if (await has('/_localstack/health')) return localstack;
  throw new Error(`${endpoint} is neither MiniStack nor LocalStack`);
}
