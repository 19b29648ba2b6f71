import { isSandbox } from './sandbox.ts';

/** How often an account may do in a day what costs the service money and the account nothing (rule REQ-19). */
interface DailyLimit {
  most: number;
  /** Operations of which each call counts. */
  calls?: readonly string[];
  /** Operations of which only a refused call counts, since the others are paid. */
  refusals?: readonly string[];
  /** Whether it holds in sandboxes alone, where nobody pays for what is created. */
  onlyInSandbox?: true;
}

const orders = ['letters-create', 'verifications-create'] as const;

/**
 * The limits, stated once. Each is far above what a day's work needs: a customer who quotes every letter sends 20,000
 * letters a day. `docs/cost.md` says what a call costs and what a day of them costs at most.
 */
export const dailyLimits = {
  /** The PDF engine runs for each, for up to the whole time of its function if the file is hostile. */
  documents: {
    most: 20_000,
    calls: [
      'letters-quote',
      'verifications-quote',
      'letters-edit',
      'letters-document',
      'account-edit',
      'account-logo-set',
    ],
    refusals: orders,
  },
  /** Each reads up to 2 MB of an index. */
  figures: { most: 1_000, calls: ['verification-figures-get'] },
  /** Each may wait for a receiver for 15 seconds. */
  webhook_tests: { most: 1_000, calls: ['webhook-endpoints-test'] },
  /** Each stores up to 10 MB. */
  uploads: { most: 50_000, calls: ['uploads-create'] },
  /** Each costs as much as a paid one, with its files. */
  sandbox: { most: 5_000, calls: orders, onlyInSandbox: true },
} as const satisfies Record<string, DailyLimit>;

export type DailyCount = keyof typeof dailyLimits;

/** A limit that applies to an operation. */
export interface AppliedLimit {
  name: DailyCount;
  most: number;
  counts: 'calls' | 'refusals';
}

/** The limits of an operation in an account. */
export function dailyLimitsOf(operation: string, accountId: string): AppliedLimit[] {
  return Object.entries<DailyLimit>(dailyLimits).flatMap(([name, { most, calls, refusals, onlyInSandbox }]) => {
    if (onlyInSandbox && !isSandbox(accountId)) return [];
    const counts = calls?.includes(operation) ? 'calls' : refusals?.includes(operation) ? 'refusals' : undefined;
    return counts ? [{ name: name as DailyCount, most, counts }] : [];
  });
}

/** Whether an operation has any limit, in whatever account. */
export const hasDailyLimit = (operation: string): boolean =>
  Object.values<DailyLimit>(dailyLimits).some(({ calls = [], refusals = [] }) =>
    [...calls, ...refusals].includes(operation),
  );
