/** A batch that a run has formed. */
export interface FormedBatch {
  id: string;
  /** Ids of its letters and verifications. */
  mailings: string[];
}

interface FormingRun<Batch> {
  batches: Batch[];
  /** Time ran short: another run goes on by itself. */
  more: boolean;
  /** The holiday on which nothing was formed. */
  holiday?: string;
}

/** What came of a run. */
export type FormedBatches = FormingRun<FormedBatch>;

/**
 * What a run of `form-print-batch` answers: how many mailings each batch has. Lambda's answers hold 6 MB, which the ids of
 * some 190,000 mailings take, and a run takes 230,000.
 */
export type FormingAnswer = FormingRun<{ id: string; mailings: number }>;
