import type { LetterBatchPart } from '../schemas/letter-batch.ts';
import type { MailMerge, MailMergeRow } from '../schemas/mail-merge.ts';
import type { MailMergeStatus, PauseReason, RowState } from './mail-merge-statuses.ts';
import { HOUR_MS, MINUTE_MS } from './units.ts';

/** Rows of one queue message: about 10 s of work. */
export const SLICE_ROWS = 100;

/** Allowed next statuses of a mail merge (rules DASH-13 and LBT-1). */
const next: Readonly<Record<MailMergeStatus, readonly MailMergeStatus[]>> = {
  draft: ['checking', 'sending', 'canceling'],
  checking: ['quoted', 'failed', 'canceling'],
  quoted: ['sending', 'canceling'],
  sending: ['paused', 'canceling', 'done'],
  paused: ['sending', 'canceling'],
  done: ['canceling'],
  canceling: ['canceled'],
  canceled: [],
  failed: [],
};

/** Hashes of the two files of a mail merge. */
export type FileHashes = Required<Pick<MailMerge, 'document_sha256' | 'rows_sha256'>>;

export type MailMergeMove =
  | { to: 'sending'; at: number; files?: FileHashes; batch?: Partial<LetterBatchPart> }
  | { to: 'checking' }
  | { to: 'quoted' | 'failed'; batch: Partial<LetterBatchPart> }
  | { to: 'canceling'; at: number }
  | { to: 'paused'; reason: PauseReason }
  | { to: 'done' | 'canceled'; tally: Tally; batch?: Partial<LetterBatchPart> };

/** The mail merge after a move; undefined if its status does not allow the move. */
export function moveMailMerge(mailMerge: MailMerge, move: MailMergeMove): MailMerge | undefined {
  if (!next[mailMerge.status].includes(move.to)) return undefined;
  const moved: MailMerge = { ...mailMerge, status: move.to, pause_reason: null, tally: null };
  const batch = 'batch' in move && mailMerge.batch ? { batch: { ...mailMerge.batch, ...move.batch } } : {};
  switch (move.to) {
    case 'checking':
    case 'quoted':
    case 'failed':
      return { ...moved, ...batch };
    case 'sending':
      return { ...moved, ...batch, ...move.files, confirmed_at: mailMerge.confirmed_at ?? move.at };
    case 'canceling':
      // A letter batch that was never confirmed has charged nothing.
      return mailMerge.batch ? moved : { ...moved, confirmed_at: mailMerge.confirmed_at ?? move.at };
    case 'paused':
      return { ...moved, pause_reason: move.reason };
    case 'done':
    case 'canceled':
      return { ...moved, ...batch, tally: move.tally };
  }
}

/** Whether the queue works on its rows. */
export const isInProgress = ({ status }: Pick<MailMerge, 'status'>) =>
  status === 'checking' || status === 'sending' || status === 'canceling';

/** How many rows have each result, and the total price of the letters that remain. */
export type Tally = Record<RowState, number> & { total: number };

export function tallyOf(rows: readonly Pick<MailMergeRow, 'state' | 'total'>[]): Tally {
  const tally: Tally = { created: 0, refused: 0, dropped: 0, canceled: 0, kept: 0, total: 0 };
  for (const { state, total } of rows) {
    tally[state] += 1;
    if (state === 'created' || state === 'kept') tally.total += total ?? 0;
  }
  return tally;
}

/** The rows of a mail merge that one message covers, counted from 1. */
export interface Slice {
  account_id: string;
  mail_merge_id: string;
  first: number;
  last: number;
}

/** Rows that still need work: a row without a result, and while canceling, a letter that may still be canceled. */
export function openRows(
  { rows, status }: Pick<MailMerge, 'rows' | 'status'>,
  results: readonly Pick<MailMergeRow, 'row' | 'state'>[],
): number[] {
  const settled = results.filter(({ state }) => status !== 'canceling' || state !== 'created');
  const settledRows = new Set(settled.map(({ row }) => row));
  return Array.from({ length: rows }, (_, index) => index + 1).filter((row) => !settledRows.has(row));
}

/** The slices with open rows. Without any, the last slice: the worker ends the mail merge after a slice. */
export function openSlices(mailMerge: MailMerge, open: readonly number[]): Slice[] {
  const slices = slicesOf(mailMerge);
  const withOpenRows = new Set(open.map((row) => Math.floor((row - 1) / SLICE_ROWS)));
  return open.length === 0 ? slices.slice(-1) : slices.filter((_, index) => withOpenRows.has(index));
}

/** What is known of the work on its rows. Instants are epoch milliseconds. */
export interface MailMergeWork {
  /** When its rows were queued last. */
  queued_at: number;
  /** Open rows at the last look. */
  open?: number;
  /** Since when there are as many. */
  unchanged_since?: number;
}

/** Time until the first look after its rows were queued, and between looks while they get results. */
export const MAIL_MERGE_LOOK_MS = 5 * MINUTE_MS;
const FIRST_REPETITION_MS = 10 * MINUTE_MS;
const LAST_REPETITION_MS = 6 * HOUR_MS;

export interface MailMergeLook {
  work: MailMergeWork;
  /** When to look again. */
  next: number;
  /** Whether it stands still, so that its rows must be queued again; since when, epoch milliseconds. */
  standingSince: number | null;
}

/**
 * A look at a mail merge in progress. One without a new result since the last look stands still: its messages were lost,
 * or keep failing. Its rows are queued again at once, after ten minutes, and later after a tenth of the time that it has
 * stood still: a cause that goes away within an hour and a half delays it by ten more minutes, and one that never
 * does makes four messages a day for each slice.
 */
export function lookAtMailMerge(work: MailMergeWork, open: number, now: number): MailMergeLook {
  const { unchanged_since = now } = work;
  if (work.open !== open)
    return { work: { ...work, open, unchanged_since: now }, next: now + MAIL_MERGE_LOOK_MS, standingSince: null };
  const pause = Math.min(Math.max(FIRST_REPETITION_MS, (now - unchanged_since) / 10), LAST_REPETITION_MS);
  return { work: { ...work, queued_at: now }, next: Math.round(now + pause), standingSince: unchanged_since };
}

/** All slices. A letter batch whose rows are not read yet has an empty one, the message of its beginning. */
export function slicesOf({ id, account_id, rows }: Pick<MailMerge, 'id' | 'account_id' | 'rows'>): Slice[] {
  return Array.from({ length: Math.max(Math.ceil(rows / SLICE_ROWS), 1) }, (_, index) => ({
    account_id,
    mail_merge_id: id,
    first: index * SLICE_ROWS + 1,
    last: Math.min((index + 1) * SLICE_ROWS, rows),
  }));
}
