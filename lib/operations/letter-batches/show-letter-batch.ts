import type { LetterBatches } from '../../adapters/data/mailings/letter-batches.ts';
import type { MailMerges } from '../../adapters/data/mailings/mail-merges.ts';
import { isLetterBatch, tallyOfSlices } from '../../core/domain/letter-batches.ts';
import { type Tally, tallyOf } from '../../core/domain/mail-merges.ts';
import { letterBatchResource } from '../../core/resources/letter-batch.ts';
import type { LetterBatchResource } from '../../core/schemas/letter-batch.ts';
import type { MailMerge } from '../../core/schemas/mail-merge.ts';

export interface ShowBatchDeps {
  mailMerges: Pick<MailMerges, 'tally'>;
  letterBatches: Pick<LetterBatches, 'slices'>;
}

/** The results so far: of a letter batch from its slices, a hundred rows each, otherwise row by row. */
export async function tallySoFar({ mailMerges, letterBatches }: ShowBatchDeps, mailMerge: MailMerge): Promise<Tally> {
  if (mailMerge.tally) return mailMerge.tally;
  if (mailMerge.status === 'draft' || mailMerge.status === 'failed') return tallyOf([]);
  return isLetterBatch(mailMerge) ? tallyOfSlices(await letterBatches.slices(mailMerge)) : mailMerges.tally(mailMerge);
}

/** A letter batch as its account sees it. */
export const showLetterBatch = async (deps: ShowBatchDeps, mailMerge: MailMerge): Promise<LetterBatchResource> =>
  letterBatchResource(mailMerge, await tallySoFar(deps, mailMerge));
