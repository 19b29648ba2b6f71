import type { MailMerge, MailMergeRow } from '../schemas/mail-merge.ts';
import type { MailMergeStatus, PauseReason, RowState } from './mail-merge-statuses.ts';

/** Rows of one queue message: about 10 s of work. */
export const SLICE_ROWS = 100;

/** Allowed next statuses of a mail merge (rule DASH-13). */
const next: Readonly<Record<MailMergeStatus, readonly MailMergeStatus[]>> = {
  draft: ['sending', 'canceling'],
  sending: ['paused', 'canceling', 'done'],
  paused: ['sending', 'canceling'],
  done: ['canceling'],
  canceling: ['canceled'],
  canceled: [],
};

/** Hashes of the two files of a mail merge. */
export type FileHashes = Required<Pick<MailMerge, 'document_sha256' | 'rows_sha256'>>;

export type MailMergeMove =
  | { to: 'sending'; at: number; files: FileHashes }
  | { to: 'canceling'; at: number }
  | { to: 'paused'; reason: PauseReason }
  | { to: 'done' | 'canceled'; tally: Tally };

/** The mail merge after a move; undefined if its status does not allow the move. */
export function moveMailMerge(mailMerge: MailMerge, move: MailMergeMove): MailMerge | undefined {
  if (!next[mailMerge.status].includes(move.to)) return undefined;
  const moved: MailMerge = { ...mailMerge, status: move.to, pause_reason: null, tally: null };
  switch (move.to) {
    case 'sending':
      return { ...moved, ...move.files, confirmed_at: mailMerge.confirmed_at ?? move.at };
    case 'canceling':
      return { ...moved, confirmed_at: mailMerge.confirmed_at ?? move.at };
    case 'paused':
      return { ...moved, pause_reason: move.reason };
    case 'done':
    case 'canceled':
      return { ...moved, tally: move.tally };
  }
}

/** Whether the queue works on its rows. */
export const isInProgress = ({ status }: MailMerge) => status === 'sending' || status === 'canceling';

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

export function slicesOf({ id, account_id, rows }: Pick<MailMerge, 'id' | 'account_id' | 'rows'>): Slice[] {
  return Array.from({ length: Math.ceil(rows / SLICE_ROWS) }, (_, index) => ({
    account_id,
    mail_merge_id: id,
    first: index * SLICE_ROWS + 1,
    last: Math.min((index + 1) * SLICE_ROWS, rows),
  }));
}
