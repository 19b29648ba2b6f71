import type { HeldReason } from '../../core/domain/carrier-routes.ts';

/** A batch that a run has formed. */
export interface FormedBatch {
  id: string;
  /** Ids of its letters and verifications. */
  mailings: string[];
}

/** A mailing that the carrier's fields cannot hold. */
export interface UnfitMailing {
  id: string;
  /** `<record>.<field>: <reason>` each; never a value. */
  fields: string[];
}

interface FormingRun<Batch> {
  batches: Batch[];
  /** Whether time ran out; another run continues automatically. */
  more: boolean;
  /** Received mailings that must wait, by reason (rule PRD-12). */
  held?: Partial<Record<HeldReason, number>>;
  /** The first of them that the carrier's fields cannot hold. */
  unfit?: UnfitMailing[];
  /** Batches that wait for object numbers, and the prefix of these. */
  without_numbers?: { id: string; prefix: string }[];
  /** Batches with mailings whose window has no room for codes, and how many these are. */
  without_codes?: { id: string; mailings: number }[];
  /** The holiday on which nothing was formed. */
  holiday?: string;
}

/** The result of a run. */
export type FormedBatches = FormingRun<FormedBatch>;

/**
 * The response of a `form-print-batch` run: the number of mailings in each batch. It omits the ids: a response of
 * Lambda is limited to 6 MB, the ids of some 190,000 mailings, and a run handles 230,000.
 */
export type FormingResult = FormingRun<{ id: string; mailings: number }>;
