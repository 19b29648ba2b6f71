import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CUSTOM_RESOURCE, isCustom } from './custom-resources.ts';
import type { CreatedResource, ResourceType } from './service.ts';

interface TemplateResource {
  Type: string;
  Properties?: Record<string, unknown>;
  Metadata?: Record<string, unknown>;
  DependsOn?: string | string[];
  Condition?: string;
}

export interface Template {
  Parameters?: Record<string, { Default?: unknown }>;
  Mappings?: Record<string, Record<string, Record<string, unknown>>>;
  Conditions?: Record<string, unknown>;
  Resources: Record<string, TemplateResource>;
  Outputs?: Record<string, { Value: unknown; Condition?: string }>;
}

/** What `cdk synth` wrote for one stack. */
export interface Assembly {
  stackName: string;
  template: Template;
  /** Object key in the assets bucket, as `Code.S3Key` names it → folder or file on disk. */
  assets: ReadonlyMap<string, string>;
}

interface AssemblyManifest {
  artifacts: Record<string, { type: string; properties?: { templateFile?: string; stackName?: string } }>;
}

interface AssetManifest {
  files?: Record<string, { source: { path: string }; destinations: Record<string, { objectKey: string }> }>;
}

export interface Environment {
  region: string;
  accountId: string;
  stackName: string;
}

/** The template of a nested stack, by its `TemplateURL`. */
export type NestedTemplates = (url: string) => Template;

export interface CreatedStack {
  resources: ReadonlyMap<string, CreatedResource>;
  outputs: Record<string, string>;
}

/** Types without a local counterpart, each with the reason why none is needed. */
export const inertTypes: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Account': 'the account-wide role for gateway logs',
  'AWS::Backup::BackupPlan': 'nothing reads a backup here: the local table can be restored to any second',
  'AWS::Backup::BackupSelection': 'nothing reads a backup here: the local table can be restored to any second',
  'AWS::Backup::BackupVault': 'nothing reads a backup here: the local table can be restored to any second',
  'AWS::CDK::Metadata': 'usage statistics of the CDK',
  'AWS::CloudWatch::Alarm': 'metrics are not collected locally',
  'AWS::CloudWatch::CompositeAlarm': 'metrics are not collected locally',
  'AWS::CloudWatch::Dashboard': 'metrics are not collected locally',
  'AWS::CodeDeploy::Application': 'a stack is deployed once here, so no alias moves from one version to another',
  'AWS::CodeDeploy::DeploymentGroup': 'a stack is deployed once here, so no alias moves from one version to another',
  'AWS::Logs::MetricFilter': 'metrics are not collected locally',
  'AWS::Logs::ResourcePolicy': 'nothing writes to a log group locally',
  'AWS::SNS::Subscription': 'only alarms publish to topics, and none fires locally',
  'AWS::SNS::Topic': 'only alarms publish to topics, and none fires locally',
  'AWS::SNS::TopicPolicy': 'only alarms publish to topics, and none fires locally',
  'AWS::WAFv2::LoggingConfiguration': 'no web ACL filters local requests',
  'AWS::WAFv2::WebACL': 'it blocks more requests of a key in a minute than a machine with tests sends',
  'AWS::WAFv2::WebACLAssociation': 'no web ACL filters local requests',
};

/** Attributes of a resource that do not affect its behavior. */
const KNOWN_RESOURCE_ATTRIBUTES = new Set([
  'Type',
  'Properties',
  'Metadata',
  'DependsOn',
  'Condition',
  'DeletionPolicy',
  'UpdatePolicy',
  'UpdateReplacePolicy',
]);

/**
 * Reads the one stack of a cloud assembly (`cdk.out`).
 * @throws Error when the folder holds no stack or more than one.
 */
export function loadAssembly(directory: string): Assembly {
  const readJson = (file: string): unknown => JSON.parse(readFileSync(join(directory, file), 'utf8'));
  const { artifacts } = readJson('manifest.json') as AssemblyManifest;
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  const [stack] = stacks;
  if (!stack || stacks.length > 1) {
    throw new Error(`The local cloud runs one stack; ${directory} holds ${stacks.length}`);
  }
  const [id, { properties = {} }] = stack;
  const { templateFile = `${id}.template.json`, stackName = id } = properties;
  const assetManifest = `${id}.assets.json`;
  const { files = {} } = existsSync(join(directory, assetManifest)) ? (readJson(assetManifest) as AssetManifest) : {};
  const assets = new Map<string, string>();
  for (const { source, destinations } of Object.values(files)) {
    for (const { objectKey } of Object.values(destinations)) assets.set(objectKey, resolve(directory, source.path));
  }
  return { stackName, template: readJson(templateFile) as Template, assets };
}

const NESTED_STACK = 'AWS::CloudFormation::Stack';

/** Handled by the template reader itself: its resources are created with those of the parent stack. */
const nestedStack: Pick<ResourceType, 'honors' | 'ignores'> = {
  honors: ['TemplateURL', 'Parameters'],
  ignores: { Description: 'text for people', Tags: 'text for people' },
};

interface Setting {
  /** Values of the secrets created so far, by ARN. */
  secrets: Map<string, string>;
  types: Readonly<Record<string, ResourceType>>;
  environment: Environment;
  nestedTemplates: NestedTemplates;
}

/** Finds the templates of nested stacks among the assets: the last part of the URL is the object key. */
export function nestedTemplatesIn({ assets }: Pick<Assembly, 'assets'>): NestedTemplates {
  return (url) => {
    const file = assets.get(url.slice(url.lastIndexOf('/') + 1));
    return file === undefined ? noNestedTemplates(url) : (JSON.parse(readFileSync(file, 'utf8')) as Template);
  };
}

/**
 * Creates all resources of a template and its nested stacks, each after those it refers to.
 * @throws Error naming every resource with an unsupported type, attribute or property; then nothing was created.
 */
export async function createResources(
  template: Template,
  types: Readonly<Record<string, ResourceType>>,
  environment: Environment,
  nestedTemplates: NestedTemplates = noNestedTemplates,
): Promise<CreatedStack> {
  const setting = { types, environment, nestedTemplates, secrets: new Map<string, string>() };
  const unknown = unknownIn(template, setting, '');
  if (unknown.length > 0) throw new Error(`The local cloud does not know:\n  ${unknown.join('\n  ')}`);
  return createStack(template, setting, { path: '', parameters: {} });
}

const noNestedTemplates: NestedTemplates = (url) => {
  throw new Error(`there is no template at ${url}`);
};

/** @param path logical ids of the enclosing stacks, because logical ids are unique only within a stack */
async function createStack(
  template: Template,
  setting: Setting,
  { path, parameters }: { path: string; parameters: Readonly<Record<string, unknown>> },
): Promise<CreatedStack> {
  const { types, environment, secrets } = setting;
  const scope = new Scope(template, { ...environment, secrets }, parameters);
  for (const [name, resource] of inDependencyOrder(new Map(wantedIn(template, scope)))) {
    const logicalId = path + name;
    const type = typeOf(resource, types);
    try {
      const properties = scope.resolve(resource.Properties ?? {}) as Record<string, unknown>;
      const created =
        resource.Type === NESTED_STACK
          ? await createNested(properties, setting, logicalId)
          : type
            ? await type.create(properties, { logicalId })
            : inertResource(logicalId, resource.Type, environment);
      scope.resources.set(name, created);
      if (created.secret !== undefined) secrets.set(created.ref, created.secret);
    } catch (error) {
      throw new Error(`${logicalId} (${resource.Type}): ${(error as Error).message}`, { cause: error });
    }
  }
  return { resources: scope.resources, outputs: resolveOutputs(template, scope) };
}

async function createNested(
  { TemplateURL, Parameters = {} }: { TemplateURL?: string; Parameters?: Record<string, unknown> },
  setting: Setting,
  logicalId: string,
): Promise<CreatedResource> {
  const { outputs } = await createStack(setting.nestedTemplates(TemplateURL!), setting, {
    path: logicalId,
    parameters: Parameters,
  });
  const attributes = Object.entries(outputs).map(([name, value]) => [`Outputs.${name}`, value] as const);
  return { ref: logicalId, attributes: Object.fromEntries(attributes) };
}

const typeOf = ({ Type }: TemplateResource, types: Readonly<Record<string, ResourceType>>) =>
  types[isCustom(Type) ? CUSTOM_RESOURCE : Type];

const wantedIn = (template: Template, scope: Scope) =>
  Object.entries(template.Resources).filter(([, { Condition }]) => scope.holds(Condition));

function unknownIn(template: Template, setting: Setting, path: string): string[] {
  const scope = new Scope(template, { ...setting.environment, secrets: setting.secrets }, {});
  return wantedIn(template, scope).flatMap(([name, resource]) => {
    const found = unknownParts(path + name, resource, setting.types);
    if (resource.Type !== NESTED_STACK || found.length > 0) return found;
    const url = scope.resolve(resource.Properties!.TemplateURL) as string;
    return unknownIn(setting.nestedTemplates(url), setting, path + name);
  });
}

function unknownParts(
  logicalId: string,
  resource: TemplateResource,
  types: Readonly<Record<string, ResourceType>>,
): string[] {
  const name = `${logicalId} (${resource.Type})`;
  const attributes = Object.keys(resource).filter((attribute) => !KNOWN_RESOURCE_ATTRIBUTES.has(attribute));
  const problems = attributes.map((attribute) => `${name}: attribute ${attribute}`);
  const type = resource.Type === NESTED_STACK ? nestedStack : typeOf(resource, types);
  if (!type) return resource.Type in inertTypes ? problems : [...problems, `${name}: type`];
  const properties = Object.keys(resource.Properties ?? {}).filter(
    (property) => type.honors !== 'all' && !type.honors.includes(property) && !(property in type.ignores),
  );
  return [...problems, ...properties.map((property) => `${name}: property ${property}`)];
}

function inertResource(logicalId: string, type: string, { region, accountId }: Environment): CreatedResource {
  const service = type.split('::')[1]!.toLowerCase();
  const Arn = `arn:aws:${service}:${region}:${accountId}:${logicalId}`;
  const ofBackups = { BackupVaultArn: Arn, BackupVaultName: logicalId, BackupPlanId: logicalId };
  return { ref: logicalId, attributes: { Arn, ...(service === 'backup' && ofBackups) } };
}

function resolveOutputs(template: Template, scope: Scope): Record<string, string> {
  const outputs = Object.entries(template.Outputs ?? {}).filter(([, { Condition }]) => scope.holds(Condition));
  return Object.fromEntries(outputs.map(([name, { Value }]) => [name, String(scope.resolve(Value))]));
}

/** Depth first along references. @throws Error naming the circle if references are circular. */
function inDependencyOrder(resources: Map<string, TemplateResource>): Map<string, TemplateResource> {
  const ordered = new Map<string, TemplateResource>();
  const visit = (logicalId: string, path: string[]): void => {
    const resource = resources.get(logicalId);
    if (!resource || ordered.has(logicalId)) return;
    if (path.includes(logicalId)) throw new Error(`Circular reference: ${[...path, logicalId].join(' → ')}`);
    const { DependsOn = [], Properties } = resource;
    for (const dependency of [DependsOn].flat()) visit(dependency, [...path, logicalId]);
    for (const reference of references(Properties)) visit(reference, [...path, logicalId]);
    ordered.set(logicalId, resource);
  };
  for (const logicalId of resources.keys()) visit(logicalId, []);
  return ordered;
}

/** Names that a value refers to, in order: logical ids, parameters and pseudo parameters alike. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const intrinsic = asIntrinsic(value);
  switch (intrinsic?.name) {
    case 'Ref':
      return [String(intrinsic.argument)];
    case 'Fn::GetAtt':
      return [splitAttribute(intrinsic.argument).logicalId];
    case 'Fn::Sub':
      return [
        ...subReferences(intrinsic.argument),
        ...references(Array.isArray(intrinsic.argument) ? intrinsic.argument[1] : undefined),
      ];
    default:
      return Object.values(value).flatMap(references);
  }
}

const SUB_REFERENCE = /\$\{(!?)([^}]+)\}/g;

function subReferences(argument: unknown): string[] {
  const [text, variables = {}] = subArguments(argument);
  return [...text.matchAll(SUB_REFERENCE)]
    .filter(([, literal, name]) => !literal && !(name! in variables))
    .map(([, , name]) => name!.split('.')[0]!);
}

function subArguments(argument: unknown): [text: string, variables?: Record<string, unknown>] {
  return Array.isArray(argument) ? (argument as [string, Record<string, unknown>]) : [argument as string];
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references-secretsmanager.html */
const SECRET_REFERENCE = /^\{\{resolve:secretsmanager:(.+):SecretString:::\}\}$/;

function asIntrinsic(value: object): { name: string; argument: unknown } | undefined {
  const keys = Object.keys(value);
  const [name] = keys;
  if (keys.length !== 1 || name === undefined || !(name === 'Ref' || name.startsWith('Fn::'))) return undefined;
  return { name, argument: (value as Record<string, unknown>)[name] };
}

/** `Fn::GetAtt` is `['Queue', 'Arn']` or `'Queue.Arn'`; attribute names may contain dots. */
function splitAttribute(argument: unknown): { logicalId: string; attribute: string } {
  const [logicalId = '', ...attribute] = Array.isArray(argument) ? argument.map(String) : String(argument).split('.');
  return { logicalId, attribute: attribute.join('.') };
}

const intrinsics: Readonly<Record<string, (scope: Scope, argument: never) => unknown>> = {
  Ref: (scope, name: string) => scope.reference(name),
  'Fn::GetAtt': (scope, argument: unknown) => scope.attribute(argument),
  'Fn::Join': (scope, [delimiter, parts]: [string, unknown]) => (scope.resolve(parts) as unknown[]).join(delimiter),
  'Fn::Sub': (scope, argument: unknown) => {
    const [text, variables = {}] = subArguments(argument);
    return text.replace(SUB_REFERENCE, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (name in variables) return String(scope.resolve(variables[name]));
      return String(name.includes('.') ? scope.attribute(name) : scope.reference(name));
    });
  },
  'Fn::Select': (scope, [index, list]: unknown[]) => (scope.resolve(list) as unknown[])[Number(scope.resolve(index))],
  'Fn::Split': (scope, [delimiter, text]: [string, unknown]) => String(scope.resolve(text)).split(delimiter),
  'Fn::If': (scope, [condition, yes, no]: [string, unknown, unknown]) =>
    scope.resolve(scope.holds(condition) ? yes : no),
  'Fn::FindInMap': (scope, argument: unknown[]) => {
    const [map, key, entry] = argument.map((part) => String(scope.resolve(part)));
    return scope.mapping(map!, key!, entry!);
  },
};

const conditionFunctions: Readonly<Record<string, (scope: Scope, argument: never) => boolean>> = {
  Condition: (scope, name: string) => scope.holds(name),
  'Fn::Equals': (scope, [a, b]: unknown[]) => String(scope.resolve(a)) === String(scope.resolve(b)),
  'Fn::And': (scope, terms: unknown[]) => terms.every((term) => evaluateCondition(scope, term)),
  'Fn::Or': (scope, terms: unknown[]) => terms.some((term) => evaluateCondition(scope, term)),
  'Fn::Not': (scope, [term]: unknown[]) => !evaluateCondition(scope, term),
};

function evaluateCondition(scope: Scope, condition: unknown): boolean {
  const [name, argument] = Object.entries(condition as object)[0] ?? [];
  const evaluate = conditionFunctions[name ?? ''];
  if (!evaluate) throw new Error(`condition function ${name} is not known`);
  return evaluate(scope, argument as never);
}

/** Values of the names in a template, for the resources created so far. */
class Scope {
  readonly resources = new Map<string, CreatedResource>();
  readonly #template: Template;
  readonly #pseudoParameters: Record<string, unknown>;
  readonly #parameters: Readonly<Record<string, unknown>>;
  readonly #secrets: ReadonlyMap<string, string>;

  constructor(
    template: Template,
    { region, accountId, stackName, secrets }: Environment & Pick<Setting, 'secrets'>,
    parameters: Readonly<Record<string, unknown>>,
  ) {
    this.#template = template;
    this.#parameters = parameters;
    this.#secrets = secrets;
    this.#pseudoParameters = {
      'AWS::Region': region,
      'AWS::AccountId': accountId,
      'AWS::Partition': 'aws',
      'AWS::URLSuffix': 'amazonaws.com',
      'AWS::StackName': stackName,
      'AWS::StackId': `arn:aws:cloudformation:${region}:${accountId}:stack/${stackName}/local`,
      'AWS::NoValue': undefined,
    };
  }

  /** A value with its intrinsics evaluated; properties with the value `AWS::NoValue` are removed. */
  resolve(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.resolve(item)).filter((item) => item !== undefined);
    const intrinsic = asIntrinsic(value);
    if (!intrinsic) {
      const entries = Object.entries(value).map(([key, item]) => [key, this.resolve(item)] as const);
      return Object.fromEntries(entries.filter(([, item]) => item !== undefined));
    }
    const apply = intrinsics[intrinsic.name];
    if (!apply) throw new Error(`intrinsic function ${intrinsic.name} is not known`);
    const result = apply(this, intrinsic.argument as never);
    return typeof result === 'string' ? this.#dynamic(result) : result;
  }

  /** A dynamic reference to a secret of this stack or an enclosing one. */
  #dynamic(text: string): string {
    if (!text.startsWith('{{resolve:')) return text;
    const [, ref = ''] = SECRET_REFERENCE.exec(text) ?? [];
    const secret = this.#secrets.get(ref);
    if (secret === undefined) throw new Error(`dynamic reference ${text} is not known`);
    return secret;
  }

  reference(name: string): unknown {
    if (name in this.#pseudoParameters) return this.#pseudoParameters[name];
    if (Object.hasOwn(this.#parameters, name)) return this.#parameters[name];
    const parameter = this.#template.Parameters?.[name];
    if (parameter?.Default !== undefined) return parameter.Default;
    if (parameter) throw new Error(`parameter ${name} has no default`);
    return this.#created(name).ref;
  }

  attribute(argument: unknown): unknown {
    const { logicalId, attribute } = splitAttribute(argument);
    const value = this.#created(logicalId).attributes?.[attribute];
    if (value === undefined) throw new Error(`attribute ${logicalId}.${attribute} is not known`);
    return value;
  }

  mapping(map: string, key: string, entry: string): unknown {
    const value = this.#template.Mappings?.[map]?.[key]?.[entry];
    if (value === undefined) throw new Error(`mapping ${map}.${key}.${entry} is not known`);
    return value;
  }

  holds(condition: string | undefined): boolean {
    if (condition === undefined) return true;
    const definition = this.#template.Conditions?.[condition];
    if (definition === undefined) throw new Error(`condition ${condition} is not known`);
    return evaluateCondition(this, definition);
  }

  #created(logicalId: string): CreatedResource {
    const created = this.resources.get(logicalId);
    if (!created) throw new Error(`${logicalId} is referred to, but is no resource of this template`);
    return created;
  }
}
