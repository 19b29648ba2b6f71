import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { PendingResponse } from '../../core/domain/calls.ts';
import { Problem } from '../../core/domain/problems.ts';

/**
 * Removes the logo of an account, if any. Existing letters keep it.
 * @param response the call's response, committed with the removal
 * @throws Problem resource_not_found
 */
export async function removeLogo(
  accounts: Pick<Accounts, 'setLogo'>,
  accountId: string,
  response?: PendingResponse,
): Promise<void> {
  if (!(await accounts.setLogo(accountId, null, response))) throw new Problem('resource_not_found');
}
