import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { LambdaIntegration, ResponseType, RestApi } from 'aws-cdk-lib/aws-apigateway';
import { AttributeType, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { Architecture, Code, Function, Runtime, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { DefinitionBody, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import type { FunctionBundle } from '../../../lib/infra/bundle.ts';
import { patterns } from './patterns.ts';

/** Deliveries of a message before it becomes a dead letter. */
const MAX_RECEIVE_COUNT = 2;
/** Visibility timeout of the shelf queue. */
const SHELF_SECONDS = 1;
/** Timeout of the impatient machine for its token, and of the impatient integration for its function. */
const TOKEN_TIMEOUT_SECONDS = 2;
const INTEGRATION_TIMEOUT_MS = 300;

export interface FidelityStackProps extends StackProps {
  /** Bundles of its functions; without them the stack has neither functions nor the table. */
  bundles: Bundles | undefined;
  /** The target of the deployment, if it is known to reject some of the rules. */
  target?: string;
}

type Bundles = ReadonlyMap<string, FunctionBundle>;

/** One small resource for each behavior of AWS that the service relies on. */
export class FidelityStack extends Stack {
  constructor(scope: Construct, id: string, { bundles, target, ...props }: FidelityStackProps) {
    super(scope, id, props);
    const files = new Bucket(this, 'Files', { removalPolicy: RemovalPolicy.DESTROY });
    this.#output('FilesBucket', files.bucketName);
    this.#addQueues();
    this.#addKeys();
    this.#addPatterns(target);
    this.#addWaitingWorkflows();
    if (!bundles) return;
    this.#addConsumer(bundles);
    const table = this.#addStream(bundles);
    const obey = this.#function('obey', bundles);
    this.#addWorkflows({
      Errors: retrying(obey.functionArn),
      OptimizedCondition: conditional('dynamodb:updateItem', table.tableName),
      SdkCondition: conditional('aws-sdk:dynamodb:updateItem', table.tableName),
    }).forEach((machine) => {
      obey.grantInvoke(machine);
      table.grantWriteData(machine);
    });
    this.#addGateways(obey);
  }

  /** Queues that only the tests read. */
  #addQueues(): void {
    const deadLetters = new Queue(this, 'ShelfDeadLetters');
    const shelf = new Queue(this, 'Shelf', {
      visibilityTimeout: Duration.seconds(SHELF_SECONDS),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVE_COUNT },
    });
    const line = new Queue(this, 'Line', { fifo: true, visibilityTimeout: Duration.seconds(30) });
    this.#output('ShelfUrl', shelf.queueUrl);
    this.#output('ShelfDeadLettersUrl', deadLetters.queueUrl);
    this.#output('LineUrl', line.queueUrl);
  }

  #addKeys(): void {
    const removalPolicy = RemovalPolicy.DESTROY;
    const keys = {
      Sealing: new Key(this, 'Sealing', { removalPolicy }),
      Authenticating: new Key(this, 'Authenticating', {
        keySpec: KeySpec.HMAC_256,
        keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
        removalPolicy,
      }),
      Signing: new Key(this, 'Signing', {
        keySpec: KeySpec.ECC_NIST_P256,
        keyUsage: KeyUsage.SIGN_VERIFY,
        removalPolicy,
      }),
    };
    for (const [name, key] of Object.entries(keys)) this.#output(`${name}KeyId`, key.keyId);
  }

  #addConsumer(bundles: Bundles): void {
    const deadLetters = new Queue(this, 'DeadLetters');
    const work = new Queue(this, 'Work', {
      visibilityTimeout: Duration.seconds(2),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: MAX_RECEIVE_COUNT },
    });
    const observed = new Queue(this, 'ObservedMessages');
    const consume = this.#function('consume', bundles, observed, 2);
    consume.addEventSource(new SqsEventSource(work, { reportBatchItemFailures: true }));
    this.#output('WorkUrl', work.queueUrl);
    this.#output('WorkArn', work.queueArn);
    this.#output('DeadLettersUrl', deadLetters.queueUrl);
    this.#output('ObservedMessagesUrl', observed.queueUrl);
  }

  #addStream(bundles: Bundles): Table {
    const table = new Table(this, 'Table', {
      partitionKey: { name: 'PK', type: AttributeType.STRING },
      stream: StreamViewType.NEW_IMAGE,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const observed = new Queue(this, 'ObservedRecords');
    this.#function('observe', bundles, observed).addEventSource(
      new DynamoEventSource(table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        // Ignores items of the other tests.
        filters: [{ pattern: JSON.stringify({ dynamodb: { Keys: { PK: { S: [{ prefix: 'observed-' }] } } } }) }],
      }),
    );
    this.#output('TableName', table.tableName);
    this.#output('StreamArn', table.tableStreamArn!);
    this.#output('ObservedRecordsUrl', observed.queueUrl);
    return table;
  }

  /** A rule for each case, whose events have the case's number as their type. Matching events go to one queue. */
  #addPatterns(target: string | undefined): void {
    const bus = new EventBus(this, 'Bus');
    const matches = new Queue(this, 'Matches');
    Object.values(patterns).forEach(({ pattern, untaken }, index) => {
      if (target !== undefined && untaken?.[target]) return;
      new Rule(this, `Rule${index}`, {
        eventBus: bus,
        eventPattern: { source: ['fidelity'], detailType: [String(index)], detail: pattern },
        targets: [new SqsQueue(matches)],
      });
    });
    this.#output('BusName', bus.eventBusName);
    this.#output('MatchesUrl', matches.queueUrl);
  }

  /** State machines that need only a queue for their tokens. */
  #addWaitingWorkflows(): void {
    const tokens = new Queue(this, 'Tokens');
    this.#output('TokensUrl', tokens.queueUrl);
    const waiting = {
      Type: 'Task',
      Resource: 'arn:aws:states:::sqs:sendMessage.waitForTaskToken',
      Arguments: { QueueUrl: tokens.queueUrl, MessageBody: { token: '{% $states.context.Task.Token %}' } },
      End: true,
    };
    const machines = this.#addWorkflows({
      Brief: { StartAt: 'End', States: { End: last } },
      Patient: { StartAt: 'Wait', States: { Wait: { ...waiting, TimeoutSeconds: 60 } } },
      Impatient: {
        StartAt: 'Wait',
        States: {
          Wait: {
            ...waiting,
            TimeoutSeconds: TOKEN_TIMEOUT_SECONDS,
            Catch: [catching(['States.TaskFailed'], 'Failed'), catching(['States.Timeout'], 'TimedOut')],
          },
          Failed: last,
          TimedOut: last,
        },
      },
    });
    for (const machine of machines) tokens.grantSendMessages(machine);
  }

  #addWorkflows(definitions: Readonly<Record<string, object>>): StateMachine[] {
    return Object.entries(definitions).map(([name, definition]) => {
      const machine = new StateMachine(this, name, {
        definitionBody: DefinitionBody.fromString(JSON.stringify({ QueryLanguage: 'JSONata', ...definition })),
      });
      this.#output(`${name}Arn`, machine.stateMachineArn);
      return machine;
    });
  }

  /** One gateway with AWS's default responses, one with its own texts. */
  #addGateways(obey: Function): void {
    const gateway = (name: string) => {
      const api = new RestApi(this, name, { cloudWatchRole: false, deployOptions: { stageName: name.toLowerCase() } });
      api.root.addResource('orders').addMethod('POST', new LambdaIntegration(obey));
      api.node.tryRemoveChild('Endpoint');
      this.#output(`${name}Url`, api.urlForPath('/').replace(/\/$/, ''));
      return api;
    };
    const plain = gateway('Plain');
    plain.root.resourceForPath('/orders/{id}').addMethod('GET', new LambdaIntegration(obey));
    const impatient = new LambdaIntegration(obey, { timeout: Duration.millis(INTEGRATION_TIMEOUT_MS) });
    plain.root.addResource('impatient').addMethod('POST', impatient);

    const custom = gateway('Custom');
    const responses = { MISSING_AUTHENTICATION_TOKEN: '404', INTEGRATION_FAILURE: '503' };
    for (const [type, statusCode] of Object.entries(responses))
      custom.addGatewayResponse(type, {
        type: ResponseType.of(type),
        statusCode,
        responseHeaders: { 'X-Fixed': "'text'", 'X-Request': 'context.requestId' },
        templates: { 'application/json': '{"id":"req_$context.requestId","said":$context.error.messageString}' },
      });
  }

  #function(name: string, bundles: Bundles, observed?: Queue, timeoutSeconds = 10): Function {
    const { directory, hash } = bundles.get(name)!;
    const fn = new Function(this, name, {
      code: Code.fromAsset(directory, { assetHash: hash }),
      handler: 'handler.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: Duration.seconds(timeoutSeconds),
      environment: observed && { OBSERVED_URL: observed.queueUrl },
    });
    observed?.grantSendMessages(fn);
    return fn;
  }

  #output(name: string, value: string): void {
    new CfnOutput(this, name, { value });
  }
}

const last = { Type: 'Succeed' };

const catching = (ErrorEquals: string[], Next: string) => ({
  ErrorEquals,
  Next,
  Output: { error: '{% $states.errorOutput.Error %}', caughtBy: Next },
});

/** A state machine whose condition fails. */
const conditional = (resource: string, TableName: string) => ({
  StartAt: 'Write',
  States: {
    Write: {
      Type: 'Task',
      Resource: `arn:aws:states:::${resource}`,
      Arguments: {
        TableName,
        Key: { PK: { S: 'absent' } },
        UpdateExpression: 'SET a = :a',
        ConditionExpression: 'attribute_exists(PK)',
        ExpressionAttributeValues: { ':a': { S: 'x' } },
      },
      Catch: [catching(['States.ALL'], 'Caught')],
      End: true,
    },
    Caught: last,
  },
});

/** A state machine that retries a function by the name of its error. */
const retrying = (FunctionName: string) => ({
  StartAt: 'Try',
  States: {
    Try: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Arguments: { FunctionName, Payload: '{% $states.input %}' },
      TimeoutSeconds: 3,
      Retry: [
        { ErrorEquals: ['Twice'], IntervalSeconds: 1, MaxAttempts: 2, BackoffRate: 1 },
        { ErrorEquals: ['Never'], MaxAttempts: 0 },
        { ErrorEquals: ['States.ALL'], IntervalSeconds: 1, MaxAttempts: 1, BackoffRate: 1 },
      ],
      Catch: [
        catching(['Named'], 'ByName'),
        catching(['States.TaskFailed'], 'ByTaskFailed'),
        catching(['States.ALL'], 'ByAll'),
      ],
      Output: '{% $states.result.Payload %}',
      End: true,
    },
    ByName: last,
    ByTaskFailed: last,
    ByAll: last,
  },
});
