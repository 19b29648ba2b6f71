import type { Letters } from '../../../lib/data/letters.ts';
import type { PrintBatches } from '../../../lib/data/print-batches.ts';
import type { Letter, LetterMove } from '../../../lib/domain/letters.ts';
import { concurrently } from '../../../lib/operations/concurrently.ts';
import { moveLetterTo, type MoveLetterDeps } from '../../../lib/operations/move-letter.ts';
import {
  parseReport,
  type ParsedLine,
  type PrintReport,
  type ReportRefusal,
  type ReportResult,
} from '../../../lib/production/print-report.ts';

export interface Deps extends MoveLetterDeps {
  letters: Letters;
  batches: Pick<PrintBatches, 'findMailing'>;
}

type Outcome = Pick<ReportResult, 'result' | 'reason'>;

const MAILINGS_AT_ONCE = 8;

/**
 * Applies a print house's report, line by line and once each: a line that comes again is `already_applied`. Lines about
 * one mailing keep their order.
 */
export async function applyReport(deps: Deps, text: string): Promise<ReportResult[]> {
  const lines = parseReport(text);
  const byMailing = Map.groupBy(lines, (line) => line.id);
  const results = await concurrently([...byMailing.values()], MAILINGS_AT_ONCE, async (own) => {
    const outcomes: ReportResult[] = [];
    for (const line of own) outcomes.push({ line: line.line, id: line.id, ...(await applyLine(deps, line)) });
    return outcomes;
  });
  return results.flat().sort((a, b) => a.line - b.line);
}

async function applyLine(deps: Deps, line: ParsedLine): Promise<Outcome> {
  if (!line.report) return refused(line.refusal ?? 'invalid_line');
  const mailing = await deps.batches.findMailing(line.report.id);
  const found = mailing && (await deps.letters.find(mailing.account_id, mailing.id));
  if (!found) return refused('not_in_production');
  const { letter } = found;
  const moves = movesFor(letter, line.report);
  if (!Array.isArray(moves)) return moves;
  // Steps that were never reported are made up for with the same instant, each with its event.
  const at = deps.now();
  let current = found;
  for (const move of moves) {
    const outcome = await moveLetterTo(deps, current, move, { at });
    if (!outcome.moved) return applyLine(deps, line);
    current = (await deps.letters.find(letter.account_id, letter.id)) ?? current;
  }
  return { result: 'applied' };
}

/** The transitions a report asks for from where the letter stands, or why there are none. */
function movesFor(letter: Letter, report: PrintReport): LetterMove[] | Outcome {
  if (letter.status === 'canceled') return refused('letter_canceled');
  if (letter.status === 'failed')
    return report.status === 'failed' ? { result: 'already_applied' } : refused('letter_failed');
  if (letter.status === 'posted') return judgePosted(letter, report);
  const print: LetterMove[] = letter.status === 'in_production' ? [{ trigger: 'print' }] : [];
  switch (report.status) {
    case 'printed':
      return print.length > 0 ? print : { result: 'already_applied' };
    case 'posted': {
      const registered = letter.postal_services.includes('registered');
      if (registered && report.tracking_code === null) return refused('tracking_code_required');
      return [...print, { trigger: 'post', tracking_code: registered ? report.tracking_code : null }];
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

function refused(reason: ReportRefusal): Outcome {
  return { result: 'refused', reason };
}
