import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '@malote/local-cloud/endpoint.ts';
import { ControlSurface, type Installation } from '../../../lib/programs/local-service/control/control-surface.ts';
import type { Outputs } from './deployment.ts';

const postalCodes = resolve(import.meta.dirname, '../../../data/postal-codes');

const PAUSE_MS = 250;

export interface OperatorSurface {
  url: string;
  stop: () => Promise<void>;
}

/**
 * The local cloud's control surface in front of a deployed stack: what a journey needs besides the API, done by the
 * service's operations with an operator's credentials. It cannot advance the time.
 */
export async function openOperatorSurface(outputs: Outputs, region: string): Promise<OperatorSurface> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const installation: Installation = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    // Endpoint and credentials come from the environment, as for every AWS client.
    aws: { region },
    outputs,
    now: () => Date.now(),
    pause: () => sleep(PAUSE_MS),
  };
  const surface = new ControlSurface(installation, postalCodes);
  server.on('request', (request, response) => {
    if (!surface.handle(request, response)) send(response, { status: 404 });
  });
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: surface.url, stop };
}
