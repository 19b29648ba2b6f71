import type { Letter } from '../domain/letters.ts';
import { type Tally, tallyOf } from '../domain/mail-merges.ts';
import type { MailMerge, MailMergeResource, MailMergeRow, MailMergeRowResource } from '../schemas/mail-merge.ts';
import { foundLetter } from './found-mailing.ts';
import { timestamp } from './timestamps.ts';

/** @param tally of the rows that have a result so far */
export function mailMergeResource(mailMerge: MailMerge, tally: Tally = tallyOf([])): MailMergeResource {
  const { total, ...counts } = tally;
  const ended = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    id: mailMerge.id,
    object: 'mail_merge',
    status: mailMerge.status,
    pause_reason: mailMerge.pause_reason,
    filename: mailMerge.filename,
    rows: mailMerge.rows,
    counts: { ...counts, waiting: mailMerge.rows - ended },
    total,
    created_at: timestamp(mailMerge.created_at),
    confirmed_at: mailMerge.confirmed_at === null ? null : timestamp(mailMerge.confirmed_at),
  };
}

/**
 * @param letter its letter as it is now
 * @param messageOf the text of a problem, in the reader's language
 */
export function mailMergeRowResource(
  { row, line, state, letter_id, total, problems }: MailMergeRow,
  letter: Letter | undefined,
  messageOf: (problem: MailMergeRow['problems'][number]) => string,
): MailMergeRowResource {
  return {
    object: 'mail_merge_row',
    row,
    line,
    state,
    letter_id,
    letter: letter ? foundLetter(letter) : null,
    total,
    problems: problems.map((problem) => ({ param: problem.param, code: problem.code, message: messageOf(problem) })),
  };
}
