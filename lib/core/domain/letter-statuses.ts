export const letterStatuses = [
  'scheduled',
  'received',
  'in_production',
  'printed',
  'posted',
  'canceled',
  'failed',
] as const;
export type LetterStatus = (typeof letterStatuses)[number];

export const cancellationReasons = ['requested', 'insufficient_balance'] as const;
export type CancellationReason = (typeof cancellationReasons)[number];

export const failureReasons = ['unprintable_document', 'damaged_in_production', 'refused_by_carrier', 'other'] as const;
export type FailureReason = (typeof failureReasons)[number];

/** What the print house reports of a mailing (rule PRD-4). */
export const reportedStatuses = ['printed', 'posted', 'failed'] as const satisfies LetterStatus[];
