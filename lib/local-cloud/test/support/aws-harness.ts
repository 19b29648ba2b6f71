import { LOCAL_SECRET_ACCESS_KEY } from '../../aws-signature.ts';
import { Clock } from '../../clock.ts';
import { awsRequestHandler, awsRoute, openEndpoint } from '../../endpoint.ts';
import type { AwsService, Cloud, CreatedResource, InvocationResult } from '../../service.ts';

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
  /** Options for an SDK client at the current virtual time. */
  clientConfig(): ClientConfig;
  /** Deliveries of the service to other services. */
  deliveries: Delivery[];
  logLines: string[];
  createResource(type: string, logicalId: string, properties: Record<string, unknown>): Promise<CreatedResource>;
  stop(): Promise<void>;
}

/** Serves one emulated service over HTTP, to real SDK clients, under a clock of its own that only `advanceTo` moves. */
export async function startHarness<Service extends AwsService>(
  build: (cloud: Cloud) => Service,
): Promise<Harness<Service>> {
  const clock = new Clock('still');
  const deliveries: Delivery[] = [];
  const logLines: string[] = [];
  const log = (line: string) => void logLines.push(line);
  const answer = awsRequestHandler(
    (request) => service.handle(request),
    () => service.name,
    log,
  );
  const server = await openEndpoint(0, [awsRoute(answer)], () => clock.now());
  const cloud: Cloud = {
    clock,
    region: 'sa-east-1',
    accountId: '000000000000',
    endpoint: server.url,
    invokeFunction: (): Promise<InvocationResult> => Promise.reject(new Error('no functions here')),
    deliver: async (targetArn, input) => void deliveries.push({ targetArn, input }),
    call: () => Promise.reject(new Error('no other services here')),
    log,
  };
  const service = build(cloud);

  return {
    service,
    clock,
    cloud,
    endpoint: server.url,
    clientConfig: () => ({
      endpoint: server.url,
      region: cloud.region,
      credentials: { accessKeyId: 'local', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
      maxAttempts: 1,
      systemClockOffset: clock.now() - Date.now(),
    }),
    deliveries,
    logLines,
    createResource: async (type, logicalId, properties) =>
      service.resourceTypes[type]!.create(properties, { logicalId }),
    stop: async () => {
      await service.stop?.();
      clock.stop();
      await server.stop();
    },
  };
}
