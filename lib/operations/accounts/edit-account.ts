import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { PostalCodeDirectory } from '../../adapters/postal-codes/directory.ts';
import type { Account } from '../../core/domain/accounts.ts';
import type { OrderShape, PendingResponse } from '../../core/domain/calls.ts';
import { problemsOf } from '../../core/domain/order-problems.ts';
import { type Detail, Problem, type ValidFields } from '../../core/domain/problems.ts';
import type { AccountChanges } from '../../core/schemas/account.ts';
import { completeOrdered } from '../mailings/mailing-order.ts';
import { nameProblems, savedLetterProblems } from './letter-problems.ts';
import { requireAccount } from './require-account.ts';

export interface EditAccountDeps {
  accounts: Pick<Accounts, 'find' | 'edit'>;
  directory: Pick<PostalCodeDirectory, 'find'>;
}

export interface EditAccountOptions extends Partial<OrderShape> {
  /** The call's response, committed with the changes. */
  toResponse?: (after: Account) => PendingResponse;
}

/**
 * Changes the owners' settings of their account, all or none; last write wins. Existing letters and pages keep what is
 * printed on them (rules ACC-6, ACC-7).
 * @param changes omitted fields stay unchanged, but a default letter is replaced as a whole
 * @throws Problem invalid_parameters with all problems: of the shape, of an address that cannot be completed, and of
 *   unprintable names and texts · resource_not_found
 */
export async function editAccount(
  { accounts, directory }: EditAccountDeps,
  accountId: string,
  { trade_name, default_sender, ...changes }: ValidFields<AccountChanges>,
  { violations = [], fields = [], toResponse }: EditAccountOptions = {},
): Promise<Account> {
  const before = await requireAccount(accounts, accountId);
  const details: Detail[] = [];
  // Texts with problems of shape are not set in a letter.
  const default_letter = violations.some(({ param }) => param.startsWith('default_letter'))
    ? undefined
    : changes.default_letter;
  const sender = default_sender && completeOrdered({ directory }, default_sender, 'default_sender', details);
  const after = {
    ...before,
    ...(trade_name !== undefined && { trade_name: trade_name?.trim() || null }),
    default_letter: default_letter ?? before.default_letter,
  };
  const names = after.trade_name === before.trade_name ? [] : nameProblems(after);
  details.push(...names);
  // A longer name takes space in the letter too, so the default texts must still fit.
  const isNewPaper = default_letter !== undefined || after.trade_name !== before.trade_name;
  if (names.length === 0 && isNewPaper) details.push(...savedLetterProblems(after, after.default_letter));
  const problems = problemsOf(fields, violations, details);
  if (problems.length > 0) throw Problem.invalid(problems);

  const { authenticity } = changes;
  const changed = {
    ...(authenticity !== undefined && { authenticity }),
    ...(trade_name !== undefined && { trade_name: after.trade_name }),
    ...(sender && { default_sender: sender }),
    ...(default_letter && { default_letter }),
  };
  if (Object.keys(changed).length === 0) return before;
  const edited = { ...before, ...changed };
  if (!(await accounts.edit(accountId, changed, toResponse?.(edited)))) throw new Problem('resource_not_found');
  return edited;
}
