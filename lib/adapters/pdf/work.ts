import { invalidPdf } from './refusal.ts';

/** Comparisons that the text of one file may still cost. It only ever shrinks, so that no repetition adds up past it. */
export interface Work {
  remaining: number;
}

/** A dense letter of 12 pages with markers in every third line needs a third of this, which takes about a second. */
export const newWork = (): Work => ({ remaining: 30_000_000 });

/**
 * To be called before the work is done: what is compared each with each is quickly more than anyone waits for.
 * @throws PdfRefused when a file needs more than any letter does
 */
export function spendWork(work: Work, comparisons: number): void {
  work.remaining -= comparisons;
  if (work.remaining < 0) throw invalidPdf('its text takes too much work');
}
