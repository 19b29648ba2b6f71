import { startDynamoDbLocal } from '@malote/local-cloud/dynamodb/dynamodb-local.ts';
import { serveInMemoryDynamoDb } from '@malote/local-cloud/dynamodb/in-memory/in-memory-server.ts';
import type { SharedService } from '../shared-service.ts';

/** Started by `shared-services.ts`; ends with it. */
export type ServiceName = 'database' | 'tables' | 'assembly' | 'service';

export type ServiceAnswer = { name: ServiceName; value?: unknown; error?: string };

const started = new Map<ServiceName, Promise<unknown>>();
/** Running services, the newest last. */
const running: { stop(): Promise<void> }[] = [];

const starters: Record<ServiceName, () => Promise<unknown>> = {
  database: async () => {
    const database = await startDynamoDbLocal();
    running.push(database);
    return database.endpoint;
  },
  tables: async () => {
    if (process.env.TEST_TABLES === 'dynamodb-local') return start('database');
    const tables = await serveInMemoryDynamoDb('sa-east-1');
    running.push(tables);
    return tables.url;
  },
  assembly: async () => {
    const { localAssembly } = await import('../../../lib/programs/local-service/assembly.ts');
    return localAssembly('.build/test-assembly');
  },
  service: startService,
};

process.on('message', (name: ServiceName) => {
  start(name).then(
    (value) => process.send!({ name, value } satisfies ServiceAnswer),
    (error: Error) => process.send!({ name, error: error.message } satisfies ServiceAnswer),
  );
});
process.once('disconnect', () => void stop());
// Ctrl+C reaches every process of the terminal; Jest exits first and disconnects.
process.on('SIGINT', () => undefined);

function start(name: ServiceName): Promise<any> {
  const starting = started.get(name) ?? starters[name]();
  started.set(name, starting);
  return starting;
}

/** Many files call a function now and then: kept this long, most functions start only once for all of them. */
const LONGEST_IDLE_MS = 30_000;

/** The service that the contract tests share: each test has its own accounts, and none advances the clock. */
async function startService(): Promise<SharedService> {
  const [assembly, { startLocalService }] = await Promise.all([
    start('assembly'),
    import('../../../lib/programs/local-service/local-service.ts'),
  ]);
  const service = await startLocalService({
    assembly,
    port: 0,
    longestIdleMs: LONGEST_IDLE_MS,
    log: () => undefined,
  });
  running.push(service);
  const { description, cloud } = service;
  return {
    baseUrl: description.base_url,
    controlUrl: description.control_url,
    awsEndpoint: cloud.endpoint,
    outputs: cloud.outputs,
  };
}

async function stop(): Promise<void> {
  for (const service of running.splice(0).reverse()) await service.stop();
  process.exit();
}
