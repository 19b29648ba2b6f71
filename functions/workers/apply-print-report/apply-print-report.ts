import type { Versioned } from '../../../lib/data/mailings.ts';
import type { PrintBatches } from '../../../lib/data/print-batches.ts';
import { concurrently } from '../../../lib/operations/concurrently.ts';
import { byKind, findMailing, type MailingDeps } from '../../../lib/operations/mailings-of-both-kinds.ts';
import { moveLetterTo } from '../../../lib/operations/move-letter.ts';
import { moveVerificationTo } from '../../../lib/operations/move-verification.ts';
import { parseReport, type ParsedLine, type ReportResult } from '../../../lib/production/print-report.ts';
import { letterMoves } from './letter-report.ts';
import { refused, type Outcome } from './outcome.ts';
import { verificationMoves } from './verification-report.ts';

export type Deps = MailingDeps & { batches: Pick<PrintBatches, 'findMailing'> };

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
  const { report, refusal = 'invalid_line' } = line;
  if (!report) return refused(refusal);
  const batched = await deps.batches.findMailing(report.id);
  const found = batched && (await findMailing(deps, batched));
  if (!found) return refused('not_in_production');
  // Steps that were never reported are made up for with the same instant, each with its event.
  const at = deps.now();
  const applied = await byKind(found, {
    letter: (letter) =>
      applyMoves(letter, letterMoves(letter.mailing, report), (now, move) => moveLetterTo(deps, now, move, { at })),
    verification: (verification) =>
      applyMoves(verification, verificationMoves(verification.mailing, report), (now, move) =>
        moveVerificationTo(deps, now, move, { at }),
      ),
  });
  return applied ?? applyLine(deps, line);
}

/** Takes a mailing through the moves, if it is moves that are wanted; undefined when somebody else moved it meanwhile. */
async function applyMoves<M, Move>(
  found: Versioned<M>,
  wanted: Move[] | Outcome,
  apply: (found: Versioned<M>, move: Move) => Promise<Versioned<M> & { moved: boolean }>,
): Promise<Outcome | undefined> {
  if (!Array.isArray(wanted)) return wanted;
  let current = found;
  for (const move of wanted) {
    const outcome = await apply(current, move);
    if (!outcome.moved) return undefined;
    current = outcome;
  }
  return { result: 'applied' };
}
