import { mayPerform } from '../../../core/domain/dashboard-operations.ts';
import { isId } from '../../../core/domain/ids.ts';
import { inAccount } from '../../../core/domain/people.ts';
import { Problem } from '../../../core/domain/problems.ts';
import { endOfSession, NOTED_EVERY_MS, type Session } from '../../../core/domain/sessions.ts';
import { settleAll } from '../../../core/settle-all.ts';
import { sha256 } from '../../../core/sha256.ts';
import { requireOwnPage, sessionCookie, siteOf } from '../dashboard-site.ts';
import type { ApiEvent, ApiMiddleware, DashboardStores, Exchange, SignedIn } from '../exchange.ts';

/** Only the dashboard has paths below an account; the API has none (test/cloud/infra/dashboard.test.ts). */
export const isOfDashboard = ({ resource }: Pick<ApiEvent, 'resource'>) =>
  resource.startsWith('/accounts/{account_id}/');

/**
 * Finds the person of the session and checks their permission in the account of the path (rules DASH-2, DASH-7 and
 * DASH-9).
 * @param operation its name in the table of permissions
 */
export function accountSession(stores: DashboardStores, operation: string): ApiMiddleware {
  return {
    before: async ({ event, context: { exchange } }) => {
      const { session, signedIn } = await openSession(event, exchange.now, stores);
      const accountId = event.pathParameters?.account_id ?? '';
      if (!isId('account', accountId)) throw new Problem('resource_not_found');
      const [person, membership] = await settleAll([
        personOf(session, stores),
        stores.people.membership(accountId, session.person_id),
      ]);
      // Whoever is refused is named in the log.
      exchange.person = person;
      exchange.accountId = accountId;
      if (!membership) throw new Problem('resource_not_found');
      exchange.person = inAccount(person, membership);
      exchange.role = membership.role;
      const isOwn = event.pathParameters?.person_id === person.id;
      if (!mayPerform(operation, membership.role, { isOwn })) throw new Problem('role_insufficient');
      exchange.signedIn = signedIn;
    },
  };
}

/** Finds the person of the session, for requests without an account. */
export function personSession(stores: DashboardStores): ApiMiddleware {
  return {
    before: async ({ event, context: { exchange } }) => {
      const { session, signedIn } = await openSession(event, exchange.now, stores);
      exchange.person = await personOf(session, stores);
      exchange.signedIn = signedIn;
    },
  };
}

/** @throws Problem request_from_elsewhere · session_missing · session_ended */
async function openSession(
  event: ApiEvent,
  now: Exchange['now'],
  { sessions }: DashboardStores,
): Promise<{ session: Session; signedIn: SignedIn }> {
  const site = siteOf(event);
  requireOwnPage(event, site);
  const token = sessionCookie.of(event, site);
  if (token === undefined) throw new Problem('session_missing');
  const tokenSha256 = sha256(token);
  const session = await sessions.find(tokenSha256);
  if (!session || endOfSession(session, site.limits) <= now) throw new Problem('session_ended');
  const isNoted = now - session.seen_at < NOTED_EVERY_MS;
  if (!isNoted) await sessions.note(tokenSha256, now, session);
  const expiresAt = endOfSession(isNoted ? session : { ...session, seen_at: now }, site.limits);
  return { session, signedIn: { tokenSha256, expiresAt } };
}

async function personOf({ person_id, generation }: Session, { people }: DashboardStores) {
  const person = await people.find(person_id);
  if (!person || person.generation !== generation) throw new Problem('session_ended');
  return person;
}
