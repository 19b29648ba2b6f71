import type { Letter, Verification } from '../api/objects.ts';

/**
 * What became of a mailing's price: not charged yet, never charged, charged, or refunded. A letter is charged when it is
 * received, and refunded when it is canceled after that, or fails (rule LTR-9).
 */
export type Charge = 'later' | 'never' | 'charged' | 'refunded';

export function chargeOfLetter({
  status,
  status_transitions: at,
}: Pick<Letter, 'status' | 'status_transitions'>): Charge {
  if (status === 'scheduled') return 'later';
  if (status === 'canceled') return at.received_at === null ? 'never' : 'refunded';
  return status === 'failed' ? 'refunded' : 'charged';
}

/** A verification is charged when it is created, and refunded when it is canceled before production (rule VER-10). */
export const chargeOfVerification = ({ status }: Pick<Verification, 'status'>): Charge =>
  status === 'canceled' ? 'refunded' : 'charged';

/** Until its production begins (rule LTR-10). */
export const isCancelable = (status: Letter['status']): boolean => status === 'scheduled' || status === 'received';
