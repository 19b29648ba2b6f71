import { randomInt } from 'node:crypto';
import { trackingCheckDigit } from '../../lib/core/domain/tracking-codes.ts';

/** A tracking code that no other letter has, so that tests may share a service. */
export function newTrackingCode(): string {
  const digits = String(randomInt(100_000_000)).padStart(8, '0');
  return `ML${digits}${trackingCheckDigit(digits)}BR`;
}
