import { LETTER_BATCH_DAYS } from '../domain/letter-batch-limits.ts';
import type { MailMergeStatus } from '../domain/mail-merge-statuses.ts';
import type { Tally } from '../domain/mail-merges.ts';
import { DAY_MS } from '../domain/units.ts';
import type { LetterBatchResource, LetterBatchRowResource, letterBatchStatuses } from '../schemas/letter-batch.ts';
import type { MailMerge, MailMergeRow } from '../schemas/mail-merge.ts';
import { priceResource } from './price.ts';
import { timestamp, timestampOrNull } from './timestamps.ts';

const shownStatus: Partial<Record<MailMergeStatus, (typeof letterBatchStatuses)[number]>> = {
  draft: 'awaiting_rows',
  done: 'completed',
};

/**
 * The documented JSON of a letter batch (rule LBT-1), or of letters from a spreadsheet of the dashboard, which have no
 * quote and are charged letter by letter.
 * @param tally of the rows that have a result so far
 */
export function letterBatchResource(mailMerge: MailMerge, tally: Tally): LetterBatchResource {
  const { total, ...counts } = tally;
  const { batch, status, rows, created_at } = mailMerge;
  const ended = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    id: mailMerge.id,
    object: 'letter_batch',
    status: shownStatus[status] ?? (status as LetterBatchResource['status']),
    filename: mailMerge.filename,
    rows: rows === 0 ? null : rows,
    counts: { ...counts, waiting: rows - ended },
    quote: batch?.quote ? quoteResource(batch.quote) : null,
    charged: batch ? batch.charged : total,
    refunded: batch?.refunded ?? 0,
    problems: (batch?.problems ?? []).map(({ param, code }) => ({ param, code })),
    created_at: timestamp(created_at),
    expires_at: timestamp(created_at + LETTER_BATCH_DAYS * DAY_MS),
    confirmed_at: timestampOrNull(mailMerge.confirmed_at ?? undefined),
    ended_at: timestampOrNull(batch?.ended_at ?? undefined),
  };
}

function quoteResource({
  hash,
  letters,
  refused,
  total,
  prices,
}: NonNullable<NonNullable<MailMerge['batch']>['quote']>) {
  const shown = prices.map((share) => ({ ...share, price: priceResource(share.price) }));
  return { hash, letters, refused, total, currency: 'BRL' as const, prices: shown };
}

/** @param messageOf the text of a problem, in the reader's language */
export function letterBatchRowResource(
  { row, line, state, letter_id, total, problems }: MailMergeRow,
  messageOf: (problem: MailMergeRow['problems'][number]) => string,
): LetterBatchRowResource {
  return {
    object: 'letter_batch_row',
    row,
    line,
    state,
    letter_id,
    price: total,
    problems: problems.map((problem) => ({ param: problem.param, code: problem.code, message: messageOf(problem) })),
  };
}
