import type { ApiKeys } from '../../adapters/data/accounts/api-keys.ts';
import type { Write } from '../../adapters/data/table/transactions.ts';
import type { WebhookEndpoints } from '../../adapters/data/webhooks/webhook-endpoints.ts';
import { Problem } from '../../core/domain/problems.ts';
import { idsWithSandbox } from '../../core/domain/sandbox.ts';
import { settleAll } from '../../core/settle-all.ts';

export interface MadeByDeps {
  apiKeys: Pick<ApiKeys, 'list' | 'revocations'>;
  endpoints: Pick<WebhookEndpoints, 'list' | 'removals'>;
  now: () => number;
}

/** What works on after its maker has lost a right, and what ends with it; ids of keys and webhook endpoints. */
export interface Ending {
  revoked: string[];
  /** Made by the person, or by a key of theirs, and still working. */
  kept: string[];
  /** Ends the revoked ones, in the transaction that changes the person. */
  writes: Write[];
}

/**
 * Chooses which keys and webhook endpoints of an account end together with a person's role (rule DASH-18).
 * @param revoke ids of any working keys and endpoints of the account and its sandbox
 * @throws Problem invalid_parameters for an id that is none of these
 */
export async function endingOf(
  { apiKeys, endpoints, now }: MadeByDeps,
  accountId: string,
  personId: string,
  revoke: readonly string[],
): Promise<Ending> {
  const owners = idsWithSandbox(accountId);
  const found = await settleAll(
    owners.map(async (owner) => {
      const [keys, receivers] = await settleAll([apiKeys.list(owner), endpoints.list(owner)]);
      const working = keys.filter(({ revoked_at }) => revoked_at === null);
      return { owner, keys: working, receivers, ofPerson: keys.filter(({ created_by }) => created_by === personId) };
    }),
  );
  const makers = new Set([personId, ...found.flatMap(({ ofPerson }) => ofPerson.map(({ id }) => id))]);
  const working = found.flatMap(({ keys, receivers }) => [...keys, ...receivers]);
  const ids = new Set(working.map(({ id }) => id));
  const unknown = revoke.filter((id) => !ids.has(id));
  if (unknown.length > 0)
    throw Problem.invalid([{ param: 'revoke', code: 'invalid_value', values: { allowed: [...ids].join(', ') } }]);
  const revoked = [...new Set(revoke)];
  const writes = await settleAll(
    found.map(async ({ owner, keys, receivers }) => {
      const among = (made: readonly { id: string }[]) => made.map(({ id }) => id).filter((id) => revoked.includes(id));
      return [
        ...(await apiKeys.revocations(owner, among(keys), now())),
        ...endpoints.removals(owner, among(receivers)),
      ];
    }),
  );
  const made = working.filter(
    ({ created_by }) => created_by !== null && created_by !== undefined && makers.has(created_by),
  );
  return { revoked, kept: made.map(({ id }) => id).filter((id) => !revoked.includes(id)), writes: writes.flat() };
}
