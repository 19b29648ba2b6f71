import {
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { DecryptCommand, EncryptCommand, GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { SFNClient, StartExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { loadAssembly, nestedTemplatesIn, type Template } from '@malote/local-cloud/template.ts';
import {
  apiKeyKey,
  balanceKey,
  type Key,
  ledgerPartition,
  mailingPartition,
  requestCountKey,
} from '../../../lib/adapters/data/table/keys.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { assembly, startOwnService } from '../../support/own-service.ts';

/**
 * An attacker with the credentials of one function attacks the running cloud. `grants.test.ts` reads the grants in the
 * template; this test checks them as AWS evaluates them.
 */

const ACCOUNT = 'acc_01jd3x7q4m8n2p5r6s9t0v1w2y';

const loaded = loadAssembly(assembly);
const { template } = loaded;

/** Logical id of each function by the name of its folder; those of nested stacks follow those of their parent stack. */
const functionIds = new Map(functionsIn(template, ''));

function functionsIn({ Resources }: Template, path: string): [name: string, id: string][] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]): [string, string][] => {
    if (Type === 'AWS::CloudFormation::Stack') {
      const [file] = /[0-9a-f]{64}\.json/.exec(JSON.stringify(Properties.TemplateURL))!;
      return functionsIn(nestedTemplatesIn(loaded)(`/${file}`), path + id);
    }
    if (Type !== 'AWS::Lambda::Function') return [];
    const { Variables } = Properties.Environment as { Variables: Record<string, unknown> };
    return [[String(Variables.POWERTOOLS_SERVICE_NAME), path + id]];
  });
}

let service: LocalService;
let table: string;
beforeAll(async () => {
  service = await startOwnService();
  table = service.cloud.outputs.TableName!;
});
afterAll(() => service.stop());

const settings = (credentials: { accessKeyId: string; secretAccessKey: string }) => ({
  endpoint: service.cloud.endpoint,
  region: service.cloud.region,
  credentials,
  maxAttempts: 1,
  forcePathStyle: true,
});
const administrator = () => settings({ accessKeyId: 'administrator', secretAccessKey: LOCAL_SECRET_ACCESS_KEY });
const takenOver = (fn: string) => settings(service.cloud.credentialsOf(functionIds.get(fn)!));

/** The template's name for the resource whose logical id begins like this. */
function nameOf(type: string, beginning: string): string {
  const ids = Object.keys(template.Resources).filter(
    (id) => template.Resources[id]!.Type === type && id.startsWith(beginning),
  );
  expect(ids).toHaveLength(1);
  return service.cloud.resourceRef(ids[0]!);
}
const bucket = (beginning: string) => nameOf('AWS::S3::Bucket', beginning);
const key = (beginning: string) => nameOf('AWS::KMS::Key', beginning);

const refused = { name: expect.stringMatching(/^AccessDenied(Exception)?$/) as unknown as string };

const balance = balanceKey(ACCOUNT);
const ledgerEntry: Key = { PK: ledgerPartition(ACCOUNT), SK: 'btx_1' };
const apiKey = apiKeyKey('5e88');
const money = [balance, ledgerEntry, apiKey];

const put = (item: Key) => new PutItemCommand({ TableName: table, Item: marshall({ ...item, amount: 1_000_000 }) });
const update = (Key: Key) =>
  new UpdateItemCommand({
    TableName: table,
    Key: marshall(Key),
    UpdateExpression: 'SET amount = :a',
    ExpressionAttributeValues: marshall({ ':a': 1_000_000 }),
  });
const remove = (Key: Key) => new DeleteItemCommand({ TableName: table, Key: marshall(Key) });

async function isThere(Key: Key): Promise<boolean> {
  const { Item } = await new DynamoDBClient(administrator()).send(
    new GetItemCommand({ TableName: table, Key: marshall(Key), ConsistentRead: true }),
  );
  return Item !== undefined;
}

/** Functions that anybody can call without a key. */
const pages = [...functionIds.keys()].filter((fn) => /^confirmation-page-|^endpoint-not-found$/.test(fn));

describe.each(pages)('who takes over %s', (fn) => {
  test('creates, changes and deletes no balance, ledger entry or API key', async () => {
    const dynamoDb = new DynamoDBClient(takenOver(fn));
    for (const item of money) {
      await expect(dynamoDb.send(put(item))).rejects.toMatchObject(refused);
      await expect(dynamoDb.send(update(item))).rejects.toMatchObject(refused);
      await expect(dynamoDb.send(remove(item))).rejects.toMatchObject(refused);
      expect(await isThere(item)).toBe(false);
    }
  });

  test('cannot do so in a transaction either', async () => {
    const verification = { PK: mailingPartition(ACCOUNT, 'verification'), SK: 'ver_1' };
    const { input: allowed } = update(verification);
    const TransactItems = [{ Update: allowed }, { Put: put(balance).input }] as never;
    const transaction = new TransactWriteItemsCommand({ TransactItems });
    await expect(new DynamoDBClient(takenOver(fn)).send(transaction)).rejects.toMatchObject(refused);
    expect(await isThere(balance)).toBe(false);
    expect(await isThere(verification)).toBe(false);
  });

  test('reads no file, signs no link to one, decrypts nothing, starts and publishes nothing', async () => {
    const files = bucket('StorageVerificationFiles');
    await new S3Client(administrator()).send(new PutObjectCommand({ Bucket: files, Key: 'ver_1.pdf', Body: 'code' }));
    const s3 = new S3Client(takenOver(fn));
    const get = new GetObjectCommand({ Bucket: files, Key: 'ver_1.pdf' });
    await expect(s3.send(get)).rejects.toMatchObject(refused);
    expect((await fetch(await getSignedUrl(s3, get))).status).toBe(403);
    await expect(
      s3.send(new PutObjectCommand({ Bucket: bucket('StorageProduction'), Key: 'inbox/report.jsonl', Body: '{}' })),
    ).rejects.toMatchObject(refused);
    await expectNoSecrets(fn);
    await expectNoWork(fn);
  });
});

/** Every API function that needs a key, except those that a test names. */
const apiFunctions = [...functionIds.keys()].filter((fn) =>
  /^(letters|verifications|uploads|balance|account)-/.test(fn),
);

test.each(apiFunctions)('%s decrypts no secret of a webhook, and starts and announces nothing', async (fn) => {
  await expectNoSecrets(fn);
  await expectNoWork(fn);
});

async function expectNoSecrets(fn: string): Promise<void> {
  const { CiphertextBlob } = await new KMSClient(administrator()).send(
    new EncryptCommand({ KeyId: key('WebhooksSecrets'), Plaintext: Buffer.from('whsec_1') }),
  );
  await expect(new KMSClient(takenOver(fn)).send(new DecryptCommand({ CiphertextBlob }))).rejects.toMatchObject(
    refused,
  );
}

async function expectNoWork(fn: string): Promise<void> {
  const { outputs, endpoint } = service.cloud;
  const stateMachineArn = outputs.LetterStateMachineArn!;
  const sfn = new SFNClient(takenOver(fn));
  await expect(sfn.send(new StartExecutionCommand({ stateMachineArn }))).rejects.toMatchObject(refused);
  const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:ltr_1`;
  await expect(sfn.send(new StopExecutionCommand({ executionArn }))).rejects.toMatchObject(refused);
  const Entries = [
    { EventBusName: nameOf('AWS::Events::EventBus', ''), Source: 'malote', DetailType: 'x', Detail: '{}' },
  ];
  await expect(new EventBridgeClient(takenOver(fn)).send(new PutEventsCommand({ Entries }))).rejects.toMatchObject(
    refused,
  );
  const QueueUrl = nameOf('AWS::SQS::Queue', 'WebhooksFastLaneQueue');
  expect(QueueUrl).toContain(endpoint);
  const send = new SendMessageCommand({ QueueUrl, MessageBody: '{}' });
  await expect(new SQSClient(takenOver(fn)).send(send)).rejects.toMatchObject(refused);
}

const makesCodes = ['confirmation-page-confirm', 'verifications-check', 'verifications-create'];

test.each([...functionIds.keys()])('%s can derive codes only if it needs to', async (fn) => {
  const mac = new KMSClient(takenOver(fn)).send(
    new GenerateMacCommand({
      KeyId: key('StorageVerificationCodes'),
      Message: Buffer.from('ver_1:123456'),
      MacAlgorithm: 'HMAC_SHA_256',
    }),
  );
  if (makesCodes.includes(fn)) expect((await mac).Mac).toBeDefined();
  else await expect(mac).rejects.toMatchObject(refused);
});

test('print files with codes are readable only by the function that hands them to the print house', async () => {
  const Bucket = bucket('StorageVerificationFiles');
  await new S3Client(administrator()).send(new PutObjectCommand({ Bucket, Key: 'ver_2.pdf', Body: 'code' }));
  const openers: string[] = [];
  for (const fn of functionIds.keys()) {
    const opened = new S3Client(takenOver(fn)).send(new GetObjectCommand({ Bucket, Key: 'ver_2.pdf' }));
    await opened.then(
      () => openers.push(fn),
      (error: Error) => expect(error).toMatchObject(refused),
    );
  }
  expect(openers).toEqual(['form-print-batch']);
});

test('functions that read only count requests, and change nothing else', async () => {
  for (const fn of ['letters-get', 'letters-list', 'balance-get', 'verifications-get', 'events-list']) {
    const dynamoDb = new DynamoDBClient(takenOver(fn));
    await dynamoDb.send(update(requestCountKey(ACCOUNT, 7)));
    await expect(dynamoDb.send(update({ PK: mailingPartition(ACCOUNT, 'letter'), SK: 'ltr_1' }))).rejects.toMatchObject(
      refused,
    );
    for (const item of money) await expect(dynamoDb.send(put(item))).rejects.toMatchObject(refused);
  }
});

test('functions that charge letters create no API key and delete no file', async () => {
  for (const fn of ['letters-create', 'verifications-create', 'letters-cancel', 'charge-scheduled-letters']) {
    await expect(new DynamoDBClient(takenOver(fn)).send(put(apiKey))).rejects.toMatchObject(refused);
    const deletion = new DeleteObjectCommand({ Bucket: bucket('StorageDocuments'), Key: 'ltr_1.pdf' });
    await expect(new S3Client(takenOver(fn)).send(deletion)).rejects.toMatchObject(refused);
  }
  expect(await isThere(apiKey)).toBe(false);
});

describe('mails', () => {
  const mail = (FromEmailAddress: string) =>
    new SendEmailCommand({
      FromEmailAddress,
      Destination: { ToAddresses: ['rui@exemplo.com.br'] },
      Content: { Simple: { Subject: { Data: 'Olá' }, Body: { Text: { Data: 'Bom dia.' } } } },
    });

  test('are sent only by the function that sends them, in the name of the service', async () => {
    const ses = new SESv2Client(takenOver('send-mails'));
    await ses.send(mail('nao-responda@malote.example'));
    await expect(ses.send(mail('banco@malote.example'))).rejects.toMatchObject(refused);
    const other = new SESv2Client(takenOver('people-add'));
    await expect(other.send(mail('nao-responda@malote.example'))).rejects.toMatchObject(refused);
  });
});
