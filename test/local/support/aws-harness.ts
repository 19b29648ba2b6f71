import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { LOCAL_SECRET_ACCESS_KEY } from '../../../lib/local/aws-signature.ts';
import { Clock } from '../../../lib/local/clock.ts';
import type { AwsService, Cloud, CreatedResource, InvocationResult } from '../../../lib/local/service.ts';

export interface Delivery {
  targetArn: string;
  input: unknown;
}

export interface ClientConfig {
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  maxAttempts: number;
  systemClockOffset: number;
}

export interface Harness<Service extends AwsService> {
  service: Service;
  clock: Clock;
  cloud: Cloud;
  endpoint: string;
  /** For the constructor of an SDK client that lives at the present virtual time. */
  clientConfig(): ClientConfig;
  /** What the service handed to other services. */
  deliveries: Delivery[];
  logLines: string[];
  createResource(type: string, logicalId: string, properties: Record<string, unknown>): Promise<CreatedResource>;
  stop(): Promise<void>;
}

/** Serves one emulated service over HTTP, to real SDK clients, under a clock of its own. */
export async function startHarness<Service extends AwsService>(
  build: (cloud: Cloud) => Service,
): Promise<Harness<Service>> {
  const clock = new Clock();
  const deliveries: Delivery[] = [];
  const logLines: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { status, headers, body } = await service.handle({
        service: service.name,
        operation: String(request.headers['x-amz-target']).split('.')[1],
        method: request.method!,
        url: new URL(`http://${request.headers.host}${request.url}`),
        headers: request.headers as Record<string, string>,
        body: await buffer(request),
      });
      response.writeHead(status, headers).end(body);
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const cloud: Cloud = {
    clock,
    region: 'sa-east-1',
    accountId: '000000000000',
    endpoint,
    invokeFunction: (): Promise<InvocationResult> => Promise.reject(new Error('no functions here')),
    deliver: async (targetArn, input) => void deliveries.push({ targetArn, input }),
    call: () => Promise.reject(new Error('no other services here')),
    log: (line) => logLines.push(line),
  };
  const service = build(cloud);

  return {
    service,
    clock,
    cloud,
    endpoint,
    clientConfig: () => ({
      endpoint,
      region: cloud.region,
      credentials: { accessKeyId: 'local', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
      maxAttempts: 1,
      systemClockOffset: clock.now() - Date.now(),
    }),
    deliveries,
    logLines,
    createResource: async (type, logicalId, properties) =>
      service.resourceTypes[type]!.create(properties, { logicalId, metadata: {} }),
    stop: async () => {
      await service.stop?.();
      clock.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
