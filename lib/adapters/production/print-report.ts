import { type FailureReason, failureReasons } from '../../core/domain/letter-statuses.ts';
import { type TrackingCodeFault, trackingCodeFault } from '../../core/domain/tracking-codes.ts';

/** The print house's report about a mailing: `{"id","status","tracking_code"?,"failure_reason"?,"at"}` (rule PRD-4). */
export type PrintReport =
  | (Reported & { status: 'printed' })
  /** `is_shared`: the same file has the code for another mailing too, so one of them is wrong. */
  | (Reported & { status: 'posted'; tracking_code: string | null; is_shared: boolean })
  | (Reported & { status: 'failed'; failure_reason: FailureReason });

interface Reported {
  id: string;
  at: string;
  /** The exact line; the simulated print house writes none. */
  written?: string;
}

/** Why a line of a report changes nothing. */
export type ReportRefusal =
  | 'report_too_long'
  | 'invalid_json'
  | 'invalid_line'
  | TrackingCodeFault
  | 'invalid_failure_reason'
  | 'not_in_production'
  | 'tracking_code_required'
  | 'tracking_code_differs'
  | 'tracking_code_not_unique'
  | 'letter_canceled'
  | 'letter_failed'
  | 'letter_posted'
  | 'verification_canceled'
  | 'verification_revoked'
  | 'verification_posted';

/** The outcome of a line; the result file has them in the order of the lines. */
export interface ReportResult {
  /** From 1; 0 for the report as a whole. */
  line: number;
  id: string | null;
  result: 'applied' | 'already_applied' | 'refused';
  reason?: ReportRefusal;
}

export interface ParsedLine {
  line: number;
  id: string | null;
  report?: PrintReport;
  refusal?: ReportRefusal;
}

/** Characters of a line: ten times the length of its fields. Lines that are longer or more deeply nested are rejected. */
const LONGEST_LINE = 4096;

/**
 * Reads a report file. It ignores blank lines, a byte order mark and carriage returns; every other line is a report or
 * a rejection.
 */
export function parseReport(text: string): ParsedLine[] {
  const lines = text
    .split('\n')
    .map((content, index) => ({ content: content.trim(), line: index + 1 }))
    .filter(({ content }) => content !== '')
    .map(({ content, line }): ParsedLine => ({ line, ...parseLine(content) }));
  const shared = sharedCodes(lines);
  return lines.map((line) => {
    const { report } = line;
    const isShared = report?.status === 'posted' && report.tracking_code !== null && shared.has(report.tracking_code);
    return isShared ? { ...line, report: { ...report, is_shared: true } } : line;
  });
}

/** Tracking codes of several mailings. */
function sharedCodes(lines: readonly ParsedLine[]): Set<string> {
  const holders = new Map<string, string>();
  const shared = new Set<string>();
  for (const { report } of lines) {
    if (report?.status !== 'posted' || report.tracking_code === null) continue;
    const holder = holders.get(report.tracking_code) ?? report.id;
    holders.set(report.tracking_code, holder);
    if (holder !== report.id) shared.add(report.tracking_code);
  }
  return shared;
}

/** Results as JSON lines. */
export function renderResults(results: readonly ReportResult[]): string {
  return results.map((result) => `${JSON.stringify(result)}\n`).join('');
}

function parseLine(content: string): Omit<ParsedLine, 'line'> {
  if (content.length > LONGEST_LINE) return { id: null, refusal: 'invalid_line' };
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return { id: null, refusal: 'invalid_json' };
  }
  if (typeof value !== 'object' || value === null) return { id: null, refusal: 'invalid_line' };
  const { id, status, tracking_code, failure_reason, at } = value as Record<string, unknown>;
  if (typeof id !== 'string') return { id: null, refusal: 'invalid_line' };
  if (typeof at !== 'string' || !isInstant(at)) return { id, refusal: 'invalid_line' };
  const reported = { id, at, written: content };
  switch (status) {
    case 'printed':
      return { id, report: { ...reported, status } };
    case 'posted':
      if (tracking_code === undefined || tracking_code === null)
        return { id, report: { ...reported, status, tracking_code: null, is_shared: false } };
      return { id, ...postedWith(reported, tracking_code) };
    case 'failed': {
      const reason = failureReasons.find((known) => known === failure_reason);
      return reason
        ? { id, report: { ...reported, status, failure_reason: reason } }
        : { id, refusal: 'invalid_failure_reason' };
    }
    default:
      return { id, refusal: 'invalid_line' };
  }
}

/** RFC 3339. */
function isInstant(text: string): boolean {
  const isWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text);
  return isWritten && !Number.isNaN(Date.parse(text));
}

function postedWith(reported: Reported, code: unknown): Pick<ParsedLine, 'report' | 'refusal'> {
  if (typeof code !== 'string') return { refusal: 'invalid_tracking_code' };
  const refusal = trackingCodeFault(code);
  return refusal ? { refusal } : { report: { ...reported, status: 'posted', tracking_code: code, is_shared: false } };
}
