import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { MailingRef, MailingSearch } from '../../adapters/data/mailings/mailing-search.ts';
import type { Mailings } from '../../adapters/data/mailings/mailings.ts';
import { isId } from '../../core/domain/ids.ts';
import type { Letter } from '../../core/domain/letters.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { isTrackingCode } from '../../core/domain/tracking-codes.ts';
import type { Verification } from '../../core/domain/verifications.ts';
import { settleAll } from '../../core/settle-all.ts';
import { concurrently } from '../concurrently.ts';
import { findMailing } from './mailings-of-both-kinds.ts';

export interface FindMailingsDeps {
  accounts: Pick<Accounts, 'ids'>;
  search: MailingSearch;
  letters: Pick<Mailings<Letter>, 'find' | 'list'>;
  verifications: Pick<Mailings<Verification>, 'find' | 'list'>;
}

const ACCOUNTS_AT_ONCE = 16;
/** Results for one reference in one account; references need not be unique. */
const MOST_OF_A_REFERENCE = 100;

/**
 * Finds mailings by id, tracking code or reference. Ids and tracking codes match in any case and with blanks; a
 * reference matches exactly. By reference, the newest come first within each account, letters before verifications.
 * @param accountId searches only this account
 */
export async function findMailings(deps: FindMailingsDeps, text: string, accountId?: string): Promise<Mailing[]> {
  const accountIds = accountId === undefined ? await deps.accounts.ids() : [accountId];
  const bare = text.replace(/\s/g, '');
  const id = bare.toLowerCase();
  if (isId('letter', id) || isId('verification', id)) {
    const found = await deps.search.byId(accountIds, id);
    return found ? read(deps, [found]) : [];
  }
  const code = bare.toUpperCase();
  const letters = isTrackingCode(code) ? await deps.search.byTrackingCode(code) : [];
  const tracked = letters.filter(({ account_id }) => accountIds.includes(account_id));
  if (tracked.length > 0) return read(deps, tracked);
  return (await concurrently(accountIds, ACCOUNTS_AT_ONCE, (each) => withReference(deps, each, text))).flat();
}

async function read(deps: FindMailingsDeps, refs: readonly MailingRef[]): Promise<Mailing[]> {
  const found = await settleAll(refs.map((ref) => findMailing(deps, ref)));
  return found.flatMap((each) => each?.mailing ?? []);
}

async function withReference(deps: FindMailingsDeps, accountId: string, reference: string): Promise<Mailing[]> {
  const page = { limit: MOST_OF_A_REFERENCE };
  const [letters, verifications] = await settleAll([
    deps.letters.list(accountId, page, { reference }),
    deps.verifications.list(accountId, page, { reference }),
  ]);
  return [...letters.rows, ...verifications.rows];
}
