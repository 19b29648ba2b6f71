import type { CarrierProfile } from '../schemas/carrier-profile.ts';

/** Hundredths of a gram of an A4 sheet (210 x 297 mm) whose paper weighs one gram a square metre. */
const SHEET = 0.21 * 0.297 * 100;

/** What a mailing weighs in hundredths of a gram: its sheets, the envelope, and the form of the return receipt (rule PRD-10). */
export function weightOf(
  { paper, envelope, receipt_slip }: CarrierProfile['weights'],
  { sheets, hasReceipt }: { sheets: number; hasReceipt: boolean },
): number {
  return Math.round(sheets * paper * SHEET) + envelope + (hasReceipt ? receipt_slip : 0);
}

/** The index of the first step that a weight does not exceed; -1 if it is heavier than all. */
export function stepOf(tariff: readonly { up_to: number }[], weight: number): number {
  return tariff.findIndex(({ up_to }) => weight <= up_to);
}
