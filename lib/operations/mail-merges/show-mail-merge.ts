import { mailMergeResource } from '../../core/resources/mail-merge.ts';
import type { MailMerge, MailMergeResource } from '../../core/schemas/mail-merge.ts';
import { type ShowBatchDeps, tallySoFar } from '../letter-batches/show-letter-batch.ts';

/** A mail merge as shown to people, with the results of its rows so far. */
export const showMailMerge = async (deps: ShowBatchDeps, mailMerge: MailMerge): Promise<MailMergeResource> =>
  mailMergeResource(mailMerge, await tallySoFar(deps, mailMerge));
