import type { MailMerges } from '../../adapters/data/mailings/mail-merges.ts';
import { mailMergeResource } from '../../core/resources/mail-merge.ts';
import type { MailMerge, MailMergeResource } from '../../core/schemas/mail-merge.ts';

/** A mail merge as shown to people, with the results of its rows so far. */
export async function showMailMerge(
  { mailMerges }: { mailMerges: Pick<MailMerges, 'tally'> },
  mailMerge: MailMerge,
): Promise<MailMergeResource> {
  if (mailMerge.tally || mailMerge.status === 'draft')
    return mailMergeResource(mailMerge, mailMerge.tally ?? undefined);
  return mailMergeResource(mailMerge, await mailMerges.tally(mailMerge));
}
