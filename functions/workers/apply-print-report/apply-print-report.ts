import type { Versioned } from '../../../lib/data/mailings.ts';
import type { PrintBatches } from '../../../lib/data/print-batches.ts';
import { concurrently } from '../../../lib/operations/concurrently.ts';
import { byKind, findMailing, type MailingDeps } from '../../../lib/operations/mailings-of-both-kinds.ts';
import { moveLetterTo } from '../../../lib/operations/move-letter.ts';
import { moveVerificationTo } from '../../../lib/operations/move-verification.ts';
import type { Inbox, Report } from '../../../lib/production/inbox.ts';
import {
  parseReport,
  renderResults,
  type ParsedLine,
  type ReportResult,
} from '../../../lib/production/print-report.ts';
import { letterMoves } from './letter-report.ts';
import { refused, type Outcome } from './outcome.ts';
import { verificationMoves } from './verification-report.ts';

export type Deps = MailingDeps & {
  batches: Pick<PrintBatches, 'findMailing'>;
  inbox: Pick<Inbox, 'read' | 'readPart' | 'writePart' | 'writeResult'>;
  /** Lines applied between two notes of how far a report has come. */
  partLines: number;
};

const MAILINGS_AT_ONCE = 8;

/**
 * Applies a print house's report, line by line and once each, and writes its result. What is done is noted part by part:
 * after a kill, and when time runs short, the next call goes on from there, and a call too many writes the same result.
 * @param mayGoOn false when time runs out
 * @returns false when the report is not finished
 */
export async function applyReport(deps: Deps, reportKey: string, mayGoOn: () => boolean): Promise<boolean> {
  const report = await deps.inbox.read(reportKey);
  if (!report) {
    const refusal: ReportResult = { line: 0, id: null, ...refused('report_too_long') };
    await deps.inbox.writeResult(reportKey, renderResults([refusal]));
    return true;
  }
  const lines = parseReport(report.text);
  const parts: string[] = [];
  for (let start = 0; start < lines.length; start += deps.partLines) {
    if (!mayGoOn()) return false;
    const own = lines.slice(start, start + deps.partLines);
    parts.push((await deps.inbox.readPart(report, parts.length)) ?? (await applyPart(deps, report, parts.length, own)));
  }
  await deps.inbox.writeResult(reportKey, parts.join(''));
  return true;
}

async function applyPart(deps: Deps, report: Report, part: number, lines: readonly ParsedLine[]): Promise<string> {
  const results = renderResults(await applyLines(deps, lines));
  await deps.inbox.writePart(report, part, results);
  return results;
}

/** A line that comes again is `already_applied`. Lines about one mailing keep their order. */
async function applyLines(deps: Deps, lines: readonly ParsedLine[]): Promise<ReportResult[]> {
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
