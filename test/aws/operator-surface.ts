import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { send } from '@malote/local-cloud/endpoint.ts';
import { ControlSurface, type Installation } from '../../lib/programs/local-service/control/control-surface.ts';
import type { Outputs } from './deployment.ts';

const postalCodes = resolve(import.meta.dirname, '../../data/postal-codes');

/** A report travels through S3, EventBridge, SQS and a cold function. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 250;

export interface OperatorSurface {
  url: string;
  stop: () => Promise<void>;
}

/**
 * The control surface of the local cloud in front of a deployed stack: what a journey needs beside the API, done with the
 * operations of the service and an operator's credentials. Time cannot be wound.
 */
export async function openOperatorSurface(outputs: Outputs, region: string): Promise<OperatorSurface> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const lambda = new LambdaClient({ region });
  const installation: Installation = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    // Endpoint and credentials come from the environment, as for every client of AWS.
    aws: { region },
    outputs,
    now: () => Date.now(),
    invokeFunction: (functionArn, payload) => invoke(lambda, functionArn, payload),
    settled: untilStored,
  };
  const surface = new ControlSurface(installation, postalCodes);
  server.on('request', (request, response) => {
    if (!surface.handle(request, response)) send(response, { status: 404 });
  });
  const stop = async () => {
    lambda.destroy();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: surface.url, stop };
}

async function invoke(lambda: LambdaClient, functionArn: string, payload: unknown) {
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName: functionArn, Payload: JSON.stringify(payload) }),
  );
  return { payload: JSON.parse(Payload!.transformToString()) as unknown, failed: FunctionError !== undefined };
}

/** Reads until there is something to read, such as the file that a worker writes; undefined when it does not come. */
async function untilStored<T>(read: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await read();
    if (found !== undefined || performance.now() > deadline) return found;
    await sleep(PAUSE_MS);
  }
}
