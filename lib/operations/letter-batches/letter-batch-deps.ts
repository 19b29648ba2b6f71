import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { RequestCounts } from '../../adapters/data/accounts/request-counts.ts';
import type { LetterBatches } from '../../adapters/data/mailings/letter-batches.ts';
import type { MailMerges } from '../../adapters/data/mailings/mail-merges.ts';
import type { Uploads } from '../../adapters/data/mailings/uploads.ts';
import type { LetterBatchFiles } from '../../adapters/documents/letter-batch-files.ts';
import type { UploadFiles } from '../../adapters/documents/upload-files.ts';
import type { PostalCodeDirectory } from '../../adapters/postal-codes/directory.ts';
import type { MailMergeQueue } from '../../adapters/queues/mail-merge-queue.ts';
import type { CreationOrder } from '../../core/domain/calls.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import type { SentRow } from '../../core/domain/letter-batches.ts';
import type { PriceTable } from '../../core/domain/prices.ts';
import type { LetterOrder } from '../../core/schemas/letter.ts';

/** What the work on letter batches needs. */
export interface LetterBatchDeps {
  directory: Pick<PostalCodeDirectory, 'find' | 'source'>;
  mailMerges: Pick<MailMerges, 'find' | 'move' | 'results' | 'endRow'>;
  letterBatches: Pick<LetterBatches, 'slices' | 'addSlice' | 'noteTally' | 'end'>;
  batchFiles: Pick<LetterBatchFiles, 'readRows' | 'store' | 'read' | 'remove' | 'removeRows'>;
  accounts: Pick<Accounts, 'find'>;
  requestCounts: Pick<RequestCounts, 'countInDay'>;
  uploads: Pick<Uploads, 'find'>;
  uploadFiles: Pick<UploadFiles, 'read'>;
  queue: MailMergeQueue;
  prices: PriceTable;
  now: () => number;
  randomBytes: RandomBytes;
  confirmationPageBase: string;
  /** The rows of a spreadsheet, or why it has none. */
  readSheet: (file: Uint8Array, filename: string) => Promise<SentRow[] | string>;
  /** Validates the shape of a letter's order in JSON. */
  judgeJson: (order: object) => Pick<CreationOrder<LetterOrder>, 'body' | 'violations' | 'fields'>;
}
