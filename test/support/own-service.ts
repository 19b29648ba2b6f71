import { requestSharedService } from '@malote/local-cloud/test/support/database.ts';
import { readHardness } from '../../lib/programs/local-service/hardness.ts';
import { type LocalService, startLocalService } from '../../lib/programs/local-service/local-service.ts';

type OwnServiceOptions = Omit<Parameters<typeof startLocalService>[0], 'assembly' | 'port' | 'dynamoDb'>;

// Before any hook, since a build takes longer than a hook's timeout.
export const assembly = (await requestSharedService('assembly')) as string;

/** A service of the test file's own, whose clock it may advance, from the shared assembly. */
export async function startOwnService(options: Partial<OwnServiceOptions> = {}): Promise<LocalService> {
  return startLocalService({
    log: () => undefined,
    hardness: readHardness(),
    ...options,
    assembly,
    port: 0,
  });
}
