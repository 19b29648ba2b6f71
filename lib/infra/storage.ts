import { Duration, type RemovalPolicy } from 'aws-cdk-lib';
import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import { AccountPrincipal, AnyPrincipal, Effect, type IRole, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CfnBucket,
  HttpMethods,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { tableSchema } from '../adapters/data/table/schema.ts';
import { idPrefixes } from '../core/domain/ids.ts';
import { documentFolders, letterFiles, mailMergesFolder } from '../core/domain/retention.ts';
import { type Alarms, serviceMetric } from './alarms.ts';
import { removalOf, removalOfProtected } from './removal.ts';
import type { Settings } from './settings-schema.ts';

/** The table, the buckets and the keys. Their data outlives the stack. */
export class Storage extends Construct {
  readonly table: ITable;
  readonly tableStreamArn: string;
  readonly indexArns: readonly string[];
  /** Files that customers upload for letters. */
  readonly uploads: Bucket;
  /** Final print files and their previews. */
  readonly documents: Bucket;
  /** Print files of verifications. They show the code, so they are kept apart from everything that the API reads. */
  readonly verificationFiles: Bucket;
  /** Print batches and print reports. */
  readonly production: Bucket;
  /** Names and addresses of batches for the carrier, until they are posted. */
  readonly postalFiles: Bucket;
  /** Computes the MACs of verification codes, the only form in which codes are stored. */
  readonly verificationCodes: Key;
  /** Signs the evidence of verifications; anyone can check it with the public key. */
  readonly evidenceKey: Key;
  /** Ids of the keys whose public keys are published, the current one first. */
  readonly evidenceKeyIds: readonly string[];
  readonly #removalPolicy: RemovalPolicy;
  readonly #accessLogs: Bucket;
  readonly #printHouse: Role | undefined;

  constructor(scope: Construct, id: string, settings: Settings, alarms: Alarms) {
    super(scope, id);
    this.#removalPolicy = removalOf(settings);
    this.table = settings.restoredTable ? this.#adoptTable(settings) : this.#createTable(settings);
    this.tableStreamArn = this.table.tableStreamArn!;
    this.indexArns = tableSchema.indexes.map(({ name }) => `${this.table.tableArn}/index/${name}`);

    const noncurrentVersionExpiration = Duration.days(settings.oldVersionRetentionDays);
    this.#accessLogs = this.#createBucket('AccessLogs', {
      lifecycleRules: [{ expiration: Duration.days(settings.accessLogRetentionDays) }],
    });
    // The dashboard's page reads and writes files by signed links. Without a host of its own, its origin is known only after
    // this bucket, whose name its policy names in turn; a link is the whole permission, and no credentials go with it.
    const fromPages = (method: HttpMethods) =>
      settings.dashboard && {
        cors: [
          {
            allowedMethods: [method],
            allowedOrigins: [settings.dashboardOrigin || '*'],
            allowedHeaders: ['*'],
            maxAge: 3600,
          },
        ],
      };
    this.uploads = this.#createBucket('Uploads', {
      ...fromPages(HttpMethods.PUT),
      lifecycleRules: [
        { prefix: `${idPrefixes.account}_`, expiration: Duration.days(settings.uploadRetentionDays) },
        { prefix: mailMergesFolder, expiration: Duration.days(settings.mailMergeFileRetentionDays) },
      ],
    });
    // What was confirmed cannot be replaced, whatever a link's signature demands
    // (https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes-enforce.html).
    this.uploads.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:PutObject'],
        resources: [this.uploads.arnForObjects(`${mailMergesFolder}*`)],
        conditions: { Null: { 's3:if-none-match': 'true' } },
      }),
    );
    this.documents = this.#createBucket('Documents', {
      ...fromPages(HttpMethods.GET),
      versioned: true,
      lifecycleRules: documentFolders.map(({ prefix, days }) => ({
        prefix,
        expiration: Duration.days(days),
        noncurrentVersionExpiration,
      })),
    });
    // No versioning: deleted files, and the codes in them, are gone.
    this.verificationFiles = this.#createBucket('VerificationFiles', {
      lifecycleRules: [{ expiration: Duration.days(settings.verificationFileRetentionDays) }],
    });
    this.verificationCodes = new Key(this, 'VerificationCodes', {
      description: `Malote ${settings.stage}: authentication of verification codes`,
      keySpec: KeySpec.HMAC_256,
      keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
      removalPolicy: this.#removalPolicy,
    });
    // Asymmetric keys have no automatic rotation: the next one is a new key, and this one stays published
    // (https://docs.aws.amazon.com/kms/latest/developerguide/rotate-keys.html).
    const generation = settings.evidenceKeyGeneration;
    this.evidenceKey = new Key(this, generation === 1 ? 'EvidenceKey' : `EvidenceKey${generation}`, {
      description: `Malote ${settings.stage}: signature of evidence, generation ${generation}`,
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      removalPolicy: this.#removalPolicy,
    });
    this.evidenceKeyIds = [this.evidenceKey.keyId, ...settings.formerEvidenceKeyIds.split(',').filter(Boolean)];
    this.production = this.#createBucket('Production', {
      versioned: true,
      lifecycleRules: [{ expiration: Duration.days(settings.productionRetentionDays), noncurrentVersionExpiration }],
    });
    sendEventsToEventBridge(this.production);
    // No versioning: what is removed once a batch is posted is gone.
    this.postalFiles = this.#createBucket('PostalFiles', {
      lifecycleRules: [{ expiration: Duration.days(settings.verificationFileRetentionDays) }],
    });
    this.#addAlarm(alarms);
    if (settings.printHouseAccountId) this.#printHouse = this.#createPrintHouseRole(settings);
  }

  /**
   * Denies codes, and the names and addresses of batches, to everyone except the print house and the function that forms its
   * batches, whatever else may be granted later.
   */
  keepForPrintHouse(formsBatches: IRole): void {
    const readers = [formsBatches, this.#printHouse].filter((role) => role !== undefined);
    for (const bucket of [this.verificationFiles, this.postalFiles]) {
      bucket.addToResourcePolicy(
        new PolicyStatement({
          effect: Effect.DENY,
          principals: [new AnyPrincipal()],
          actions: ['s3:GetObject', 's3:GetObjectVersion'],
          resources: [bucket.arnForObjects('*')],
          conditions: { ArnNotEquals: { 'aws:PrincipalArn': readers.map(({ roleArn }) => roleArn) } },
        }),
      );
    }
  }

  #createTable(settings: Settings): Table {
    const text = (name: string) => ({ name, type: AttributeType.STRING });
    const warm = settings.warmWriteUnits && { warmThroughput: { writeUnitsPerSecond: settings.warmWriteUnits } };
    const table = new Table(this, 'Table', {
      partitionKey: text(tableSchema.partitionKey),
      sortKey: text(tableSchema.sortKey),
      timeToLiveAttribute: tableSchema.timeToLive,
      stream: StreamViewType[tableSchema.stream],
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: settings.dataProtected,
      removalPolicy: removalOfProtected(settings),
      ...warm,
    });
    for (const { name, partitionKey, sortKey } of tableSchema.indexes) {
      table.addGlobalSecondaryIndex({
        indexName: name,
        partitionKey: text(partitionKey),
        sortKey: text(sortKey),
        projectionType: ProjectionType[settings.wideIndexes ? 'ALL' : tableSchema.projection],
        ...warm,
      });
    }
    return table;
  }

  /**
   * CloudFormation never touches this table: whoever restored it set its stream, time to live, backups and deletion
   * protection (docs/operating.md, "Restoring the table").
   */
  #adoptTable({ restoredTable: tableName, restoredTableStreamArn: tableStreamArn }: Settings): ITable {
    return Table.fromTableAttributes(this, 'RestoredTable', { tableName, tableStreamArn });
  }

  #addAlarm(alarms: Alarms): void {
    const throttled = (metricName: string) => this.table.metric(metricName, { statistic: 'Sum' });
    // The table's own metrics do not include its indexes
    // (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html).
    const ofIndexes = tableSchema.indexes.flatMap(({ name }) =>
      ['ReadThrottleEvents', 'WriteThrottleEvents'].map((metricName) => [
        `${metricName === 'ReadThrottleEvents' ? 'reads' : 'writes'}${name}`,
        this.table.metric(metricName, {
          statistic: 'Sum',
          dimensionsMap: { TableName: this.table.tableName, GlobalSecondaryIndexName: name },
        }),
      ]),
    );
    alarms.raise('IndexesThrottled', {
      urgency: 'page',
      metric: new MathExpression({
        label: 'Reads and writes refused by indexes',
        expression: 'SUM(METRICS())',
        usingMetrics: Object.fromEntries(ofIndexes) as Record<string, IMetric>,
      }),
      threshold: 10,
      periods: 2,
      impact:
        'An index of the table refuses reads or writes, and with them writes of the table: requests are slow or get 503. One partition of the index is hot. Find its busiest key with Contributor Insights of the index.',
    });
    alarms.raise('UnreadableItems', {
      urgency: 'ticket',
      metric: serviceMetric('UnreadableItems', { service: 'table' }, { statistic: 'Sum', period: Duration.hours(1) }),
      threshold: 1,
      impact:
        'Lists, searches or schedules met items of the table that this release cannot read: damaged, or written by a newer release. They set them aside and went on, so these items are in no list, and nothing moves them on. docs/operating.md says how to find and mend them.',
    });
    alarms.raise('TableThrottled', {
      urgency: 'page',
      metric: new MathExpression({
        label: 'Reads and writes refused',
        expression: 'SUM(METRICS())',
        usingMetrics: { reads: throttled('ReadThrottleEvents'), writes: throttled('WriteThrottleEvents') },
      }),
      threshold: 10,
      periods: 2,
      impact:
        'DynamoDB refuses reads or writes: requests are slow or get 503, and work in the queues is tried again. One partition is hot, or a quota is reached. Find the busiest key with Contributor Insights, or ask for a higher limit of the table.',
    });
  }

  #createBucket(id: string, props: BucketProps): Bucket {
    return new Bucket(this, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: this.#removalPolicy,
      ...(id === 'AccessLogs' ? {} : { serverAccessLogsBucket: this.#accessLogs, serverAccessLogsPrefix: `${id}/` }),
      ...props,
    });
  }

  /** The print house fetches batches and print files and drops reports; it sees nothing else. */
  #createPrintHouseRole({ printHouseAccountId, printHouseExternalId }: Settings): Role {
    const role = new Role(this, 'PrintHouse', {
      assumedBy: new AccountPrincipal(printHouseAccountId),
      externalIds: [printHouseExternalId],
    });
    const allow = (action: string, ...resources: string[]) =>
      role.addToPolicy(new PolicyStatement({ actions: [action], resources }));
    allow('s3:GetObject', this.production.arnForObjects('outbox/*'), this.production.arnForObjects('results/*'));
    allow('s3:GetObject', this.documents.arnForObjects(`${letterFiles}*`), this.verificationFiles.arnForObjects('*'));
    allow('s3:GetObject', this.postalFiles.arnForObjects('*'));
    allow('s3:PutObject', this.production.arnForObjects('inbox/*'));
    role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:ListBucket'],
        resources: [this.production.bucketArn],
        conditions: { StringLike: { 's3:prefix': ['outbox/*', 'results/*'] } },
      }),
    );
    allow('s3:ListBucket', this.postalFiles.bucketArn);
    return role;
  }
}

/** The construct's own option would deploy a Lambda that calls S3; the CloudFormation property is enough. */
function sendEventsToEventBridge(bucket: Bucket): void {
  const resource = bucket.node.defaultChild as CfnBucket;
  resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
}
