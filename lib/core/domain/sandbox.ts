import { SANDBOX_SUFFIX } from './ids.ts';

/**
 * The sandbox of an account is the same company under its own id: whatever separates accounts separates the two
 * (docs/decisions/sandbox.md).
 */
export const sandboxIdOf = (accountId: string) => `${accountId}${SANDBOX_SUFFIX}`;

export const isSandbox = (accountId: string) => accountId.endsWith(SANDBOX_SUFFIX);

/** The account of a sandbox; a live account is its own. */
export const liveIdOf = (accountId: string) =>
  isSandbox(accountId) ? accountId.slice(0, -SANDBOX_SUFFIX.length) : accountId;

/** The ids of an account and its sandbox; a sandbox has none of its own. */
export const idsWithSandbox = (accountId: string) =>
  isSandbox(accountId) ? [accountId] : [accountId, sandboxIdOf(accountId)];

/** Who advances a mailing: exactly one of them (rule SBX-3). */
export type Producer = 'print_house' | 'simulator';

export function producerOf({ account_id }: { account_id: string }): Producer {
  return isSandbox(account_id) ? 'simulator' : 'print_house';
}

/** Centavos of play money at the start, and the balance below which a sandbox is topped up (rule SBX-2). */
export const playMoney = { full: 1_000_000, low: 500_000 } as const;

/** The code of every verification in a sandbox: nobody gets a letter to read it from (rule SBX-5). */
export const SANDBOX_CODE = '123456';
