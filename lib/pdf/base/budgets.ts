import type { ComplexityLimit } from '../../core/domain/problems.ts';
import { MEGABYTE } from '../../core/domain/units.ts';
import { tooComplex } from './refusal.ts';

/*
 * Limits on the cost of one document. A budget only shrinks, so repeated work cannot exceed it. It is spent before the work
 * is done, unless the counting is itself the work.
 */

/** Processor time of PDFium's thread, as a host has it that does nothing else. */
export interface TimeBudget {
  remainingMs: number;
  /** The total granted so far. */
  allowedMs: number;
  /** Limit on the elapsed time of one answer, however busy the host is. */
  waitMs: number;
}

/**
 * A dense page takes 10 ms, and the slowest of 1,502 public files 1.4 s; text and drawings that exceed this limit are treated as
 * endless. Pictures get additional time, mostly for decoding: up to 50 ms a megapixel on a busy host, where the processor's
 * caches are shared.
 */
const TIME_MS = { drawings: 4_000, megapixel: 50, picturesOfPage: 500, most: 7_000 };

/** How much more processor time work takes at most where others share the core and its caches: they must not decide what a file is. */
export const BUSY_HOST_FACTOR = 3;

/**
 * The wait stays below the 29 s that API Gateway gives a request
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
 */
export const newTimeBudget = (): TimeBudget => ({
  remainingMs: TIME_MS.drawings,
  allowedMs: TIME_MS.drawings,
  waitMs: 20_000,
});

/** Grants a document the time that its pictures need; `megapixels` by page. */
export function allowPictures(time: TimeBudget, megapixels: readonly number[]): void {
  const wanted = megapixels.reduce((sum, each) => sum + Math.min(TIME_MS.megapixel * each, TIME_MS.picturesOfPage), 0);
  const more = Math.min(wanted, TIME_MS.most - time.allowedMs);
  time.allowedMs += more;
  time.remainingMs += more;
}

/** Steps, comparisons or decoded bytes. */
export interface Budget {
  remaining: number;
  readonly maximum: number;
}

export const budgetOf = (maximum: number): Budget => ({ remaining: maximum, maximum });

/**
 * Spends a budget before the work is done.
 * @throws PdfRefused when the file needs more than any letter does
 */
export function spend(budget: Budget, amount: number, limit: ComplexityLimit): void {
  budget.remaining -= amount;
  if (budget.remaining < 0) throw tooComplex(limit, budget.maximum);
}

/** Spends comparisons: the cost of comparing all pairs grows with the square. */
export const spendComparisons = (budget: Budget, comparisons: number): void =>
  spend(budget, comparisons, 'comparisons');

/** The file decodes to more bytes than its budget allows. */
export const tooManyBytes = ({ maximum }: Budget, cause?: unknown) =>
  tooComplex('megabytes', maximum / MEGABYTE, cause);
