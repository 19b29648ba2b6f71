import { AwsError } from '../aws-error.ts';
import type { Cloud, Identity } from '../service.ts';
import { StatesError } from './asl-errors.ts';

/** The caller, which Step Functions adds to some requests. */
export interface Caller {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  /** The role of the state machine. */
  readonly as: Identity;
}

/** The action of a Task state, resolved once per definition from its `Resource`. */
export interface Integration {
  /** Name in the history, e.g. `aws-sdk:dynamodb`. */
  readonly resourceType: string;
  /** Name in the history, e.g. `updateItem.waitForTaskToken`. */
  readonly resource: string;
  /** The result comes from `SendTaskSuccess`; the call's response only confirms that it was submitted. */
  readonly waitsForToken: boolean;
  /** Rejects with StatesError. */
  readonly call: (cloud: Cloud, input: never, caller: Caller) => Promise<unknown>;
}

interface Service {
  /** Signing name of the service in the local cloud. */
  readonly name: string;
  /** Error names: the prefix, and the name of errors that the service's model does not list. */
  readonly prefix: string;
  readonly unlisted: string;
  /** The wire format has camelCase members, but Step Functions expects PascalCase. */
  readonly camelCase?: boolean;
}

/** The services of `aws-sdk:<service>:<action>`: error names are the exception classes of the Java SDK 2. */
const sdkServices: Readonly<Record<string, Service>> = {
  dynamodb: { name: 'dynamodb', prefix: 'DynamoDb', unlisted: 'DynamoDbException' },
  sqs: { name: 'sqs', prefix: 'Sqs', unlisted: 'SqsException' },
  eventbridge: { name: 'events', prefix: 'EventBridge', unlisted: 'EventBridgeException' },
  sfn: { name: 'states', prefix: 'Sfn', unlisted: 'SfnException', camelCase: true },
  kms: { name: 'kms', prefix: 'Kms', unlisted: 'KmsException' },
  cloudwatch: { name: 'monitoring', prefix: 'CloudWatch', unlisted: 'CloudWatchException' },
  s3: { name: 's3', prefix: 'S3', unlisted: 'S3Exception' },
};

/** Protocol errors, which no service's model lists. */
const UNLISTED_ERRORS = [
  'AccessDenied',
  'AccessDeniedException',
  'ValidationException',
  'SerializationException',
  'UnknownOperationException',
  'MissingParameter',
  'InvalidParameterValue',
];

const dynamoDb: Service = { name: 'dynamodb', prefix: 'DynamoDB', unlisted: 'AmazonDynamoDBException' };
const sqs: Service = { name: 'sqs', prefix: 'SQS', unlisted: 'AmazonSQSException' };
const events: Service = { name: 'events', prefix: 'EventBridge', unlisted: 'AmazonEventBridgeException' };
const stepFunctions: Service = {
  name: 'states',
  prefix: 'StepFunctions',
  unlisted: 'AWSStepFunctionsException',
  camelCase: true,
};

interface Optimized {
  readonly callback: boolean;
  readonly call: Integration['call'];
}

const dynamoDbOperation = (operation: string): Optimized => ({
  callback: false,
  call: (cloud, input: Record<string, unknown>, { as }) => callService(cloud, dynamoDb, operation, { input, as }),
});

/**
 * The optimized integrations, by `<service>:<action>`.
 * https://docs.aws.amazon.com/step-functions/latest/dg/integrate-optimized.html
 */
const optimized: Readonly<Record<string, Optimized>> = {
  'lambda:invoke': { callback: true, call: invokeLambda },
  'sqs:sendMessage': {
    callback: true,
    call: (cloud, { MessageBody: body, ...input }: Record<string, unknown>, { as }) =>
      callService(cloud, sqs, 'SendMessage', { input: { ...input, MessageBody: asText(body) }, as }),
  },
  'events:putEvents': { callback: true, call: putEvents },
  'states:startExecution': {
    callback: true,
    call: (cloud, { Input: input, ...rest }: Record<string, unknown>, { as }) =>
      callService(cloud, stepFunctions, 'StartExecution', {
        input: { ...rest, ...(input !== undefined && { Input: asText(input) }) },
        as,
      }),
  },
  'dynamodb:getItem': dynamoDbOperation('GetItem'),
  'dynamodb:putItem': dynamoDbOperation('PutItem'),
  'dynamodb:updateItem': dynamoDbOperation('UpdateItem'),
  'dynamodb:deleteItem': dynamoDbOperation('DeleteItem'),
};

const FUNCTION_ARN = /^arn:[^:]+:lambda:[^:]*:[^:]*:function:.+$/;
const INTEGRATION_ARN = /^arn:[^:]+:states:[^:]*:[^:]*:((?:aws-sdk:)?[^:.]+):([^:.]+)(?:\.(.+))?$/;

/**
 * @throws Error naming the place when there is no such resource, it does not wait for tokens, or its arguments are not
 * in PascalCase.
 */
export function findIntegration(resource: unknown, input: unknown, at: string): Integration {
  if (typeof resource !== 'string') throw new Error(`${at}/Resource: must be a string`);
  if (FUNCTION_ARN.test(resource)) {
    return {
      resourceType: 'lambda',
      resource,
      waitsForToken: false,
      call: (cloud, payload, { as }) => invokeFunction(cloud, resource, { payload, as }),
    };
  }
  const [, service = '', action = '', pattern] = INTEGRATION_ARN.exec(resource) ?? [];
  const integration = service.startsWith('aws-sdk:')
    ? sdkIntegration(service.slice('aws-sdk:'.length), action)
    : optimized[`${service}:${action}`];
  if (!integration) throw new Error(`${at}/Resource: the local cloud does not know ${resource}`);
  if (pattern !== undefined && (pattern !== 'waitForTaskToken' || !integration.callback)) {
    throw new Error(`${at}/Resource: ${service}:${action} has no .${pattern}`);
  }
  for (const name of Object.keys(input ?? {})) {
    if (typeof input === 'object' && !/^[A-Z]/.test(name))
      throw new Error(`${at}/Arguments/${name}: arguments are in PascalCase`);
  }
  return {
    resourceType: service,
    resource: pattern ? `${action}.${pattern}` : action,
    waitsForToken: pattern === 'waitForTaskToken',
    call: integration.call,
  };
}

function sdkIntegration(service: string, action: string): Optimized | undefined {
  const target = sdkServices[service];
  if (!target) return undefined;
  const operation = action.charAt(0).toUpperCase() + action.slice(1);
  return {
    callback: true,
    call: (cloud, input: Record<string, unknown>, { as }) => callService(cloud, target, operation, { input, as }),
  };
}

async function callService(
  cloud: Cloud,
  service: Service,
  operation: string,
  { input, as }: { input: Record<string, unknown>; as: Identity },
): Promise<unknown> {
  const wireInput = service.camelCase ? (renameKeys(input, 'toLowerCase') as Record<string, unknown>) : input;
  try {
    const result: unknown = await cloud.call(service.name, operation, wireInput, as);
    return service.camelCase ? renameKeys(result, 'toUpperCase') : (result ?? {});
  } catch (error) {
    throw serviceError(service, error);
  }
}

function serviceError({ name, prefix, unlisted }: Service, error: unknown): StatesError {
  if (!(error instanceof AwsError)) return new StatesError(`${prefix}.SdkClientException`, (error as Error).message);
  // Only the Step Functions API lists its ValidationException.
  const isListed = !UNLISTED_ERRORS.includes(error.code) || (name === 'states' && error.code === 'ValidationException');
  const exception = isListed ? error.code.replace(/(Exception)?$/, 'Exception') : unlisted;
  const cause = `${error.message} (Service: ${prefix}, Status Code: ${error.status}, Error Code: ${error.code})`;
  return new StatesError(`${prefix}.${exception}`, cause);
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/connect-lambda.html */
async function invokeLambda(cloud: Cloud, input: Record<string, unknown>, { as }: Caller): Promise<unknown> {
  const { FunctionName: name, Payload: payload = {}, InvocationType: type = 'RequestResponse', ...rest } = input;
  const unknown = Object.keys(rest);
  if (unknown.length > 0)
    throw new StatesError('States.Runtime', `lambda:invoke: the local cloud does not know ${unknown.join(', ')}`);
  const arn = functionArn(cloud, String(name));
  if (type === 'Event') {
    await cloud.deliver(arn, payload, { as });
    return { StatusCode: 202 };
  }
  return { ExecutedVersion: '$LATEST', Payload: await invokeFunction(cloud, arn, { payload, as }), StatusCode: 200 };
}

async function invokeFunction(
  cloud: Cloud,
  arn: string,
  { payload: input, as }: { payload: unknown; as: Identity },
): Promise<unknown> {
  const lambda: Service = { name: 'lambda', prefix: 'Lambda', unlisted: 'AWSLambdaException' };
  const { payload, failed } = await cloud.invokeFunction(arn, input, as).catch((error: unknown) => {
    throw serviceError(lambda, error);
  });
  if (!failed) return payload ?? null;
  const { errorType } = payload as { errorType?: string };
  throw new StatesError(errorType ?? 'Lambda.Unknown', JSON.stringify(payload));
}

function functionArn({ region, accountId }: Cloud, name: string): string {
  const arn = name.startsWith('arn:') ? name : `arn:aws:lambda:${region}:${accountId}:function:${name}`;
  return arn.replace(/:\$LATEST$/, '');
}

/** https://docs.aws.amazon.com/step-functions/latest/dg/connect-eventbridge.html */
async function putEvents(cloud: Cloud, input: Record<string, unknown>, caller: Caller): Promise<unknown> {
  const entries = ((input.Entries ?? []) as Record<string, unknown>[]).map((entry) => ({
    ...entry,
    ...(entry.Detail !== undefined && { Detail: asText(entry.Detail) }),
    Resources: [...((entry.Resources ?? []) as string[]), caller.stateMachineArn, caller.executionArn],
  }));
  const result = (await callService(cloud, events, 'PutEvents', {
    input: { ...input, Entries: entries },
    as: caller.as,
  })) as {
    FailedEntryCount: number;
  };
  if (result.FailedEntryCount > 0) throw new StatesError('EventBridge.FailedEntry', JSON.stringify(result));
  return result;
}

/** Optimized integrations accept JSON where the API needs text. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The same value with the first letter of every key changed. */
function renameKeys(value: unknown, change: 'toUpperCase' | 'toLowerCase'): unknown {
  if (Array.isArray(value)) return value.map((member) => renameKeys(member, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.charAt(0)[change]() + key.slice(1), renameKeys(member, change)]),
  );
}
