import type { Accounts } from '../../adapters/data/accounts.ts';
import { Problem } from '../../core/domain/problems.ts';

/**
 * Takes the logo of an account away; without one nothing changes. Letters made before keep it.
 * @throws Problem resource_not_found
 */
export async function removeLogo(accounts: Pick<Accounts, 'setLogo'>, accountId: string): Promise<void> {
  if (!(await accounts.setLogo(accountId, null))) throw new Problem('resource_not_found');
}
