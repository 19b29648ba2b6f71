import { type DynamoDbLocal, startDynamoDbLocal } from '@malote/local-cloud/dynamodb/dynamodb-local.ts';
import { synthesize } from '../../lib/infra/synth.ts';
import { type LocalService, startLocalService } from '../../lib/programs/local-service/local-service.ts';

declare global {
  var serviceDatabase: DynamoDbLocal | undefined;
  var service: LocalService | undefined;
}

/**
 * Bundles and synthesizes once, and starts the service that the contract tests share: each with accounts of its own, none
 * winding its clock. Journeys start a service each, from the same assembly.
 */
export default async function startService(): Promise<void> {
  const starting = startDynamoDbLocal();
  const assembly = await synthesize({ outdir: '.build/test-assembly', validation: false });
  globalThis.serviceDatabase = await starting;
  process.env.SERVICE_DATABASE = globalThis.serviceDatabase.endpoint;
  process.env.SERVICE_ASSEMBLY = assembly;
  globalThis.service = await startLocalService({
    assembly,
    port: 0,
    log: () => undefined,
    dynamoDb: { endpoint: globalThis.serviceDatabase.endpoint, accessKeyId: 'contracts' },
  });
  const { description, cloud } = globalThis.service;
  process.env.SERVICE_BASE_URL = description.base_url;
  process.env.SERVICE_CONTROL_URL = description.control_url;
  process.env.SERVICE_AWS_ENDPOINT = cloud.endpoint;
  process.env.SERVICE_OUTPUTS = JSON.stringify(cloud.outputs);
}
