import { isLetter, type VersionedMailing } from '../../adapters/data/mailings/mailings.ts';
import type { PrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import type { Inbox, Report, ReportFile } from '../../adapters/production/inbox.ts';
import {
  type ParsedLine,
  parseReport,
  renderResults,
  type ReportResult,
} from '../../adapters/production/print-report.ts';
import { isId } from '../../core/domain/ids.ts';
import { TrackingCodeTaken } from '../../core/domain/tracking-codes.ts';
import { concurrently } from '../concurrently.ts';
import { moveLetterThrough } from '../letters/move-letter.ts';
import { findMailing, type MailingDeps } from '../mailings/mailings-of-both-kinds.ts';
import { moveVerificationTo } from '../verifications/move-verification.ts';
import { letterMoves } from './letter-report.ts';
import { type Outcome, refused } from './outcome.ts';
import { verificationMove } from './verification-report.ts';

export type Deps = MailingDeps & {
  batches: Pick<PrintBatches, 'findMailing'>;
  inbox: Pick<Inbox, 'read' | 'readPart' | 'writePart' | 'writeResult'>;
  /** Lines applied between two saves of the report's progress. */
  partLines: number;
};

const MAILINGS_AT_ONCE = 8;

/**
 * Applies a print house's report, each line once, and writes its result. Progress is saved part by part: after a kill
 * or when time runs out, the next call continues there; a repeated call writes the same result.
 * @param mayGoOn false when time runs out
 * @returns false if the report is not finished
 */
export async function applyReport(deps: Deps, file: ReportFile, mayGoOn: () => boolean): Promise<boolean> {
  const report = await deps.inbox.read(file);
  if (report.text === undefined) {
    const refusal: ReportResult = { line: 0, id: null, ...refused('report_too_long') };
    await deps.inbox.writeResult(report, renderResults([refusal]));
    return true;
  }
  const lines = parseReport(report.text);
  const parts: string[] = [];
  for (let start = 0; start < lines.length; start += deps.partLines) {
    if (!mayGoOn()) return false;
    const own = lines.slice(start, start + deps.partLines);
    parts.push((await deps.inbox.readPart(report, parts.length)) ?? (await applyPart(deps, report, parts.length, own)));
  }
  await deps.inbox.writeResult(report, parts.join(''));
  return true;
}

async function applyPart(deps: Deps, report: Report, part: number, lines: readonly ParsedLine[]): Promise<string> {
  const results = renderResults(await applyLines(deps, lines));
  await deps.inbox.writePart(report, part, results);
  return results;
}

/** A repeated line is `already_applied`. Lines about one mailing keep their order. */
async function applyLines(deps: Deps, lines: readonly ParsedLine[]): Promise<ReportResult[]> {
  const byMailing = Map.groupBy(lines, (line) => line.id);
  const results = await concurrently([...byMailing.values()], MAILINGS_AT_ONCE, async (own) => {
    const outcomes: ReportResult[] = [];
    for (const line of own) outcomes.push({ line: line.line, id: line.id, ...(await applyLine(deps, line)) });
    return outcomes;
  });
  return results.flat().sort((a, b) => a.line - b.line);
}

/** Each line is one transaction, so a rejected line changes nothing. */
async function applyLine(deps: Deps, line: ParsedLine): Promise<Outcome> {
  const { report, refusal = 'invalid_line' } = line;
  if (!report) return refused(refusal);
  const found = await findReported(deps, report.id);
  if (!found) return refused('not_in_production');
  const outcome = isLetter(found)
    ? await moved(letterMoves(found.mailing, report), (moves) =>
        moveLetterThrough(deps, found, moves, { asRead: true }),
      )
    : await moved(verificationMove(found.mailing, report), (move) =>
        moveVerificationTo(deps, found, move, { asRead: true }),
      );
  return outcome ?? applyLine(deps, line);
}

/** Finds a mailing that ever joined a batch. Malformed ids are skipped; they may be too long for a key. */
async function findReported(deps: Deps, id: string): Promise<VersionedMailing | undefined> {
  if (!isId('letter', id) && !isId('verification', id)) return undefined;
  const batched = await deps.batches.findMailing(id);
  return batched && findMailing(deps, batched);
}

/** Applies the moves unless the outcome is already decided; undefined when the mailing changed since it was read. */
async function moved<Wanted extends object>(
  wanted: Wanted | Outcome,
  move: (wanted: Wanted) => Promise<{ moved: boolean }>,
): Promise<Outcome | undefined> {
  if ('result' in wanted) return wanted;
  try {
    return (await move(wanted)).moved ? { result: 'applied' } : undefined;
  } catch (error) {
    if (error instanceof TrackingCodeTaken) return refused('tracking_code_not_unique');
    throw error;
  }
}
