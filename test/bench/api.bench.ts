/**
 * The API: the cost of a create and a get compared with the AWS calls they need, how many of those calls are
 * sequential, and the cost of importing a bundle compared with its SDK clients.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { accountKey, accountPartition, type Key } from '../../lib/adapters/data/table/keys.ts';
import type { ApiFunction } from '../../lib/adapters/http/api-handler.ts';
import { buildFunctions } from '../../lib/infra/bundle.ts';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { Control } from '../support/api.ts';
import { type CallRecorder, recordCalls } from '../support/aws-calls.ts';
import { openFunctions } from '../support/bundled-functions.ts';
import { letterBody, pdfFixture } from '../support/letters.ts';
import { invocation, proxyEvent, type RequestParts } from '../support/proxy-event.ts';
import type { BenchRow } from './support/benches.ts';
import { importTimes } from './support/import-times.ts';
import { withLocalService } from './support/with-local-service.ts';

export const name = 'api';

const ROUNDS = 100;
const WARM_UP = 40;

export async function run(): Promise<BenchRow[]> {
  return [...(await calls()), ...(await imports())];
}

function calls(): Promise<BenchRow[]> {
  return withLocalService({}, async (service) => {
    const recorder = await recordCalls(service.cloud.endpoint);
    try {
      return await compare(service, recorder);
    } finally {
      await recorder.stop();
    }
  });
}

/** Handlers and bare calls alternate in one process, through the same recorder to the same local cloud. */
async function compare(service: LocalService, recorder: CallRecorder): Promise<BenchRow[]> {
  const control = new Control(service.description.control_url);
  const { id: accountId, api } = await control.openAccount(service.description.base_url, { balance: 100_000_000 });
  const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' };
  const { load } = openFunctions(recorder.url, service.cloud.outputs);
  const get = await load('letters-get');
  const create = await load('letters-create');
  const letter = (await api.post('/letters', letterBody())).body as { id: string };
  const creating: RequestParts = { method: 'POST', headers, body: letterBody() };
  const getting: RequestParts = { headers, path: `/letters/${letter.id}`, pathParameters: { letter_id: letter.id } };
  const bare = await bareCalls(service, recorder.url, accountId, letter.id);
  const ask = (handler: ApiFunction, parts: RequestParts, status: number) => async () => {
    const answer = await handler(proxyEvent(parts), invocation());
    if (answer.statusCode !== status) throw new Error(answer.body);
  };
  const keyed = () => ({ ...creating, headers: { ...headers, 'idempotency-key': crypto.randomUUID() } });
  return [
    ...(await against('create of a one-page letter', ask(create, creating, 201), bare.create, '≤ 1.5')),
    ...(await against('get of a letter', ask(get, getting, 200), bare.get, '≤ 1.3')),
    { ...(await tripsOf(recorder, 'create', ask(create, creating, 201))), aim: '≤ 6' },
    { ...(await tripsOf(recorder, 'create with an Idempotency-Key', ask(create, keyed(), 201))), aim: '≤ 6' },
    { ...(await tripsOf(recorder, 'get', ask(get, getting, 200))), aim: '≤ 3' },
  ];
}

type Call = () => Promise<unknown>;

/** Alternates, with the same rest before each: a call directly after another finds everything warm. */
async function against(label: string, call: Call, floor: Call, aim: string): Promise<BenchRow[]> {
  const times = { call: [] as number[], floor: [] as number[] };
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const timed = { call: await timedAfterRest(call), floor: await timedAfterRest(floor) };
    if (round < WARM_UP) continue;
    times.call.push(timed.call);
    times.floor.push(timed.floor);
  }
  const [took, least] = [median(times.call), median(times.floor)];
  return [
    { metric: `${label}, in its function`, value: took, unit: 'ms' },
    { metric: `the same AWS calls alone`, value: least, unit: 'ms' },
    { metric: `${label}, over its floor`, value: took / least, unit: '×', aim },
  ];
}

async function tripsOf(recorder: CallRecorder, label: string, call: Call): Promise<BenchRow> {
  return {
    metric: `AWS round trips on the critical path of a ${label}`,
    value: (await recorder.during(call)).roundTrips,
    unit: '',
  };
}

/** The reads and writes that each needs, as plain SDK calls on items of the same size. */
async function bareCalls(service: LocalService, endpoint: string, accountId: string, letterId: string) {
  const credentials = { accessKeyId: 'bench', secretAccessKey: LOCAL_SECRET_ACCESS_KEY };
  const client = { endpoint, region: service.cloud.region, credentials };
  const table = DynamoDBDocumentClient.from(new DynamoDBClient(client));
  const s3 = new S3Client({ ...client, forcePathStyle: true });
  const { TableName, DocumentsBucket } = service.cloud.outputs;
  const pdf = pdfFixture('libreoffice-letter-1');
  const partition = accountPartition(accountId);
  const get = (key: Key) => table.send(new GetCommand({ TableName, Key: key }));
  const letterKey = { PK: `${partition}#LETTERS`, SK: letterId };
  const { Item: letter } = await get(letterKey);
  const { Items: events = [] } = await table.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'PK = :events',
      ExpressionAttributeValues: { ':events': `${partition}#EVENTS` },
    }),
  );
  if (!letter || !events[0]) throw new Error('the letter of the bench is not where it was looked for');
  const admitted = async () => {
    await get({ PK: 'API_KEY#bench', SK: 'API_KEY' });
    const count = new UpdateCommand({
      TableName,
      Key: { PK: 'BENCH', SK: String(Math.floor(Date.now() / 1000)) },
      UpdateExpression: 'ADD #count :one',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':one': 1 },
    });
    await Promise.all([table.send(count), get(accountKey(accountId))]);
  };
  return {
    get: async () => {
      await admitted();
      await get(letterKey);
    },
    create: async () => {
      const copy = crypto.randomUUID();
      await admitted();
      await get({ PK: partition, SK: 'BALANCE' });
      await s3.send(new PutObjectCommand({ Bucket: DocumentsBucket, Key: `bench/${copy}.pdf`, Body: pdf }));
      const items = [
        { ...letter, PK: `BENCH#${copy}` },
        { ...events[0], PK: `BENCH#${copy}#EVENTS`, GSI3PK: undefined, GSI3SK: undefined },
        { PK: `BENCH#${copy}`, SK: 'LEDGER', amount: -690, balance_after: 100_000, type: 'letter' },
        { PK: `BENCH#${copy}`, SK: 'BALANCE', amount: 100_000, sequence: 1 },
      ];
      const puts = items.map((Item) => ({ Put: { TableName, Item: JSON.parse(JSON.stringify(Item)) as object } }));
      await table.send(new TransactWriteCommand({ TransactItems: puts }));
    },
  };
}

/** Each bundle in its own process, alternating with a bundle of only its SDK clients. */
async function imports(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'malote-bench-'));
  try {
    const times = await importTimes(await buildFunctions(), folder);
    return times.map(({ functionName, took, clients }) => ({
      metric: `import of ${functionName} (${took.toFixed(0)} ms of the processor), over its SDK clients`,
      value: took / clients,
      unit: '×',
      aim: '≤ 1.3',
    }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** In milliseconds. The rest keeps the calls below the rate limit on any machine. */
async function timedAfterRest(call: Call): Promise<number> {
  await new Promise((later) => setTimeout(later, 25));
  const begin = performance.now();
  await call();
  return performance.now() - begin;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
