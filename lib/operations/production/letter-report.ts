import type { PrintReport } from '../../adapters/production/print-report.ts';
import { isTracked } from '../../core/domain/carrier-services.ts';
import type { Letter, LetterMove } from '../../core/domain/letters.ts';
import { type Outcome, refused } from './outcome.ts';

/**
 * The transitions for a report in the letter's current status, or the reason why it is rejected. Steps that were never
 * reported come first, at the same instant, each with its event.
 */
export function letterMoves(letter: Letter, given: PrintReport): LetterMove[] | Outcome {
  const outcome = judged(letter, given);
  if ('result' in outcome) return outcome;
  const { status, at, written = null } = given;
  const report = { status, at, line: written };
  return outcome.map((move) => (move === outcome.at(-1) ? { ...move, report } : move));
}

function judged(letter: Letter, report: PrintReport): LetterMove[] | Outcome {
  if (letter.status === 'canceled') return refused('letter_canceled');
  if (letter.status === 'failed')
    return report.status === 'failed' ? { result: 'already_applied' } : refused('letter_failed');
  if (letter.status === 'posted') return judgePosted(letter, report);
  const print: LetterMove[] = letter.status === 'in_production' ? [{ trigger: 'print' }] : [];
  switch (report.status) {
    case 'printed':
      return print.length > 0 ? print : { result: 'already_applied' };
    case 'posted': {
      const tracked = isTracked(letter.postal_services);
      if (tracked && report.tracking_code === null) return refused('tracking_code_required');
      if (tracked && report.is_shared) return refused('tracking_code_not_unique');
      return [...print, { trigger: 'post', tracking_code: tracked ? report.tracking_code : null }];
    }
    case 'failed':
      return [{ trigger: 'fail', reason: report.failure_reason }];
  }
}

function judgePosted(letter: Letter, report: PrintReport): Outcome {
  if (report.status === 'failed') return refused('letter_posted');
  const differs =
    report.status === 'posted' && letter.tracking_code !== null && report.tracking_code !== letter.tracking_code;
  return differs ? refused('tracking_code_differs') : { result: 'already_applied' };
}
