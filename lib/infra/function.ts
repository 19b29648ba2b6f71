import { ArnFormat, Duration, Lazy, Stack } from 'aws-cdk-lib';
import type { IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ISecurityGroup, IVpc } from 'aws-cdk-lib/aws-ec2';
import type { IEventBus } from 'aws-cdk-lib/aws-events';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  Alias,
  Architecture,
  type CfnFunction,
  Code,
  Function,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { FilterPattern, type IFilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { permissionFor } from '../core/domain/dashboard-operations.ts';
import type { Lane } from '../core/domain/delivery-settings.ts';
import type { MailingKind } from '../core/domain/mailing-fields.ts';
import type { PixReceiver } from '../core/domain/pix.ts';
import { mailMergesFolder } from '../core/domain/retention.ts';
import type { EnvironmentName, OptionalEnvironmentName } from '../core/environment.ts';
import { METRICS_NAMESPACE, serviceMetric } from './alarms.ts';
import { createLogGroup } from './log-group.ts';
import type { Platform } from './platform.ts';
import { removalOf } from './removal.ts';
import { eachMinute } from './rollout.ts';
import { type FunctionKind, functionSettings } from './settings.ts';
import { type WritePurpose, writeStatements } from './table-writes.ts';

/** A query permission would allow listing: a public page only reads the items that its link names. */
const tableReads = (kind: FunctionKind) =>
  kind === 'page' ? ['dynamodb:GetItem'] : ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];

const stateMachineVariables: Readonly<Record<MailingKind, EnvironmentName>> = {
  letter: 'LETTER_STATE_MACHINE_ARN',
  verification: 'VERIFICATION_STATE_MACHINE_ARN',
};

const objectActions = {
  list: [],
  listVersions: [],
  read: ['s3:GetObject'],
  readVersions: ['s3:GetObjectVersion'],
  write: ['s3:PutObject'],
  /** In a versioned bucket, the content remains as an old version until versions expire. */
  remove: ['s3:DeleteObject'],
  /** Deletes every version permanently, if the bucket has versions. */
  erase: ['s3:DeleteObjectVersion'],
};
type ObjectAccess = keyof typeof objectActions;

/**
 * Actions that Lambda performs with the role of a function in a network
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html).
 */
const networkActions = [
  'ec2:CreateNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:DeleteNetworkInterface',
  'ec2:AssignPrivateIpAddresses',
  'ec2:UnassignPrivateIpAddresses',
];

export interface ServiceFunctionProps {
  /** Folder under `functions/`. */
  name: string;
  kind: FunctionKind;
  platform: Platform;
  /** The metric that shows a failing version, as a sum. Default: invocations that end in an error. */
  failures?: IMetric;
}

/**
 * A Lambda of this service: its bundle, a role that may only write its own log, and bindings. One binding is
 * one call: the environment variable and the narrowest grant that makes it useful.
 */
export class ServiceFunction extends Function {
  /** The alias that every caller uses: the rolled-out version under a stable name. */
  readonly live: Alias;
  readonly #platform: Platform;
  readonly #name: string;
  readonly #kind: FunctionKind;
  readonly #consumes = new Set<IQueue>();
  readonly #sendsTo = new Set<IQueue>();

  constructor(scope: Construct, { name, kind, platform, failures }: ServiceFunctionProps) {
    const { bundles, settings } = platform;
    const bundle = bundles.get(name);
    if (!bundle) throw new Error(`functions/**/${name}/handler.ts does not exist`);
    const id = pascalCase(name);
    const { memory, timeout, reservedConcurrency } = functionSettings(name, kind);
    const logGroup = createLogGroup(scope, `${id}Logs`, settings, settings.logRetentionDays);
    super(scope, id, {
      description: `${settings.stage} ${name}`,
      code: Code.fromAsset(bundle.directory, { assetHash: bundle.hash }),
      handler: 'handler.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memory,
      timeout: Duration.seconds(timeout),
      reservedConcurrentExecutions: reservedConcurrency,
      tracing: Tracing.ACTIVE,
      loggingFormat: LoggingFormat.JSON,
      logGroup,
      role: new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }),
      environment: { POWERTOOLS_SERVICE_NAME: name },
      // Kept, so that `npm run rollback` needs no build.
      currentVersionOptions: { removalPolicy: removalOf(settings) },
    });
    this.#platform = platform;
    this.#name = name;
    this.#kind = kind;
    (this.node.defaultChild as CfnFunction).recursiveLoop = Lazy.string({ produce: () => this.#recursiveLoop() });
    platform.rollouts.inTurn(this.node.defaultChild as CfnFunction);
    this.#allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
    this.live = new Alias(this, 'Live', { aliasName: 'live', version: this.currentVersion });
    platform.rollouts.guard({ scope: this, alias: this.live, failures: failures ?? this.metricErrors(eachMinute) });
  }

  /**
   * Reads the whole table (a page reads single items) and writes only for these purposes. Every API function also
   * counts its requests, notes dashboard sessions, and records what people do there (rule DASH-11).
   */
  bindTable(...writes: WritePurpose[]): this {
    return this.#bindTable(writes, { sparesSandboxes: false });
  }

  /** The same, but writes only to live accounts: functions for real mail never touch a sandbox (rule SBX-3). */
  bindLiveTable(...writes: WritePurpose[]): this {
    return this.#bindTable(writes, { sparesSandboxes: true });
  }

  #bindTable(writes: readonly WritePurpose[], options: { sparesSandboxes: boolean }): this {
    const { table, indexArns } = this.#platform.storage;
    this.#allow(tableReads(this.#kind), [table.tableArn]);
    if (this.#kind !== 'page') this.#allow(['dynamodb:Query'], [...indexArns]);
    const isApi = this.#kind === 'api' || this.#kind === 'rendering';
    const always: readonly WritePurpose[] = isApi ? ['requestCounts', 'sessionNotes'] : [];
    const logged: readonly WritePurpose[] = permissionFor(this.#name)?.logged ? ['activities'] : [];
    for (const { actions, conditions } of writeStatements([...always, ...logged, ...writes], options))
      this.#allow(actions, [table.tableArn], conditions);
    return this.bindValue('TABLE_NAME', table.tableName);
  }

  /** Print files. */
  bindDocuments(...accesses: ('read' | 'write' | 'remove' | 'erase')[]): this {
    return this.#bindBucket('DOCUMENTS_BUCKET', this.#platform.storage.documents, '*', accesses);
  }

  /** Print files of verifications, with their codes. */
  bindVerificationFiles(...accesses: ('list' | 'read' | 'write' | 'remove' | 'erase')[]): this {
    return this.#bindBucket('VERIFICATION_FILES_BUCKET', this.#platform.storage.verificationFiles, '*', accesses);
  }

  /** Names and addresses of batches. */
  bindPostalFiles(...accesses: ('list' | 'write' | 'remove')[]): this {
    return this.#bindBucket('POSTAL_FILES_BUCKET', this.#platform.storage.postalFiles, '*', accesses);
  }

  /** Customers' files. */
  bindUploads(...accesses: ('read' | 'remove')[]): this {
    return this.#bindBucket('UPLOADS_BUCKET', this.#platform.storage.uploads, '*', accesses);
  }

  /** PDF and rows of letters from a spreadsheet. */
  bindMailMergeFiles(...accesses: ('read' | 'write' | 'remove')[]): this {
    return this.#bindBucket('UPLOADS_BUCKET', this.#platform.storage.uploads, `${mailMergesFolder}*`, accesses);
  }

  /** Signs links to previews as a user that may read them; the function itself may not. */
  bindPreviewLinks(): this {
    const { storage, linkKey } = this.#platform;
    return this.bindValue('DOCUMENTS_BUCKET', storage.documents.bucketName).bindValue('LINK_KEY', linkKey);
  }

  /** Signs URLs for customers' uploads, as the same user. */
  bindUploadLinks(): this {
    const { storage, linkKey } = this.#platform;
    return this.bindValue('UPLOADS_BUCKET', storage.uploads.bucketName).bindValue('LINK_KEY', linkKey);
  }

  /** One folder of the bucket shared with the print house. */
  bindProduction(folder: 'outbox' | 'inbox' | 'results' | 'progress', ...accesses: ObjectAccess[]): this {
    return this.#bindBucket('PRODUCTION_BUCKET', this.#platform.storage.production, `${folder}/*`, accesses);
  }

  bindBus(bus: IEventBus): this {
    this.#allow(['events:PutEvents'], [bus.eventBusArn]);
    return this.bindValue('EVENT_BUS_NAME', bus.eventBusName);
  }

  bindQueue(name: EnvironmentName, queue: IQueue): this {
    this.#sendsTo.add(queue);
    this.#allow(['sqs:SendMessage'], [queue.queueArn]);
    return this.bindValue(name, queue.queueUrl);
  }

  /** Takes the messages of a queue, `maxConcurrency` batches at once at most, so that the API keeps its share of Lambda's pool. */
  consume(queue: IQueue, settings: { maxConcurrency: number; batchSize: number }): void {
    this.#consumes.add(queue);
    // Only the messages that failed return to the queue; the rest of the batch is done.
    this.live.addEventSource(new SqsEventSource(queue, { ...settings, reportBatchItemFailures: true }));
  }

  /**
   * A function that continues its own work through its queue calls itself on purpose. Lambda would drop its next call after
   * 16 of them (https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html).
   */
  #recursiveLoop(): RecursiveLoop | undefined {
    return [...this.#consumes].some((queue) => this.#sendsTo.has(queue)) ? RecursiveLoop.ALLOW : undefined;
  }

  bindDeliveryQueues({ lanes }: { lanes: Readonly<Record<Lane, { queue: IQueue }>> }): this {
    return this.bindQueue('FAST_DELIVERY_QUEUE_URL', lanes.fast.queue).bindQueue(
      'SLOW_DELIVERY_QUEUE_URL',
      lanes.slow.queue,
    );
  }

  /**
   * `start` begins executions, `signal` ends their waits, `describe` checks whether one runs; only a starter needs to
   * know the machine's name. The permission to end waits names the machine's ARN, as the CDK's own grants do, though
   * the IAM reference lists only `*`.
   */
  bindStateMachine(kind: MailingKind, machine: StateMachine, ...accesses: ('start' | 'signal' | 'describe')[]): this {
    if (accesses.includes('signal'))
      this.#allow(['states:SendTaskSuccess', 'states:SendTaskFailure'], [machine.stateMachineArn]);
    if (accesses.includes('describe')) {
      const executions = { service: 'states', resource: 'execution', resourceName: `${machine.stateMachineName}:*` };
      const arn = Stack.of(this).formatArn({ ...executions, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
      this.#allow(['states:DescribeExecution'], [arn]);
    }
    if (!accesses.includes('start')) return this;
    this.#allow(['states:StartExecution'], [machine.stateMachineArn]);
    return this.bindValue(stateMachineVariables[kind], machine.stateMachineArn);
  }

  /** Computes and verifies the MACs of codes; the key itself never leaves KMS. */
  bindVerificationCodes(): this {
    const { verificationCodes } = this.#platform.storage;
    this.#allow(['kms:GenerateMac'], [verificationCodes.keyArn]);
    return this.bindValue('VERIFICATION_CODES_KEY_ID', verificationCodes.keyId);
  }

  /** Signs evidence and reads the public key; the private key never leaves KMS. */
  bindEvidence(): this {
    const { evidenceKey } = this.#platform.storage;
    this.#allow(['kms:Sign', 'kms:GetPublicKey'], [evidenceKey.keyArn]);
    const { timestampAuthority } = this.#platform.settings;
    if (timestampAuthority) this.bindValue('TIMESTAMP_AUTHORITY', timestampAuthority);
    return this.bindValue('EVIDENCE_KEY_ID', evidenceKey.keyId);
  }

  /** Reads the public keys that sign evidence now or signed it before. */
  bindEvidenceKeys(): this {
    const { evidenceKeyIds } = this.#platform.storage;
    const arns = evidenceKeyIds.map((id) =>
      Stack.of(this).formatArn({ service: 'kms', resource: 'key', resourceName: id }),
    );
    this.#allow(['kms:GetPublicKey'], arns);
    return this.bindValue('EVIDENCE_KEY_IDS', evidenceKeyIds.join(','));
  }

  /** Reads whether the table can be restored, and the state of keys; uses neither. */
  bindSafeguards(keys: Readonly<Record<string, IKey>>): this {
    const { table } = this.#platform.storage;
    this.#allow(['dynamodb:DescribeContinuousBackups'], [table.tableArn]);
    this.#allow(
      ['kms:DescribeKey'],
      Object.values(keys).map(({ keyArn }) => keyArn),
    );
    const ids = Object.entries(keys).map(([name, { keyId }]) => [name, keyId]);
    return this.bindValue('GUARDED_TABLE', table.tableName).bindValue(
      'GUARDED_KEYS',
      Stack.of(this).toJsonString(Object.fromEntries(ids)),
    );
  }

  bindConfirmationPageBase(): this {
    return this.bindValue('CONFIRMATION_PAGE_BASE', this.#platform.confirmationPageBase);
  }

  /** The receiver of Pix payments, if the settings name one. */
  bindPixReceiver(): this {
    const { pixKey: key, pixName: name, pixCity: city } = this.#platform.settings;
    return key ? this.bindValue('PIX_RECEIVER', JSON.stringify({ key, name, city } satisfies PixReceiver)) : this;
  }

  /** `issue` encrypts secrets, `open` decrypts them for signing or for the replay of an answer. */
  bindWebhookSecrets(key: IKey, ...accesses: ('issue' | 'open')[]): this {
    this.#allow(
      accesses.map((access) => (access === 'issue' ? 'kms:Encrypt' : 'kms:Decrypt')),
      [key.keyArn],
    );
    return this.bindValue('WEBHOOK_SECRETS_KEY_ID', key.keyId);
  }

  /**
   * Runs the function in this network, if there is one. Lambda needs these permissions of the role; the function's code is
   * denied them.
   */
  bindNetwork(network: { vpc: IVpc; securityGroup: ISecurityGroup } | undefined): this {
    if (!network) return this;
    const { vpc, securityGroup } = network;
    const subnetIds = vpc.privateSubnets.map(({ subnetId }) => subnetId);
    const fn = this.node.defaultChild as CfnFunction;
    fn.vpcConfig = { subnetIds, securityGroupIds: [securityGroup.securityGroupId] };
    this.#allow(networkActions, ['*']);
    // Built from the name: with the function's own ARN, the policy and the function would wait for each other.
    const itself = Stack.of(this).formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: `*${this.node.id}*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    this.addToRolePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        actions: networkActions,
        resources: ['*'],
        conditions: { ArnLike: { 'lambda:SourceFunctionArn': itself } },
      }),
    );
    return this;
  }

  bindValue(name: EnvironmentName | OptionalEnvironmentName, value: string): this {
    this.addEnvironment(name, value);
    return this;
  }

  /** A number of at least 0 in the function's log lines, as a metric; without such lines there is no data. */
  metricFromLog(metricName: string, field: string): Metric {
    new MetricFilter(this, metricName, {
      logGroup: this.logGroup,
      metricNamespace: METRICS_NAMESPACE,
      metricName,
      filterPattern: FilterPattern.numberValue(`$.${field}`, '>=', 0),
      metricValue: `$.${field}`,
    });
    return serviceMetric(metricName, {});
  }

  /** How many of the function's log lines match, in five minutes. */
  countFromLog(metricName: string, filterPattern: IFilterPattern): Metric {
    new MetricFilter(this, metricName, {
      logGroup: this.logGroup,
      metricNamespace: METRICS_NAMESPACE,
      metricName,
      filterPattern,
      metricValue: '1',
    });
    return serviceMetric(metricName, {}, { statistic: 'Sum', period: Duration.minutes(5) });
  }

  #bindBucket(name: EnvironmentName, bucket: IBucket, keys: string, accesses: ObjectAccess[]): this {
    const actions = accesses.flatMap((access) => objectActions[access]);
    for (const action of actions) this.#allow([action], [bucket.arnForObjects(keys)]);
    // Without this permission S3 returns 403 for a missing file, the same as for a forbidden one.
    if (accesses.includes('read') || accesses.includes('list')) this.#allow(['s3:ListBucket'], [bucket.bucketArn]);
    if (accesses.includes('listVersions') || accesses.includes('erase'))
      this.#allow(['s3:ListBucketVersions'], [bucket.bucketArn]);
    return this.bindValue(name, bucket.bucketName);
  }

  #allow(actions: string[], resources: string[], conditions?: Record<string, unknown>): void {
    this.addToRolePolicy(new PolicyStatement({ effect: Effect.ALLOW, actions, resources, conditions }));
  }
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
