import type { ApiKeys } from '../../adapters/data/accounts/api-keys.ts';
import type { MailMerges } from '../../adapters/data/mailings/mail-merges.ts';
import type { Mailings } from '../../adapters/data/mailings/mailings.ts';
import type { Ledger } from '../../adapters/data/money/ledger.ts';
import type { Events } from '../../adapters/data/table/events.ts';
import type { Account } from '../../core/domain/accounts.ts';
import { permissionFor } from '../../core/domain/dashboard-operations.ts';
import {
  HOME_DAYS,
  HOME_ROWS,
  lettersCovered,
  monthStart,
  MOST_AWAITING,
  MOST_CANCELED,
  MOST_MAIL_MERGES,
  MOST_PAID_IN,
  MOST_SCHEDULED,
  paidInTypes,
  spentSince,
} from '../../core/domain/home.ts';
import type { Letter } from '../../core/domain/letters.ts';
import type { MailMergeStatus } from '../../core/domain/mail-merge-statuses.ts';
import type { Role } from '../../core/domain/people.ts';
import { priceOf, type PriceTable } from '../../core/domain/prices.ts';
import { DAY_MS } from '../../core/domain/units.ts';
import { CONFIRMATION_DAYS, EXPIRY_NOTICE_DAYS, type Verification } from '../../core/domain/verifications.ts';
import { foundLetter, foundVerification } from '../../core/resources/found-mailing.ts';
import { timestamp } from '../../core/resources/timestamps.ts';
import type { HomeResource } from '../../core/schemas/home.ts';
import { settleAll } from '../../core/settle-all.ts';
import { listApiKeys } from '../accounts/list-api-keys.ts';

export interface ShowHomeDeps {
  now: () => number;
  prices: PriceTable;
  letters: Pick<Mailings<Letter>, 'find' | 'list' | 'idsInStatus'>;
  verifications: Pick<Mailings<Verification>, 'find' | 'list' | 'idsInStatus'>;
  mailMerges: Pick<MailMerges, 'list'>;
  events: Pick<Events, 'list'>;
  ledger: Pick<Ledger, 'balance' | 'list'>;
  apiKeys: Pick<ApiKeys, 'list'>;
}

/** A letter of one page without anything that costs more. */
const PLAIN = { pages: 1, double_sided: false, color: false, postal_services: [] } as const;

/**
 * The first screen of an account (rule DASH-20): a constant number of queries, each with a limit.
 * @param role of the person who asks
 */
export async function showHome(deps: ShowHomeDeps, account: Account, role: Role | undefined): Promise<HomeResource> {
  const { id } = account;
  const now = deps.now();
  const [money, unsent, merges, scheduled, expiring, letters, verifications] = await settleAll([
    moneyOf(deps, account, now),
    unsentLetters(deps, id, now),
    openMailMerges(deps, id),
    deps.letters.idsInStatus(id, 'scheduled', { limit: MOST_SCHEDULED }),
    expiringVerifications(deps, id, now),
    deps.letters.list(id, { limit: HOME_ROWS }, {}),
    deps.verifications.list(id, { limit: HOME_ROWS }, {}),
  ]);
  const isNew = letters.rows.length + verifications.rows.length === 0;
  return {
    object: 'home',
    ...money,
    unsent,
    mail_merges: merges,
    scheduled: scheduled.length,
    expiring,
    letters: letters.rows.map(foundLetter),
    verifications: verifications.rows.map(foundVerification),
    first_steps: isNew ? { sender: account.default_sender.name, has_key: await hasKey(deps, id, role) } : null,
  };
}

async function moneyOf({ ledger, prices }: ShowHomeDeps, { id, plan }: Account, now: number) {
  const since = monthStart(now);
  const [balance, before, ...paidIn] = await settleAll([
    ledger.balance(id),
    ledger.list(id, { limit: 1, createdBefore: since }),
    ...paidInTypes.map((type) => ledger.list(id, { limit: MOST_PAID_IN, createdAfter: since }, type)),
  ]);
  const letter_price = priceOf(prices[plan], PLAIN).total;
  const isWhole = paidIn.every(({ next }) => next === null);
  const added = paidIn.flatMap(({ rows }) => rows);
  return {
    balance: balance.amount,
    letter_price,
    letters_covered: lettersCovered(balance.amount, letter_price),
    month: { since: timestamp(since), spent: isWhole ? spentSince(balance, before.rows[0], added) : null },
  };
}

/** Found by their events, because a scheduled letter may fail half a year after its creation. */
async function unsentLetters({ events, letters }: ShowHomeDeps, accountId: string, now: number) {
  const createdAfter = now - HOME_DAYS * DAY_MS;
  const pages = await settleAll([
    events.list(accountId, { limit: HOME_ROWS, createdAfter }, { type: 'letter.failed' }),
    events.list(accountId, { limit: MOST_CANCELED, createdAfter }, { type: 'letter.canceled' }),
  ]);
  const ids = pages.flatMap(({ rows }) => rows.map(({ object_id }) => object_id));
  const found = await settleAll(ids.map((letterId) => letters.find(accountId, letterId)));
  return found
    .flatMap((versioned) => versioned?.mailing ?? [])
    .filter(({ cancellation_reason }) => cancellation_reason !== 'requested')
    .map((letter) => ({ letter, at: letter.reached.failed ?? letter.reached.canceled! }))
    .sort((one, other) => other.at - one.at)
    .slice(0, HOME_ROWS)
    .map(({ letter, at }) => ({
      ...foundLetter(letter),
      failure_reason: letter.failure_reason,
      cancellation_reason: letter.cancellation_reason,
      ended_at: timestamp(at),
    }));
}

/** Those that ended, and letter batches whose rows have not arrived. */
const closed: readonly MailMergeStatus[] = ['draft', 'done', 'canceled', 'failed'];

async function openMailMerges({ mailMerges }: ShowHomeDeps, accountId: string) {
  const { rows } = await mailMerges.list(accountId, { limit: MOST_MAIL_MERGES });
  const open = rows.filter(({ status }) => !closed.includes(status));
  return [...open.filter(({ status }) => status === 'paused'), ...open.filter(({ status }) => status !== 'paused')]
    .slice(0, HOME_ROWS)
    .map(({ id, status, pause_reason, filename, rows: count }) => ({
      id,
      object: 'mail_merge' as const,
      status,
      pause_reason,
      filename,
      rows: count,
    }));
}

/** A code expires a fixed time after posting, so those that were created first expire first, but for days of production. */
async function expiringVerifications({ verifications }: ShowHomeDeps, accountId: string, now: number) {
  const soon = now + EXPIRY_NOTICE_DAYS * DAY_MS;
  const ids = await verifications.idsInStatus(accountId, 'awaiting_code', {
    limit: MOST_AWAITING,
    createdBefore: soon - CONFIRMATION_DAYS * DAY_MS,
    oldestFirst: true,
  });
  const found = await settleAll(ids.map((id) => verifications.find(accountId, id)));
  return found
    .flatMap((versioned) => versioned?.mailing ?? [])
    .flatMap((verification) => {
      const { status, expires_at } = verification;
      const isSoon = status === 'awaiting_code' && expires_at !== null && expires_at > now && expires_at <= soon;
      return isSoon ? [{ verification, expires_at }] : [];
    })
    .sort((one, other) => one.expires_at - other.expires_at)
    .slice(0, HOME_ROWS)
    .map(({ verification, expires_at }) => ({
      ...foundVerification(verification),
      expires_at: timestamp(expires_at),
    }));
}

/** Null for a role that does not see keys (rule DASH-2). */
async function hasKey(deps: ShowHomeDeps, accountId: string, role: Role | undefined): Promise<boolean | null> {
  const maySee = permissionFor('api-keys-list')?.roles.some((allowed) => allowed === role);
  if (!maySee) return null;
  return (await listApiKeys(deps, accountId)).some(({ revoked_at }) => revoked_at === null);
}
