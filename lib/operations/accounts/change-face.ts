import { type Accounts, HostTaken } from '../../adapters/data/accounts/accounts.ts';
import type { Account } from '../../core/domain/accounts.ts';
import { type Face, faceDetails, faceOf } from '../../core/domain/faces.ts';
import { notAllowed, Problem } from '../../core/domain/problems.ts';
import { unprintableInName } from '../../pdf/own-letter/template-layout.ts';
import { defaultLetterProblems } from './letter-problems.ts';
import { requireAccount } from './require-account.ts';

export interface ChangeFaceDeps {
  accounts: Pick<Accounts, 'find' | 'setFace'>;
  /** Hosts at which the distribution serves pages, besides its own. */
  pageHosts: readonly string[];
}

/**
 * Changes the face of a company's letters and pages (rule ACC-8). Existing letters keep what is printed on them, and
 * their links keep working.
 * @param changes omitted fields stay unchanged; null resets a field
 * @throws Problem invalid_parameters · resource_not_found
 */
export async function changeFace(deps: ChangeFaceDeps, accountId: string, changes: Partial<Face>): Promise<Account> {
  const account = await requireAccount(deps.accounts, accountId);
  const face = changedFace(account, changes);
  const { page_host } = changes;
  if (page_host && !deps.pageHosts.includes(page_host)) throw refusedHost('host_not_served', page_host);
  try {
    const changed = await deps.accounts.setFace(accountId, face);
    if (!changed) throw new Problem('resource_not_found');
    return changed;
  } catch (error) {
    if (error instanceof HostTaken) throw refusedHost('host_taken', error.host);
    throw error;
  }
}

/**
 * The face of an account after changes, if letters and pages can show it.
 * @throws Problem invalid_parameters
 */
export function changedFace(account: Account, changes: Partial<Face>): Face {
  const face = { ...faceOf(account), ...changes };
  face.accent_color = face.accent_color?.toLowerCase() ?? null;
  const details = faceDetails(changes);
  const character = unprintableInName(changes.support_contact ?? '');
  if (details.length === 0 && character !== undefined)
    details.push({ param: 'support_contact', code: 'invalid_value', values: { character } });
  // The contact takes space in the letter too, so the default texts must still fit.
  if (details.length === 0) details.push(...defaultLetterProblems({ ...account, face }, account.default_letter));
  if (details.length > 0) throw Problem.invalid(details);
  return face;
}

function refusedHost(reason: 'host_not_served' | 'host_taken', host: string): Problem {
  return Problem.invalid([{ param: 'page_host', ...notAllowed({ reason, host }) }]);
}
