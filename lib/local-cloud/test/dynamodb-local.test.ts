import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { startCloud } from '../cloud.ts';
import { startDynamoDbLocal } from '../dynamodb/dynamodb-local.ts';
import { DynamoDbConnection } from '../dynamodb/dynamodb-service.ts';
import { temporaryDirectory, writeAssembly } from './support/assembly.ts';
import { sharedDatabase } from './support/database.ts';

const endpoint = await sharedDatabase();

const table = {
  AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
};

test('a database belongs to its access key', async () => {
  const [mine, other] = ['separateMine', 'separateOther'].map(
    (accessKeyId) => new DynamoDbConnection({ endpoint, accessKeyId }, 'sa-east-1'),
  );
  const create = () => mine!.call('DynamoDB_20120810.CreateTable', { ...table, TableName: 'letters' });
  await create();
  expect(await mine!.call('DynamoDB_20120810.ListTables', {})).toEqual({ TableNames: ['letters'] });
  expect(await other!.call('DynamoDB_20120810.ListTables', {})).toEqual({ TableNames: [] });
  await expect(create()).rejects.toMatchObject({ code: 'ResourceInUseException', status: 400 });
  for (const connection of [mine, other]) connection!.close();
});

test('a stopped database is gone', async () => {
  const { endpoint, stop } = await startDynamoDbLocal();
  expect((await fetch(endpoint)).status).toBe(400);
  await stop();
  await expect(fetch(endpoint)).rejects.toThrow('fetch failed');
  await stop();
});

test('a cloud without a database keeps its tables in memory', async () => {
  const assembly = writeAssembly({ Resources: { Table: { Type: 'AWS::DynamoDB::Table', Properties: table } } });
  const cloud = await startCloud({ assembly, port: 0, log: () => undefined });
  expect(await cloud.call('dynamodb', 'ListTables', {})).toEqual({ TableNames: ['Table'] });
  await cloud.stop();
});

describe('without a Java that can run it', () => {
  const script = `
    import { requireJava } from '${new URL('../dynamodb/java.ts', import.meta.url).href}';
    await requireJava().catch((error) => {
      console.error(error.message);
      process.exitCode = 1;
    });`;

  /** The error of a program that requires Java if `java` is this shell script, or does not exist (undefined). */
  async function complaint(java: string | undefined): Promise<string> {
    const PATH = temporaryDirectory();
    if (java !== undefined) writeFileSync(join(PATH, 'java'), `#!/bin/sh\n${java}\n`, { mode: 0o755 });
    const { code, stderr, stdout } = await promisify(execFile)(process.execPath, ['-e', script], {
      env: { PATH },
    }).then(
      (outcome) => ({ code: 0, ...outcome }),
      (error: { code: number; stderr: string; stdout: string }) => error,
    );
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    return stderr;
  }

  test.each([
    ['no Java', undefined, 'needs Java, which was not found'],
    ['a placeholder that only fails', 'exit 1', 'needs Java, which was not found'],
    ['Java 8', `echo 'java version "1.8.0_402"' >&2`, 'needs Java 17 or newer and found Java 8'],
    ['Java 11', `echo 'openjdk version "11.0.22" 2024-01-16' >&2`, 'needs Java 17 or newer and found Java 11'],
  ])('%s fails with one sentence that names the fix', async (_, java, sentence) => {
    const text = await complaint(java);
    expect(text).toContain(sentence);
    expect(text).toContain('install a Java 17+ runtime');
    expect(text.trim().split('\n')).toHaveLength(1);
  });
});
