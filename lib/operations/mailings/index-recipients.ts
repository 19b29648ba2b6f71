import type { MailingKind } from '../../core/domain/mailing-fields.ts';

interface IndexDeps {
  accounts: { idsWithSandboxes: () => Promise<string[]> };
  /** Adds the mailings of one kind and account; how many it added. */
  indexMailings: Record<MailingKind, (accountId: string) => Promise<number>>;
}

/** Mailings that were added to the index of names. */
export interface Indexed {
  letters: number;
  verifications: number;
}

/** Makes all mailings findable by recipient that are older than the index (rule LIST-6), account by account. */
export async function indexAllRecipients(
  { accounts, indexMailings }: IndexDeps,
  onProgress: (done: number, accounts: number) => void,
): Promise<Indexed> {
  const ids = await accounts.idsWithSandboxes();
  const added: Indexed = { letters: 0, verifications: 0 };
  for (const [done, id] of ids.entries()) {
    onProgress(done, ids.length);
    added.letters += await indexMailings.letter(id);
    added.verifications += await indexMailings.verification(id);
  }
  return added;
}
