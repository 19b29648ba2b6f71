import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import type { Fault, FunctionCall } from '@malote/local-cloud/interference.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { type Deliveries, openDeliveries } from '../../../lib/adapters/data/webhooks/deliveries.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { type ApiClient, Control } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';

/**
 * The response to one call is lost, anywhere from the commit to the finished delivery, in the whole local cloud. The
 * sweeps are disabled, and the redelivery of a queue's message is minutes away, so neither helps.
 */

let service: LocalService;
let api: ApiClient;
let endpointId: string;
let deliveries: Deliveries;
let receiver: Server;
let posts: string[] = [];

interface Trouble {
  call: Omit<FunctionCall, 'request'>;
  /** The number of the call whose response is lost. */
  number: number;
  fault: Fault;
}
let trouble: Trouble | undefined;
let seen = 0;

function interference(call: FunctionCall): Fault | undefined {
  // The sweep of the outbox is a run of the relay that reads the table.
  const isSweep =
    /SweepDeliveries/.test(call.functionName) || (/RelayEvents/.test(call.functionName) && call.operation === 'Query');
  if (isSweep) return { kind: 'disconnected', effect: false };
  if (!trouble || !call.functionName.includes(trouble.call.functionName)) return undefined;
  if (call.service !== trouble.call.service || call.operation !== trouble.call.operation) return undefined;
  return ++seen === trouble.number ? trouble.fault : undefined;
}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    posts.push(request.headers['webhook-id'] as string);
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  service = await startOwnService({ interference });
  const { endpoint, region, outputs, clock } = service.cloud;
  const credentials = { accessKeyId: 'test', secretAccessKey: LOCAL_SECRET_ACCESS_KEY };
  const table = openTable(outputs.TableName!, new DynamoDBClient({ endpoint, region, credentials }));
  deliveries = openDeliveries(table, () => clock.now());
  const control = new Control(service.description.control_url);
  const customer = await control.openAccount(service.description.base_url);
  api = customer.api;
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  endpointId = (await control.post(`/accounts/${customer.id}/webhooks`, { url, events: ['*'] })).id;
});
afterAll(async () => {
  await service?.stop();
  receiver.close();
});
afterEach(() => {
  trouble = undefined;
});

test.each([
  ['the bus', 'RelayEvents', 'events', 'PutEvents', 1],
  ['the mark of the relay', 'RelayEvents', 'dynamodb', 'UpdateItem', 1],
  ['the row', 'FanOutWebhooks', 'dynamodb', 'PutItem', 1],
  ['the message', 'FanOutWebhooks', 'sqs', 'SendMessageBatch', 1],
  ['leaving the outbox', 'FanOutWebhooks', 'dynamodb', 'DeleteItem', 1],
  ['claiming the endpoint', 'DeliverWebhooks', 'dynamodb', 'UpdateItem', 1],
  ['the claim', 'DeliverWebhooks', 'dynamodb', 'PutItem', 1],
  ['the record of the attempt', 'DeliverWebhooks', 'dynamodb', 'PutItem', 2],
  ['the end of the delivery', 'DeliverWebhooks', 'dynamodb', 'PutItem', 3],
  ['releasing the endpoint', 'DeliverWebhooks', 'dynamodb', 'UpdateItem', 2],
])('%s: a lost response costs only a retry', async (_, functionName, serviceName, operation, number) => {
  for (const kind of ['disconnected', 'hung'] as const) {
    await service.cloud.whenIdle();
    [posts, seen] = [[], 0];
    trouble = { call: { functionName, service: serviceName, operation }, number, fault: { kind, effect: true } };
    const { status, body: letter } = await api.post('/letters', letterBody());
    expect(status).toBe(201);
    await service.cloud.whenIdle();
    expect(seen).toBeGreaterThanOrEqual(number);
    const { data } = (await api.get(`/events?object_id=${letter.id}`)).body as { data: { id: string }[] };
    expect(posts).toEqual(data.map(({ id }) => id));
    expect(await deliveries.find(posts[0]!, endpointId)).toMatchObject({ state: 'delivered', attempt: 1 });
  }
});
