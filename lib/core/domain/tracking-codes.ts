import { TRACKING_CODE } from './text-patterns.ts';

const SHAPE = new RegExp(TRACKING_CODE);
/** Weights of the check digit, from the first digit on (UPU S10). */
const WEIGHTS = [8, 6, 4, 2, 3, 5, 9, 7];

/** What is wrong with a tracking code. */
export type TrackingCodeFault = 'invalid_tracking_code' | 'tracking_code_check_digit';

/**
 * Checks shape and check digit; undefined if both are right. Prefixes are not checked: the carrier uses some that S10
 * reserves.
 */
export function trackingCodeFault(text: string): TrackingCodeFault | undefined {
  const match = SHAPE.exec(text);
  if (!match) return 'invalid_tracking_code';
  return trackingCheckDigit(match[1]!) === Number(match[2]) ? undefined : 'tracking_code_check_digit';
}

export const isTrackingCode = (text: string): boolean => trackingCodeFault(text) === undefined;

/** The check digit over eight digits. */
export function trackingCheckDigit(digits: string): number {
  const sum = WEIGHTS.reduce((total, weight, position) => total + weight * Number(digits[position]), 0);
  const rest = 11 - (sum % 11);
  if (rest === 10) return 0;
  return rest === 11 ? 5 : rest;
}

/** Another letter has this tracking code, too recently for the carrier to have reused it. */
export class TrackingCodeTaken extends Error {
  constructor() {
    super('another letter was posted with this tracking code');
    this.name = 'TrackingCodeTaken';
  }
}
