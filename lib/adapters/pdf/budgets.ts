import { tooComplex } from './refusal.ts';

/*
 * What one document may cost. A budget only ever shrinks, so that no repetition adds up past it; it is spent before the
 * work is done, or what is counted is itself the work.
 */

/** Processor time of PDFium's thread. */
export interface TimeBudget {
  remainingMs: number;
  /** How long one answer may take by the clock, however busy the host is. */
  waitMs: number;
}

/**
 * A dense page takes 10 ms; a document that takes this long never ends. The wait stays below the 29 s that API Gateway
 * gives a request (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
 */
export const newTimeBudget = (): TimeBudget => ({ remainingMs: 5_000, waitMs: 20_000 });

/** Steps or comparisons. */
export interface StepBudget {
  remaining: number;
}

/** Decoded bytes. */
export interface ByteBudget {
  remaining: number;
}

/**
 * Spends steps before they are taken.
 * @throws PdfRefused when the file needs more than any letter does
 */
export function spendSteps(budget: StepBudget, steps: number, message: string): void {
  budget.remaining -= steps;
  if (budget.remaining < 0) throw tooComplex(message);
}

/** Spends comparisons: what is compared each with each is quickly more than anyone waits for. */
export const spendComparisons = (budget: StepBudget, comparisons: number): void =>
  spendSteps(budget, comparisons, 'its text takes too many comparisons');
