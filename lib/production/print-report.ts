import { failureReasons, type FailureReason } from '../domain/letters.ts';
import { trackingCodeFault, type TrackingCodeFault } from '../domain/tracking-codes.ts';

/** What the print house reports of a mailing: `{"id","status","tracking_code"?,"failure_reason"?,"at"}` (design §7). */
export type PrintReport =
  | { id: string; status: 'printed' }
  | { id: string; status: 'posted'; tracking_code: string | null }
  | { id: string; status: 'failed'; failure_reason: FailureReason };

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
  | 'letter_canceled'
  | 'letter_failed'
  | 'letter_posted'
  | 'verification_canceled'
  | 'verification_revoked'
  | 'verification_posted';

/** What became of a line; written to the result file in the order of the lines. */
export interface ReportResult {
  /** From 1; 0 when it speaks of the report as a whole. */
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

/** Reads a report file. Blank lines are passed over; every other line is either a report or a refusal. */
export function parseReport(text: string): ParsedLine[] {
  return text
    .split('\n')
    .map((content, index) => ({ content: content.trim(), line: index + 1 }))
    .filter(({ content }) => content !== '')
    .map(({ content, line }) => ({ line, ...parseLine(content) }));
}

/** Results as JSON lines. */
export function renderResults(results: readonly ReportResult[]): string {
  return results.map((result) => `${JSON.stringify(result)}\n`).join('');
}

function parseLine(content: string): Omit<ParsedLine, 'line'> {
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
  switch (status) {
    case 'printed':
      return { id, report: { id, status } };
    case 'posted':
      if (tracking_code === undefined || tracking_code === null)
        return { id, report: { id, status, tracking_code: null } };
      return { id, ...postedWith(id, tracking_code) };
    case 'failed': {
      const reason = failureReasons.find((known) => known === failure_reason);
      return reason
        ? { id, report: { id, status, failure_reason: reason } }
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

function postedWith(id: string, code: unknown): Pick<ParsedLine, 'report' | 'refusal'> {
  if (typeof code !== 'string') return { refusal: 'invalid_tracking_code' };
  const refusal = trackingCodeFault(code);
  return refusal ? { refusal } : { report: { id, status: 'posted', tracking_code: code } };
}
