import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import type { CloudOptions, RunningCloud } from '../../cloud.ts';
import { startCloud } from '../../cloud.ts';

const functions = new URL('../functions/', import.meta.url).pathname;

/** Never reached: for templates without a table. */
export const noDynamoDb = { endpoint: 'http://127.0.0.1:9', accessKeyId: 'none' };

const directories: string[] = [];
afterAll(() => directories.forEach((directory) => rmSync(directory, { recursive: true })));

/** A folder that is deleted after the tests of the calling file. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'malote-'));
  directories.push(directory);
  return directory;
}

/** Writes a cloud assembly as `cdk synth` does, with the handlers of test/functions as its one asset. */
export function writeAssembly(template: Record<string, unknown>): string {
  const directory = temporaryDirectory();
  const files: Record<string, unknown> = {
    'manifest.json': {
      artifacts: {
        Test: { type: 'aws:cloudformation:stack', properties: { templateFile: 'Test.template.json' } },
        'Test.assets': { type: 'cdk:asset-manifest', properties: { file: 'Test.assets.json' } },
      },
    },
    'Test.template.json': template,
    'Test.assets.json': {
      files: {
        functions: {
          source: { path: functions, packaging: 'zip' },
          destinations: { here: { objectKey: 'functions.zip' } },
        },
      },
    },
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), JSON.stringify(content));
  return directory;
}

export interface TestCloud {
  cloud: RunningCloud;
  log: string[];
}

/** A cloud on a free port that keeps its log lines. */
export async function startTestCloud(
  resources: Record<string, unknown>,
  { Outputs, ...options }: Partial<CloudOptions> & { Outputs?: Record<string, unknown> } = {},
): Promise<TestCloud> {
  const log: string[] = [];
  const cloud = await startCloud({
    assembly: writeAssembly({ Resources: { AnyRole: anyRole, ...resources }, Outputs }),
    port: 0,
    log: (line) => log.push(line),
    dynamoDb: noDynamoDb,
    ...options,
  });
  return { cloud, log };
}

/** A role that every AWS service may assume, with all permissions. */
export const anyRole = {
  Type: 'AWS::IAM::Role',
  Properties: {
    RoleName: 'any',
    AssumeRolePolicyDocument: {
      Statement: {
        Effect: 'Allow',
        Action: 'sts:AssumeRole',
        Principal: { Service: ['lambda', 'states', 'events', 'scheduler'].map((name) => `${name}.amazonaws.com`) },
      },
    },
    Policies: [{ PolicyName: 'any', PolicyDocument: { Statement: { Effect: 'Allow', Action: '*', Resource: '*' } } }],
  },
};

/** Lets the API `Api` invoke a function. */
export const forGateway = (fn: string) => ({
  Type: 'AWS::Lambda::Permission',
  Properties: {
    Action: 'lambda:InvokeFunction',
    FunctionName: { 'Fn::GetAtt': [fn, 'Arn'] },
    Principal: 'apigateway.amazonaws.com',
    SourceArn: 'arn:aws:execute-api:sa-east-1:000000000000:Api/*',
  },
});

/** Lets EventBridge send to a queue. */
export const forRules = (queue: string) => ({
  Type: 'AWS::SQS::QueuePolicy',
  Properties: {
    Queues: [{ Ref: queue }],
    PolicyDocument: {
      Statement: {
        Effect: 'Allow',
        Action: 'sqs:SendMessage',
        Principal: { Service: 'events.amazonaws.com' },
        Resource: { 'Fn::GetAtt': [queue, 'Arn'] },
      },
    },
  },
});

/** A table of items by the text `PK`. */
export const keyedTable = {
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  },
};

/** A function whose code is one export of test/functions/functions.mjs. */
export function lambda(exportName: string, properties: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    Type: 'AWS::Lambda::Function',
    Properties: {
      FunctionName: exportName,
      Code: { S3Bucket: 'assets', S3Key: 'functions.zip' },
      Handler: `functions.${exportName}`,
      Runtime: 'nodejs24.x',
      Role: 'arn:aws:iam::000000000000:role/any',
      ...properties,
    },
  };
}

export const arnOf = (service: string, resource: string) => `arn:aws:${service}:sa-east-1:000000000000:${resource}`;
export const functionArn = (name: string) => arnOf('lambda', `function:${name}`);
