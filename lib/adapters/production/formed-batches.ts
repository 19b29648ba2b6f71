/** A batch that a run has formed. */
export interface FormedBatch {
  id: string;
  /** Ids of its letters and verifications. */
  mailings: string[];
}

/** What a run of `form-print-batch` answers. */
export interface FormedBatches {
  batches: FormedBatch[];
  /** Time ran short: another run goes on by itself. */
  more: boolean;
  /** The holiday on which nothing was formed. */
  holiday?: string;
}
