import { Problem } from './problems.ts';
import { isSandbox } from './sandbox.ts';
import { untilNextUtcDay } from './units.ts';

/** How often an account may do in a day what costs the service money and the account nothing (rule REQ-19). */
interface DailyLimit {
  most: number;
  /** Operations of which each call counts. */
  calls?: readonly string[];
  /** Operations of which only a refused call counts, since the others are paid. */
  refusals?: readonly string[];
  /** Operations whose stored files count, by their bytes. */
  bytesOf?: readonly string[];
  /** Operations that have a file read, whose rows count. */
  rowsOf?: readonly string[];
  /** Whether it holds in sandboxes alone, where nobody pays for what is created. */
  onlyInSandbox?: true;
  /** Whether people are counted each for themselves, so that a busy program locks nobody out (rule DASH-12). */
  ofEachPerson?: true;
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
  /** Each compares up to 500 addresses with the directory, for up to 10 seconds. */
  address_checks: { most: 20_000, calls: ['addresses-check'] },
  /** Each reads up to 2 MB of an index. */
  figures: { most: 1_000, calls: ['verification-figures-get'] },
  /** Each may wait for a receiver for 15 seconds. */
  webhook_tests: { most: 1_000, calls: ['webhook-endpoints-test'] },
  /** Each stores up to 10 MB. */
  uploads: { most: 50_000, calls: ['uploads-create'] },
  /** Each stores up to 8.5 MB for 15 days, and may stand for 10,000 letters. */
  spreadsheets: { most: 1_000, calls: ['mail-merges-create'] },
  /** Each reads and answers with up to 100 objects of 16 KB, or a PDF. More than one a second, all day. */
  lists: {
    most: 100_000,
    calls: [
      'letters-list',
      'letters-evidence',
      'verifications-list',
      'verification-attempts-list',
      'verification-evidence-get',
      'balance-transactions-list',
      'events-list',
      'webhook-endpoints-list',
      'webhook-deliveries-list',
      'letter-batches-list',
      'letter-batches-rows',
      'mail-merges-list',
      'mail-merges-rows',
      'people-list',
      'activity-list',
      'api-keys-list',
      'requests-list',
      'search',
      'postal-codes-search',
      'home',
    ],
    ofEachPerson: true,
  },
  /** Each stores up to 64 MB of rows for 15 days, also if it is never quoted. */
  letter_batch_files: { most: 500, calls: ['letter-batches-create'] },
  /** Each copies rows and PDFs of 164 MB for 15 days. */
  letter_batches: { most: 100, calls: ['letter-batches-quote'] },
  /** The PDF engine runs for each: five of the largest letter batches. */
  letter_batch_rows: { most: 500_000, rowsOf: ['letter-batches-quote'] },
  /** Each costs as much as paid ones, up to 500 letters (rule SBX-6). */
  sandbox_letter_batches: { most: 10, calls: ['letter-batches-quote'], onlyInSandbox: true },
  /** Each costs as much as a paid one, with its files. */
  sandbox: { most: 5_000, calls: orders, onlyInSandbox: true },
  /** Their files are kept as long as paid ones: 200 KB for each of those, which is twice an ordinary letter. */
  sandbox_files: { most: 1_000_000_000, bytesOf: orders, onlyInSandbox: true },
} as const satisfies Record<string, DailyLimit>;

export type DailyCount = keyof typeof dailyLimits;

/** A limit that applies to an operation. */
export interface AppliedLimit {
  name: DailyCount;
  most: number;
  /** Calls and refusals are counted where a request is admitted, bytes and rows where they are read. */
  counts: 'calls' | 'refusals' | 'bytes' | 'rows';
  /** Of the person who asks, rather than of the account. */
  ofEachPerson: boolean;
}

/** The limits of an operation in an account. */
export function dailyLimitsOf(operation: string, accountId: string): AppliedLimit[] {
  return Object.entries<DailyLimit>(dailyLimits).flatMap(([name, { most, onlyInSandbox, ofEachPerson, ...limit }]) => {
    if (onlyInSandbox && !isSandbox(accountId)) return [];
    const counts = countedBy(limit, operation);
    return counts ? [{ name: name as DailyCount, most, counts, ofEachPerson: ofEachPerson === true }] : [];
  });
}

function countedBy(
  { calls, refusals, bytesOf, rowsOf }: Pick<DailyLimit, 'calls' | 'refusals' | 'bytesOf' | 'rowsOf'>,
  operation: string,
): AppliedLimit['counts'] | undefined {
  if (calls?.includes(operation)) return 'calls';
  if (refusals?.includes(operation)) return 'refusals';
  if (bytesOf?.includes(operation)) return 'bytes';
  return rowsOf?.includes(operation) ? 'rows' : undefined;
}

/** Whether an operation has any limit, in whatever account. */
export const hasDailyLimit = (operation: string): boolean =>
  Object.values<DailyLimit>(dailyLimits).some((limit) => countedBy(limit, operation) !== undefined);

/** The refusal of what is over a limit, until the next day. */
export const dailyLimitExceeded = (now: number) =>
  new Problem('daily_limit_exceeded', { values: { seconds: Math.ceil(untilNextUtcDay(now) / 1000) } });
