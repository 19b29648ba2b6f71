import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { tableSchema } from '../../../lib/adapters/data/table/schema.ts';
import { optionalEnvironmentNames } from '../../../lib/core/environment.ts';
import { dashboardEndpoints } from '../../../lib/infra/dashboard-endpoints.ts';
import { endpoints } from '../../../lib/infra/endpoints.ts';
import { idIn, type Resource, type Statement, SYNTHESIS_MS, synthesizeApp, type Template } from './synthesized.ts';

let template: Template;
beforeAll(async () => {
  template = await synthesizeApp();
}, SYNTHESIS_MS);

const repository = resolve(import.meta.dirname, '../../..');

/** Words with which an alarm's text tells a person what to do. */
const TO_DO = /\b(look|find|ask|lower|correct|agree|run|redrive)\b/i;

const refusesPlainHttp = (statements: Statement[]) =>
  expect(statements).toContainEqual(
    expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
  );

test('names that are of the whole account carry the region', () => {
  const ofAccount = /^AWS::(?:CloudFront::(?!Distribution)|CloudWatch::Dashboard$)/;
  const found = Object.values(template.resources).filter(({ Type }) => ofAccount.test(Type));
  expect(new Set(found.map(({ Type }) => Type)).size).toBe(5);
  for (const { Properties } of found) {
    const [name] = Object.entries(Properties).flatMap(([key, value]: [string, unknown]) =>
      /Name$/.test(key) ? [value] : ((value as { Name?: unknown } | null)?.Name ?? []),
    );
    expect(JSON.stringify(name)).toContain('{"Ref":"AWS::Region"}');
  }
});

describe('data', () => {
  test('outlives the stack', () => {
    const holders = [
      ...template.all('AWS::DynamoDB::Table'),
      // Pages are no data: the repository builds them again.
      ...template.all('AWS::S3::Bucket').filter(({ id }) => !/^(?:Docs)?Pages/.test(id)),
      ...template.all('AWS::KMS::Key'),
    ];
    expect(holders.length).toBeGreaterThanOrEqual(6);
    for (const { deletionPolicy } of holders) expect(deletionPolicy).toMatch(/^Retain/);
  });

  test('is removed by a first deployment that fails, except for what is protected against every deletion', () => {
    const retained = Object.values(template.resources).filter(({ DeletionPolicy = '' }) =>
      DeletionPolicy.startsWith('Retain'),
    );
    expect(retained.length).toBeGreaterThan(100);
    const kept = retained.filter(({ DeletionPolicy }) => DeletionPolicy !== 'RetainExceptOnCreate');
    const isProtected = ({ Properties }: { Properties: object }) =>
      ('DeletionProtectionEnabled' in Properties && Properties.DeletionProtectionEnabled === true) ||
      ('DeletionProtection' in Properties && Properties.DeletionProtection === 'ACTIVE');
    expect(kept).toEqual(Object.values(template.resources).filter(isProtected));
    expect(kept.map(({ Type }) => Type).sort()).toEqual(['AWS::Cognito::UserPool', 'AWS::DynamoDB::Table']);
  });

  test(
    'of a stage other than production is deleted with it',
    async () => {
      const dev = await synthesizeApp({ context: { stage: 'dev' } });
      expect(dev.all('AWS::DynamoDB::Table')).toEqual([
        expect.objectContaining({
          deletionPolicy: 'Delete',
          properties: expect.objectContaining({ DeletionProtectionEnabled: false }),
        }),
      ]);
    },
    SYNTHESIS_MS,
  );

  test('the table matches the schema, is restorable to any second, and is protected from deletion', () => {
    const key = (hash: string, range: string) => [
      { AttributeName: hash, KeyType: 'HASH' },
      { AttributeName: range, KeyType: 'RANGE' },
    ];
    const [table] = template.all('AWS::DynamoDB::Table');
    expect(table!.properties).toMatchObject({
      KeySchema: key(tableSchema.partitionKey, tableSchema.sortKey),
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamViewType: tableSchema.stream },
      TimeToLiveSpecification: { AttributeName: tableSchema.timeToLive, Enabled: true },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    });
    expect(table!.properties.GlobalSecondaryIndexes).toEqual(
      tableSchema.indexes.map(({ name, partitionKey, sortKey }) => ({
        IndexName: name,
        KeySchema: key(partitionKey, sortKey),
        Projection: { ProjectionType: tableSchema.projection },
      })),
    );
  });

  test('buckets are private, encrypted and reject plain HTTP', () => {
    const policies = new Map(
      template.all('AWS::S3::BucketPolicy').map(({ properties }) => [idIn(properties.Bucket), properties]),
    );
    for (const { id, properties } of template.all('AWS::S3::Bucket')) {
      expect(properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect(properties.BucketEncryption).toBeDefined();
      refusesPlainHttp(policies.get(id)!.PolicyDocument.Statement);
    }
  });

  test('files of spreadsheets are written once, whatever a link allows', () => {
    const policy = template
      .all('AWS::S3::BucketPolicy')
      .find(({ properties }) => idIn(properties.Bucket).startsWith('StorageUploads'))!;
    const denied = policy.properties.PolicyDocument.Statement.filter(({ Action }) => Action === 's3:PutObject');
    expect(denied).toMatchObject([{ Effect: 'Deny', Condition: { Null: { 's3:if-none-match': 'true' } } }]);
    expect(JSON.stringify(denied[0]!.Resource)).toContain('/mail-merges/*');
  });

  test('files are kept as long as promised, and then deleted', () => {
    const rules = (name: string) =>
      template.all('AWS::S3::Bucket').find(({ id }) => id.startsWith(`Storage${name}`))!.properties
        .LifecycleConfiguration.Rules;
    const days = (name: string) => rules(name)[0]!.ExpirationInDays;
    // An upload lives 24 hours; a letter's file lives 90 days from a send date up to 180 days ahead, and at most a
    // month more.
    expect(rules('Uploads').map(({ Prefix, ExpirationInDays }) => [Prefix, ExpirationInDays])).toEqual([
      ['acc_', 2],
      ['mail-merges/', 15],
    ]);
    expect(rules('Documents').map(({ Prefix, ExpirationInDays }) => [Prefix, ExpirationInDays])).toEqual([
      ...[91, 121, 151, 181, 211, 241, 271].map((kept) => [`letters/${kept}-days/`, kept]),
      ['verifications/', 91],
      ['quotes/', 1],
    ]);
    expect(days('Production')).toBeLessThanOrEqual(365);
    // Files with codes: as long as production may take.
    expect(days('VerificationFiles')).toBeLessThanOrEqual(60);
    for (const rule of [...rules('Documents'), ...rules('Production')])
      expect(rule.NoncurrentVersionExpiration).toEqual({ NoncurrentDays: 30 });
  });

  test('only the exchange bucket of the print house sends events for its files', () => {
    const announcing = template
      .all('AWS::S3::Bucket')
      .filter(({ properties }) => properties.NotificationConfiguration?.EventBridgeConfiguration?.EventBridgeEnabled);
    expect(announcing.map(({ id }) => id)).toEqual([expect.stringMatching(/^StorageProduction/)]);
  });

  test('the keys of the webhook secrets and of backups are rotated', () => {
    const renewed = template.all('AWS::KMS::Key').filter(({ properties }) => properties.EnableKeyRotation);
    expect(renewed.map(({ id }) => id)).toEqual([
      expect.stringMatching(/^BackupsKey/),
      expect.stringMatching(/^WebhooksSecrets/),
    ]);
  });

  test('a backup each night is held for 14 days in a vault that outlives the stack', () => {
    const [vault] = template.all('AWS::Backup::BackupVault');
    expect(vault).toMatchObject({
      deletionPolicy: 'RetainExceptOnCreate',
      properties: { LockConfiguration: { MinRetentionDays: 14 }, EncryptionKeyArn: expect.anything() },
    });
    const [plan] = template.all('AWS::Backup::BackupPlan');
    const [rule, ...others] = plan!.properties.BackupPlan.BackupPlanRule;
    expect(others).toEqual([]);
    expect(rule).toMatchObject({ Lifecycle: { DeleteAfterDays: 14 }, ScheduleExpression: 'cron(0 7 * * ? *)' });
    expect(rule!.CopyActions).toBeUndefined();
    expect(idIn(rule!.TargetBackupVault)).toBe(vault!.id);
    const [selection] = template.all('AWS::Backup::BackupSelection');
    expect(selection!.properties.BackupSelection.Resources.map(idIn)).toEqual([expect.stringMatching(/^StorageTable/)]);
  });
});

describe('queues', () => {
  /** A dead-letter queue is one that something names as the destination of its failures. */
  const deadLetterIds = () => {
    const named = [
      ...template.all('AWS::SQS::Queue').map(({ properties }) => properties.RedrivePolicy?.deadLetterTargetArn),
      ...template.all('AWS::Events::Rule').flatMap(({ properties }) => properties.Targets.map(deadLettersOfTarget)),
      ...template.all('AWS::Scheduler::Schedule').map(({ properties }) => deadLettersOfTarget(properties.Target)),
      ...template
        .all('AWS::Lambda::EventInvokeConfig')
        .map(({ properties }) => properties.DestinationConfig.OnFailure.Destination),
      ...template
        .all('AWS::Lambda::EventSourceMapping')
        .map(({ properties }) => properties.DestinationConfig?.OnFailure.Destination),
    ];
    return new Set(named.filter((arn) => arn !== undefined).map(idIn));
  };
  const deadLettersOfTarget = ({ DeadLetterConfig }: { DeadLetterConfig: { Arn: unknown } }) => DeadLetterConfig.Arn;
  const deadLettersOf = ({ properties }: Resource<'AWS::SQS::Queue'>) =>
    template.at('AWS::SQS::Queue', properties.RedrivePolicy?.deadLetterTargetArn);
  const sources = () =>
    template
      .all('AWS::Lambda::EventSourceMapping')
      .map(({ properties }) => properties)
      .filter(({ EventSourceArn }) => template.typeOf(EventSourceArn) === 'AWS::SQS::Queue');

  test('every queue has its own dead-letter queue of its kind, or is one', () => {
    const others = template.all('AWS::SQS::Queue').filter(({ id }) => !deadLetterIds().has(id));
    expect(others.length).toBeGreaterThan(0);
    for (const queue of others) {
      expect(deadLettersOf(queue).properties.FifoQueue).toBe(queue.properties.FifoQueue);
      expect(deadLettersOf(queue).properties.RedrivePolicy).toBeUndefined();
    }
  });

  test('every queue has a consumer, except dead-letter queues, which wait for a person', () => {
    const worked = sources().map(({ EventSourceArn }) => idIn(EventSourceArn));
    const others = template.all('AWS::SQS::Queue').filter(({ id }) => !deadLetterIds().has(id));
    expect(worked.sort()).toEqual(others.map(({ id }) => id).sort());
  });

  test('every dead letter raises an alarm', () => {
    const watched = template
      .all('AWS::CloudWatch::Alarm')
      .filter(({ properties }) => properties.MetricName === 'ApproximateNumberOfMessagesVisible')
      .map(({ properties }) => idIn(properties.Dimensions));
    expect(watched.sort()).toEqual([...deadLetterIds()].sort());
  });

  test('they are encrypted and reject plain HTTP', () => {
    const policies = new Map(
      template.all('AWS::SQS::QueuePolicy').map(({ properties }) => [idIn(properties.Queues), properties]),
    );
    for (const { id, properties } of template.all('AWS::SQS::Queue')) {
      expect(properties.SqsManagedSseEnabled).toBe(true);
      refusesPlainHttp(policies.get(id)!.PolicyDocument.Statement);
    }
  });

  test('a message in progress is hidden for six times the timeout of its consumer, and failures are returned one by one', () => {
    for (const { EventSourceArn, FunctionName, FunctionResponseTypes } of sources()) {
      const queue = template.at('AWS::SQS::Queue', EventSourceArn).properties;
      const consumer = template.functionBehind(FunctionName).properties;
      expect(queue.VisibilityTimeout).toBe(6 * consumer.Timeout);
      expect(FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    }
  });

  test('charges of one account wait for one another, and total concurrency is limited', () => {
    const fifo = sources().filter(
      ({ EventSourceArn }) => template.at('AWS::SQS::Queue', EventSourceArn).properties.FifoQueue,
    );
    expect(fifo.map(({ EventSourceArn }) => idIn(EventSourceArn))).toEqual([
      expect.stringMatching(/^LifecycleScheduledCharges/),
    ]);
    expect(fifo[0]!.ScalingConfig!.MaximumConcurrency).toBe(20);
  });

  test('none can take the whole pool of Lambda from the API', () => {
    const most = sources().map(({ EventSourceArn, ScalingConfig }) => [idIn(EventSourceArn), ScalingConfig]);
    for (const source of most) expect(source).toEqual([source[0], { MaximumConcurrency: expect.any(Number) }]);
    // New accounts get 1,000 concurrent executions once they ask (README); half of them are left to the API.
    const sum = sources().reduce((total, { ScalingConfig }) => total + ScalingConfig!.MaximumConcurrency, 0);
    expect(sum).toBeLessThanOrEqual(500);
  });

  test('a function may call itself through its queue as long as it works, and no other may', () => {
    const sendsTo = (role: unknown) =>
      template
        .all('AWS::IAM::Policy')
        .filter(({ properties }) => properties.Roles.some((one) => idIn(one) === idIn(role)))
        .flatMap(({ properties }) => properties.PolicyDocument.Statement)
        .filter(({ Action }) => [Action].flat().includes('sqs:SendMessage'))
        .flatMap(({ Resource }) => [Resource].flat().map(idIn));
    const feedsItself = ({ FunctionName, EventSourceArn }: ReturnType<typeof sources>[number]) =>
      sendsTo(template.functionBehind(FunctionName).properties.Role).includes(idIn(EventSourceArn));
    const nameOf = ({ properties }: Resource<'AWS::Lambda::Function'>) =>
      properties.Environment.Variables.POWERTOOLS_SERVICE_NAME;
    const allowed = template
      .all('AWS::Lambda::Function')
      .filter(({ properties }) => properties.RecursiveLoop === 'Allow')
      .map(nameOf);
    const feeding = sources()
      .filter(feedsItself)
      .map(({ FunctionName }) => nameOf(template.functionBehind(FunctionName)));
    expect(allowed.sort()).toEqual([...new Set(feeding)].sort());
    expect(allowed).toEqual(expect.arrayContaining(['apply-print-report', 'deliver-webhooks', 'form-print-batch']));
  });

  test('hanging receivers have a separate lane', () => {
    const lanes = sources().filter(({ EventSourceArn }) => idIn(EventSourceArn).includes('Lane'));
    expect(new Set(lanes.map(({ FunctionName }) => idIn(FunctionName))).size).toBe(1);
    expect(lanes.map(({ ScalingConfig }) => ScalingConfig!.MaximumConcurrency)).toEqual([300, 125]);
  });
});

describe('events', () => {
  test('a record that cannot be relayed does not stop the stream', () => {
    const [stream] = template
      .all('AWS::Lambda::EventSourceMapping')
      .map(({ properties }) => properties)
      .filter(({ StartingPosition }) => StartingPosition);
    expect(stream).toMatchObject({
      MaximumRetryAttempts: 5,
      MaximumRecordAgeInSeconds: 3600,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      DestinationConfig: { OnFailure: { Destination: expect.anything() } },
    });
    expect(stream!.FilterCriteria!.Filters.map(({ Pattern }) => JSON.parse(Pattern) as unknown)).toEqual([
      { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['event'] } } } },
      {
        eventName: ['INSERT'],
        dynamodb: {
          NewImage: { kind: { S: ['outbox_mark'] }, type: { S: [{ prefix: 'mail_merge.' }, { prefix: 'erasure.' }] } },
        },
      },
    ]);
  });

  test('rules follow the mailings, fan out every event, send mail about webhook endpoints, and apply the reports of the print house', () => {
    const rules = template
      .all('AWS::Events::Rule')
      .map(({ properties: { EventPattern, Targets } }) => [
        idIn(Targets[0]!.Arn).replace(/Queue\w+$/, ''),
        EventPattern,
      ]);
    expect(Object.fromEntries(rules)).toEqual({
      LifecycleStatusChanges: {
        source: ['malote'],
        'detail-type': [{ prefix: 'letter.' }, { prefix: 'verification.' }],
      },
      WebhooksFanOut: {
        source: ['malote'],
        'detail-type': [
          { prefix: 'letter.' },
          { prefix: 'letter_batch.' },
          { prefix: 'verification.' },
          { prefix: 'webhook_endpoint.' },
        ],
      },
      MailOrders: { source: ['malote'], 'detail-type': [{ prefix: 'webhook_endpoint.' }, { prefix: 'balance.' }] },
      ErasuresErasureOrders: { source: ['malote'], 'detail-type': [{ prefix: 'erasure.' }] },
      Slices: { source: ['malote'], 'detail-type': [{ prefix: 'mail_merge.' }] },
      ProductionReports: {
        source: ['aws.s3'],
        'detail-type': ['Object Created'],
        detail: { bucket: { name: [expect.anything()] }, object: { key: [{ prefix: 'inbox/' }] } },
      },
    });
  });

  test('events that a rule or schedule cannot deliver are kept', () => {
    const targets = [
      ...template.all('AWS::Events::Rule').flatMap(({ properties }) => properties.Targets),
      ...template.all('AWS::Scheduler::Schedule').map(({ properties }) => properties.Target),
    ];
    for (const { DeadLetterConfig } of targets) expect(template.typeOf(DeadLetterConfig.Arn)).toBe('AWS::SQS::Queue');
  });

  test('scheduled functions and functions of log lines keep their failed events', () => {
    const scheduled = template.all('AWS::Scheduler::Schedule').map(({ properties }) => idIn(properties.Target.Arn));
    const subscriptions = template.all('AWS::Logs::SubscriptionFilter');
    const subscribed = new Set(subscriptions.map(({ properties }) => idIn(properties.DestinationArn)));
    expect(subscriptions.length).toBeGreaterThan(25);
    const configured = template.all('AWS::Lambda::EventInvokeConfig').map(({ properties }) => {
      expect(template.typeOf(properties.DestinationConfig.OnFailure)).toBe('AWS::SQS::Queue');
      const alias = template.at('AWS::Lambda::Alias', properties.Qualifier);
      expect(idIn(alias.properties.FunctionName)).toBe(idIn(properties.FunctionName));
      return alias.id;
    });
    expect(configured.sort()).toEqual([...scheduled, ...subscribed].sort());
  });

  test('batches are formed on working days, in Brasília time', () => {
    const batches = template
      .all('AWS::Scheduler::Schedule')
      .filter(({ id }) => id.startsWith('ProductionBatchFormation'));
    expect(batches.map(({ properties }) => properties)).toEqual([
      expect.objectContaining({
        ScheduleExpression: 'cron(0 9,13,17 ? * MON-FRI *)',
        ScheduleExpressionTimezone: 'America/Sao_Paulo',
      }),
    ]);
  });
});

describe('functions', () => {
  test('run the pinned runtime on ARM, within the limits of what calls them', () => {
    const functions = template.all('AWS::Lambda::Function');
    expect(functions.length).toBeGreaterThanOrEqual(18);
    const behindGateway = [...endpoints, ...dashboardEndpoints].map((endpoint) => endpoint.function);
    for (const { properties } of functions) {
      expect(properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'handler.handler' });
      // The gateway times out after 29 seconds, of which a cold start may take three.
      const isAwaited = behindGateway.includes(properties.Environment.Variables.POWERTOOLS_SERVICE_NAME);
      expect(properties.Timeout).toBeLessThanOrEqual(isAwaited ? 26 : 900);
    }
  });

  test('have their own log, which expires', () => {
    const logs = template.all('AWS::Lambda::Function').map(({ properties }) => idIn(properties.LoggingConfig.LogGroup));
    expect(new Set(logs).size).toBe(logs.length);
    for (const { properties } of template.all('AWS::Logs::LogGroup'))
      expect(properties.RetentionInDays).toBeGreaterThan(0);
  });

  test('keep their logs after deletion, like those of the gateways and state machines', () => {
    const logs = template.all('AWS::Logs::LogGroup');
    expect(logs.length).toBeGreaterThan(30);
    for (const { deletionPolicy } of logs) expect(deletionPolicy).toBe('RetainExceptOnCreate');
  });
});

describe('alarms', () => {
  /** What an alarm watches: its one metric, or those of its expression. */
  const watchedBy = ({ properties }: Resource<'AWS::CloudWatch::Alarm'>) => [
    { Namespace: properties.Namespace, MetricName: properties.MetricName },
    ...(properties.Metrics ?? []).map(({ MetricStat }) => ({ ...MetricStat?.Metric })),
  ];

  test.each([
    ['dead letters', 'ApproximateNumberOfMessagesVisible'],
    ['the oldest due delivery', 'LatestDeliveryMilliseconds'],
    ['the oldest event that was not relayed', 'OldestUnrelayedEventSeconds'],
    ['letters late in production', 'LateInProduction'],
    ['differences in the audit of the ledger', 'LedgerDifferences'],
    ['the rate of 5xx', '5XXError'],
    ['throttled functions', 'Throttles'],
    ['a throttled table', 'WriteThrottleEvents'],
    ['executions that ended before their mailings', 'ExecutionsFailed'],
    ['waiting charges', 'ApproximateAgeOfOldestMessage'],
    ['transitions that Step Functions throttles', 'ThrottledEvents'],
    ['executions stopped by hand', 'ExecutionsAborted'],
    ['missing executions', 'ExecutionsRestored'],
    ['letters from a spreadsheet that stand still', 'MailMergeStandsStillSeconds'],
    ['items that cannot be read', 'UnreadableItems'],
    ['erasures that are refused for good', 'ErasuresRefused'],
    ['waiting starts of executions', 'LifecycleSignalDelayMilliseconds'],
    ['a host that does not answer', 'HostUnwell'],
    ['a certificate that was not renewed', 'CertificateEndsSoon'],
    ['recovery that is off or a key about to be deleted', 'SafeguardsMissing'],
  ])('there is one for %s', (_, metric) => {
    const watching = template
      .all('AWS::CloudWatch::Alarm')
      .filter((alarm) => watchedBy(alarm).some(({ MetricName }) => MetricName === metric));
    expect(watching).not.toEqual([]);
  });

  test('throttles of every index are monitored', () => {
    const watched = template
      .all('AWS::CloudWatch::Alarm')
      .flatMap(({ properties }) => JSON.stringify(properties.Metrics ?? []))
      .join('');
    for (const { name } of tableSchema.indexes)
      expect(watched).toContain(`{"Name":"GlobalSecondaryIndexName","Value":"${name}"}`);
  });

  test('every custom metric that they watch is published', () => {
    const publishers = ['functions/**/*.ts', 'statemachines/*.json', 'lib/adapters/data/table/table.ts'];
    const sources = globSync(publishers, { cwd: repository })
      .map((file) => readFileSync(resolve(repository, file), 'utf8'))
      .join('\n');
    const filters = template
      .all('AWS::Logs::MetricFilter')
      .flatMap(({ properties }) => properties.MetricTransformations.map(({ MetricName }) => MetricName));
    const ours = template
      .all('AWS::CloudWatch::Alarm')
      .flatMap(watchedBy)
      .filter(({ Namespace }) => Namespace === 'Malote');
    expect(ours).not.toEqual([]);
    for (const { MetricName } of ours)
      expect([MetricName, filters.includes(MetricName!) || sources.includes(MetricName!)]).toEqual([MetricName, true]);
  });

  test('describe the impact for a customer and the action to take, and notify someone', () => {
    const rules = template
      .all('AWS::CloudWatch::CompositeAlarm')
      .map(({ properties }) => JSON.stringify(properties.AlarmRule));
    const isWindow = (id: string) => rules.some((rule) => rule.includes(id));
    // They roll a new version back automatically (rollout.test.ts).
    const ofRollouts = template
      .all('AWS::CodeDeploy::DeploymentGroup')
      .flatMap(({ properties }) => properties.AlarmConfiguration.Alarms.map(({ Name }) => idIn(Name)));
    const alarms = [
      ...template.all('AWS::CloudWatch::Alarm').filter(({ id }) => !isWindow(id) && !ofRollouts.includes(id)),
      ...template.all('AWS::CloudWatch::CompositeAlarm'),
    ];
    expect(alarms.length).toBeGreaterThan(25);
    for (const { properties } of alarms) {
      const [, meaning, ...toDo] = properties.AlarmDescription.split(/^\[prod\] |(?<=[.:]) (?=\w)/);
      expect(meaning!.length).toBeGreaterThan(20);
      expect(toDo.join(' ')).toMatch(TO_DO);
      expect(template.typeOf(properties.AlarmActions)).toBe('AWS::SNS::Topic');
      expect(properties.OKActions).toEqual(properties.AlarmActions);
    }
  });

  test('can be published by CloudWatch to their topics, and never in clear text', () => {
    const [policy] = template.all('AWS::SNS::TopicPolicy').map(({ properties }) => properties.PolicyDocument.Statement);
    expect(policy).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Action: 'sns:Publish',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    );
    refusesPlainHttp(policy!);
  });

  test('of each objective are one for a fast burn and one for a slow burn, with two windows each', () => {
    const burns = template.all('AWS::CloudWatch::CompositeAlarm').map(({ id }) => id.replace(/^Alarms|\w{8}$/g, ''));
    const names = ['Availability', 'EventRelay', 'LetterCreates'];
    expect(burns.sort()).toEqual(names.flatMap((name) => [`${name}BurnsFast`, `${name}BurnsSlow`]));
    const windows = template.all('AWS::CloudWatch::Alarm').filter(({ id }) => /Burns(Fast|Slow)\d+s/.test(id));
    expect(windows).toHaveLength(2 * burns.length);
    for (const { properties } of windows) expect(properties.AlarmActions).toBeUndefined();
  });

  test('for problems that customers notice page a person; others are tickets', () => {
    const topicOf = (name: string) => {
      const { properties } = template
        .all('AWS::CloudWatch::Alarm')
        .find(({ id }) => id.replace(/^Alarms|\w{8}$/g, '') === name)!;
      return JSON.stringify(properties.AlarmActions);
    };
    for (const name of ['ServerErrors', 'ChargesDelayed', 'OldestUnrelayedEvent', 'ScheduledChargesDeadLetters'])
      expect([name, topicOf(name)]).toEqual([name, expect.stringContaining('AlarmsPages')]);
    for (const name of ['LetterExecutionsFailed', 'LettersLateInProduction', 'FanOutDeadLetters'])
      expect([name, topicOf(name)]).toEqual([name, expect.stringContaining('AlarmsTickets')]);
  });

  test('include one for a sweep, a probe or backups that have stopped', () => {
    const missed = template
      .all('AWS::CloudWatch::Alarm')
      .filter(({ properties }) => properties.TreatMissingData === 'breaching')
      .map(({ id }) => id.replace(/^Alarms|\w{8}$/g, ''));
    expect(missed.sort()).toEqual([
      'ApiUnwell',
      'BackupMissing',
      'ConfirmationPageUnwell',
      'DashboardUnwell',
      'DocumentationUnwell',
      'OldestDueDelivery',
      'OldestUnrelayedEvent',
    ]);
  });
});

describe('the template', () => {
  test('deploys anywhere, without custom resources but its pages, accounts or regions, and asks for nothing', () => {
    const { Parameters } = JSON.parse(template.text) as { Parameters: Record<string, object> };
    // What the stack records of itself: one value each, which is the default.
    expect(Object.keys(Parameters).sort()).toEqual(['RecordedStage', 'RecordedTable']);
    for (const each of Object.values(Parameters) as { Default: string; AllowedValues: string[] }[])
      expect(each.AllowedValues).toEqual([each.Default]);
    expect(template.types.filter((type) => /^Custom::|CustomResource/.test(type))).toEqual([
      'Custom::PublishedPages',
      'Custom::PublishedPages',
    ]);
    expect(template.text).not.toMatch(/\d{12}:|\b(?:us|sa|eu)-(?:east|west)-\d\b/);
  });

  test('has no circular dependencies', () => {
    const { Resources } = JSON.parse(template.text) as { Resources: Record<string, { DependsOn?: string[] }> };
    const needs = (id: string) => {
      const { DependsOn = [] } = Resources[id]!;
      const named = JSON.stringify(Resources[id]).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g);
      return new Set([...DependsOn, ...[...named].map(([, name]) => name!)].filter((name) => name in Resources));
    };
    let waiting = new Map(Object.keys(Resources).map((id) => [id, needs(id)]));
    for (let before = Infinity; waiting.size < before;) {
      before = waiting.size;
      waiting = new Map([...waiting].filter(([, needed]) => [...needed].some((id) => waiting.has(id))));
    }
    expect([...waiting.keys()]).toEqual([]);
  });

  test('contains nothing of the local cloud', () => {
    for (const name of optionalEnvironmentNames) expect(template.text).not.toContain(name);
    expect(template.text).not.toContain('_local');
    expect(template.text).not.toMatch(/localhost|127\.0\.0\.1|AWS_ENDPOINT_URL/);
  });
});
