import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const app = resolve(import.meta.dirname, '../../../bin/app.ts');

/** Pages in place of the built ones, which take seconds to build. */
export const samplePages = join(import.meta.dirname, 'pages');

/** Bundling and synthesis take 3 s on an idle machine, and far longer on a busy one. */
export const SYNTHESIS_MS = 180_000;

export interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, unknown>;
}

interface Key {
  AttributeName: string;
  KeyType: string;
}

interface Target {
  Arn: unknown;
  DeadLetterConfig: { Arn: unknown };
}

/** What the tests read, by resource type. Intrinsic functions are `unknown`: see `idIn`. */
interface Properties {
  'AWS::ApiGateway::Account': object;
  'AWS::ApiGateway::GatewayResponse': {
    ResponseType: string;
    StatusCode: string;
    ResponseParameters: Record<string, string>;
    ResponseTemplates: Record<'application/json' | 'text/html', string>;
  };
  'AWS::ApiGateway::Method': { HttpMethod: string; ResourceId: unknown; Integration: { Uri: unknown } };
  'AWS::ApiGateway::Resource': { ParentId: unknown; PathPart: string };
  'AWS::ApiGateway::RestApi': {
    EndpointConfiguration: { Types: string[] };
    BinaryMediaTypes: string[];
    SecurityPolicy: string;
    EndpointAccessMode: string;
    DisableExecuteApiEndpoint?: boolean;
    Name: string;
  };
  'AWS::ApiGateway::Stage': {
    StageName: string;
    MethodSettings: { ThrottlingRateLimit: number }[];
    AccessLogSetting: { Format: string };
    TracingEnabled: boolean;
    Variables?: Record<string, unknown>;
  };
  'AWS::IAM::User': { Policies: { PolicyDocument: { Statement: Statement[] } }[] };
  'AWS::CloudFront::Distribution': {
    DistributionConfig: {
      Comment: string;
      Aliases?: string[];
      CustomErrorResponses?: unknown;
      DefaultCacheBehavior: { CachePolicyId: string; ViewerProtocolPolicy: string; AllowedMethods: string[] };
      Origins: {
        OriginPath: string;
        CustomOriginConfig: { OriginProtocolPolicy: string };
        OriginCustomHeaders: { HeaderName: string; HeaderValue: unknown }[];
      }[];
    };
  };
  'AWS::CloudFront::Function': { FunctionCode: string };
  'Custom::PublishedPages': { ServiceToken: unknown; ServiceTimeout: number; Hash: string };
  'AWS::CloudFront::ResponseHeadersPolicy': object;
  'AWS::CloudFront::OriginRequestPolicy': {
    OriginRequestPolicyConfig: { HeadersConfig: { Headers: string[] } };
  };
  'AWS::Backup::BackupVault': { LockConfiguration: { MinRetentionDays: number }; EncryptionKeyArn: unknown };
  'AWS::Backup::BackupPlan': {
    BackupPlan: {
      BackupPlanRule: {
        Lifecycle: { DeleteAfterDays: number };
        ScheduleExpression: string;
        TargetBackupVault: unknown;
        CopyActions?: { DestinationBackupVaultArn: string }[];
      }[];
    };
  };
  'AWS::Backup::BackupSelection': { BackupSelection: { Resources: unknown[] } };
  'AWS::CloudWatch::Alarm': {
    AlarmDescription: string;
    AlarmActions: unknown[];
    OKActions: unknown[];
    Namespace?: string;
    MetricName?: string;
    Metrics?: { MetricStat?: { Metric: { Namespace: string; MetricName: string } } }[];
    Dimensions?: unknown[];
    TreatMissingData: string;
  };
  'AWS::CloudWatch::CompositeAlarm': {
    AlarmDescription: string;
    AlarmRule: unknown;
    AlarmActions: unknown[];
    OKActions: unknown[];
  };
  'AWS::CodeDeploy::DeploymentGroup': {
    AlarmConfiguration: { Enabled: boolean; Alarms: { Name: unknown }[] };
    AutoRollbackConfiguration: { Enabled: boolean; Events: string[] };
    DeploymentConfigName: string;
    ServiceRoleArn: unknown;
  };
  'AWS::DynamoDB::Table': {
    DeletionProtectionEnabled: boolean;
    GlobalSecondaryIndexes: { IndexName: string; KeySchema: Key[]; Projection: unknown }[];
  };
  'AWS::EC2::EIP': object;
  'AWS::EC2::NatGateway': { AllocationId: unknown; SubnetId: unknown };
  'AWS::EC2::Route': {
    NatGatewayId?: unknown;
    GatewayId?: unknown;
    DestinationCidrBlock: string;
    RouteTableId: unknown;
  };
  'AWS::EC2::SecurityGroup': { SecurityGroupIngress?: unknown };
  'AWS::EC2::SubnetRouteTableAssociation': { SubnetId: unknown; RouteTableId: unknown };
  'AWS::EC2::VPCEndpoint': { RouteTableIds: unknown[] };
  'AWS::Events::Rule': { EventPattern: Record<string, unknown>; Targets: Target[] };
  'AWS::IAM::Policy': { PolicyDocument: { Statement: Statement[] }; Roles: unknown[] };
  'AWS::IAM::Role': {
    AssumeRolePolicyDocument: { Statement: { Condition?: unknown }[] };
    ManagedPolicyArns?: unknown[];
    Policies?: unknown[];
  };
  'AWS::KMS::Key': { EnableKeyRotation: boolean };
  'AWS::Lambda::EventInvokeConfig': {
    FunctionName: unknown;
    Qualifier: unknown;
    DestinationConfig: { OnFailure: { Destination: unknown } };
  };
  'AWS::Lambda::EventSourceMapping': {
    EventSourceArn: unknown;
    FunctionName: unknown;
    FunctionResponseTypes: string[];
    StartingPosition?: string;
    ScalingConfig?: { MaximumConcurrency: number };
    FilterCriteria?: { Filters: { Pattern: string }[] };
    DestinationConfig?: { OnFailure: { Destination: unknown } };
  };
  'AWS::Lambda::Function': {
    Timeout: number;
    RecursiveLoop?: 'Allow' | 'Terminate';
    Role: unknown;
    LoggingConfig: { LogGroup: unknown };
    VpcConfig?: { SubnetIds: unknown[]; SecurityGroupIds: unknown[] };
    Environment: { Variables: { POWERTOOLS_SERVICE_NAME: string } & Record<string, unknown> };
  };
  'AWS::Lambda::Alias': { FunctionName: unknown; FunctionVersion: unknown; Name: string };
  'AWS::Lambda::Permission': { FunctionName: unknown };
  'AWS::Lambda::Version': { FunctionName: unknown };
  'AWS::Logs::LogGroup': { RetentionInDays: number };
  'AWS::Logs::SubscriptionFilter': { DestinationArn: unknown };
  'AWS::Logs::MetricFilter': { MetricTransformations: { MetricName: string }[] };
  'AWS::S3::Bucket': {
    PublicAccessBlockConfiguration: Record<string, boolean>;
    BucketEncryption: unknown;
    LifecycleConfiguration: {
      Rules: {
        Prefix?: string;
        ExpirationInDays: number;
        NoncurrentVersionExpiration?: { NoncurrentDays: number };
      }[];
    };
    NotificationConfiguration?: { EventBridgeConfiguration?: { EventBridgeEnabled: boolean } };
  };
  'AWS::S3::BucketPolicy': { Bucket: unknown; PolicyDocument: { Statement: Statement[] } };
  'AWS::SNS::TopicPolicy': { PolicyDocument: { Statement: Statement[] } };
  'AWS::WAFv2::LoggingConfiguration': { RedactedFields: object[]; LoggingFilter: object };
  'AWS::WAFv2::WebACL': {
    DefaultAction: object;
    Rules: {
      Action: object;
      Statement: { RateBasedStatement: { Limit: number; EvaluationWindowSec: number; CustomKeys: unknown[] } };
    }[];
  };
  'AWS::WAFv2::WebACLAssociation': { ResourceArn: unknown; WebACLArn: unknown };
  'AWS::SQS::Queue': {
    FifoQueue?: boolean;
    VisibilityTimeout: number;
    SqsManagedSseEnabled: boolean;
    RedrivePolicy?: { deadLetterTargetArn: unknown; maxReceiveCount: number };
  };
  'AWS::SQS::QueuePolicy': { Queues: unknown[]; PolicyDocument: { Statement: Statement[] } };
  'AWS::SecretsManager::Secret': object;
  'AWS::Scheduler::Schedule': { ScheduleExpression: string; ScheduleExpressionTimezone: string; Target: Target };
  'AWS::StepFunctions::StateMachine': { DefinitionString: string; DefinitionSubstitutions: Record<string, unknown> };
}

type ResourceType = keyof Properties;

export interface Resource<Type extends ResourceType> {
  /** Logical id. */
  id: string;
  type: Type;
  properties: Properties[Type];
  metadata: Record<string, unknown>;
  deletionPolicy: string | undefined;
  updatePolicy: object | undefined;
}

interface RawResource {
  Type: string;
  Properties: object;
  Metadata?: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdatePolicy?: object;
}

interface AssetSource {
  source: { path: string };
}

interface RawTemplate {
  Resources: Record<string, RawResource>;
  Parameters?: Record<string, object>;
  Outputs?: Record<string, { Value: unknown }>;
}

/** One stack as CloudFormation gets it. */
export interface SingleStack {
  /** Ids of the constructs that nested it, each followed by a slash; empty for the outer stack. */
  path: string;
  resources: Readonly<Record<string, { Type: string; Properties?: object }>>;
  parameters: number;
  outputs: number;
  bytes: number;
}

interface NestedStackProperties {
  TemplateURL: unknown;
  Parameters?: Record<string, unknown>;
}

/**
 * The template that a deployment would ship, merged with those of its nested stacks: no logical id occurs twice.
 * Parameters and outputs between stacks are replaced by their values.
 */
export class Template {
  readonly text: string;
  readonly stacks: readonly SingleStack[];
  readonly #resources: Record<string, RawResource>;

  /** @param nested templates by the hash in their URL */
  constructor(text: string, nested: ReadonlyMap<string, string> = new Map()) {
    this.text = text;
    const stacks = stacksOf(text, nested);
    this.stacks = stacks.map(single);
    const all = withoutBorders(stacks).flatMap(({ Resources }) => Object.entries(Resources));
    this.#resources = Object.fromEntries(all);
    if (Object.keys(this.#resources).length !== all.length)
      throw new Error(
        `two resources have one logical id: ${all
          .map(([id]) => id)
          .filter((id, at, ids) => ids.indexOf(id) !== at)
          .join(', ')}`,
      );
  }

  get types(): string[] {
    return Object.values(this.#resources).map(({ Type }) => Type);
  }

  /** By logical id, unchanged from the template. */
  get resources(): Readonly<Record<string, { Type: string; Properties: object; DeletionPolicy?: string }>> {
    return this.#resources;
  }

  /** Every resource of a type. */
  all<Type extends ResourceType>(type: Type): Resource<Type>[] {
    return Object.keys(this.#resources)
      .filter((id) => this.#resources[id]!.Type === type)
      .map((id) => this.#resource(type, id));
  }

  /**
   * The resource of a type that an intrinsic function names.
   * @throws Error if it names none, or one of another type
   */
  at<Type extends ResourceType>(type: Type, reference: unknown): Resource<Type> {
    const id = idIn(reference);
    if (this.#resources[id]?.Type !== type) throw new Error(`${id} is no ${type}`);
    return this.#resource(type, id);
  }

  /** The function that is called through the name of its alias. */
  functionBehind(reference: unknown): Resource<'AWS::Lambda::Function'> {
    return this.at('AWS::Lambda::Function', this.at('AWS::Lambda::Alias', reference).properties.FunctionName);
  }

  typeOf(reference: unknown): string | undefined {
    return this.#resources[idIn(reference)]?.Type;
  }

  #resource<Type extends ResourceType>(type: Type, id: string): Resource<Type> {
    const { Properties, Metadata: metadata = {}, DeletionPolicy: deletionPolicy, UpdatePolicy } = this.#resources[id]!;
    return {
      id,
      type,
      properties: Properties as Properties[Type],
      metadata,
      deletionPolicy,
      updatePolicy: UpdatePolicy,
    };
  }
}

/** A stack, its parameters, and its parent. */
interface Stack {
  id: string;
  path: string;
  template: RawTemplate;
  parameters: Readonly<Record<string, unknown>>;
  around: Stack | undefined;
}

function stacksOf(text: string, nested: ReadonlyMap<string, string>): Stack[] {
  const template = JSON.parse(text) as RawTemplate;
  const outer: Stack = { id: '', path: '', template, parameters: {}, around: undefined };
  return [outer, ...stacksIn(outer, nested)];
}

const single = ({ path, template }: Stack): SingleStack => ({
  path,
  resources: template.Resources,
  parameters: Object.keys(template.Parameters ?? {}).length,
  outputs: Object.keys(template.Outputs ?? {}).length,
  bytes: Buffer.byteLength(JSON.stringify(template)),
});

function withoutBorders(stacks: readonly Stack[]): RawTemplate[] {
  const outputs = new Map<string, { Value: unknown; stack: Stack }>(
    stacks.flatMap((stack) =>
      Object.entries(stack.template.Outputs ?? {}).map(
        ([name, { Value }]) => [`${stack.id} Outputs.${name}`, { Value, stack }] as const,
      ),
    ),
  );
  const resolved = (value: unknown, stack: Stack | undefined): unknown => {
    if (Array.isArray(value)) return value.map((each) => resolved(each, stack));
    if (typeof value !== 'object' || value === null) return value;
    const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: string[] };
    if (Ref !== undefined && stack && Ref in stack.parameters) return resolved(stack.parameters[Ref], stack.around);
    const output = attribute && outputs.get(attribute.join(' '));
    if (output) return resolved(output.Value, output.stack);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, stack)]));
  };
  return stacks.map((stack) => resolved(stack.template, stack) as RawTemplate);
}

/** The stacks nested in one, at any depth. */
function stacksIn(around: Stack, nested: ReadonlyMap<string, string>): Stack[] {
  return Object.entries(around.template.Resources)
    .filter(([, { Type }]) => Type === 'AWS::CloudFormation::Stack')
    .flatMap(([id, { Properties }]) => {
      const { TemplateURL, Parameters: parameters = {} } = Properties as NestedStackProperties;
      const [, hash] = /([0-9a-f]{64})\.json/.exec(JSON.stringify(TemplateURL))!;
      const template = JSON.parse(nested.get(hash!) ?? '{"Resources":{}}') as RawTemplate;
      const path = `${around.path}${id.replace(/NestedStack.*$/, '')}/`;
      const stack: Stack = { id, path, template, parameters, around };
      return [stack, ...stacksIn(stack, nested)];
    });
}

/** The logical id that a `Ref` or `Fn::GetAtt` names, anywhere in the value. */
export function idIn(value: unknown): string {
  const found = /"(?:Ref|Fn::GetAtt)":(?:\[)?"(\w+)"/.exec(JSON.stringify(value));
  if (!found) throw new Error(`no reference in ${JSON.stringify(value)}`);
  return found[1]!;
}

/**
 * Runs the CDK app as its command line does, in its own process.
 * @param options.context as in `-c name=value`
 * @throws Error with the output of the app if it fails
 */
export async function synthesizeApp(
  options: { validation?: boolean; context?: Record<string, string> } = {},
): Promise<Template> {
  const outdir = await mkdtemp(join(tmpdir(), 'malote-cdk-'));
  try {
    await promisify(execFile)(process.execPath, [app], {
      env: {
        ...process.env,
        CDK_OUTDIR: outdir,
        CDK_PAGES: samplePages,
        CDK_VALIDATION: String(options.validation ?? false),
        CDK_CONTEXT_JSON: JSON.stringify(options.context ?? {}),
      },
    });
    const read = (file: string) => readFile(join(outdir, file), 'utf8');
    const { files } = JSON.parse(await read('Malote.assets.json')) as { files: Record<string, AssetSource> };
    const nested = Object.entries(files).filter(([, { source }]) => source.path.endsWith('.nested.template.json'));
    const texts = nested.map(async ([hash, { source }]) => [hash, await read(source.path)] as const);
    return new Template(await read('Malote.template.json'), new Map(await Promise.all(texts)));
  } finally {
    await rm(outdir, { recursive: true });
  }
}
