/** A print batch is `forming` until its manifest is in the outbox. */
export type PrintBatchState = 'forming' | 'formed';

export interface PrintBatch {
  id: string;
  state: PrintBatchState;
  created_at: number;
  formed_at: number | null;
}

/** A mailing in a batch, as the manifest and the reports need to find it. */
export interface BatchedMailing {
  id: string;
  account_id: string;
  batch_id: string;
}
