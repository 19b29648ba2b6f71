import type { Letters } from '../../adapters/data/letters.ts';
import type { Verifications } from '../../adapters/data/verifications.ts';
import type { PrintFiles, StoredFile } from '../../adapters/documents/print-files.ts';
import type { MailingKind } from '../../core/domain/mailing-fields.ts';
import { DAY_MS } from '../../core/domain/units.ts';
import { findMailing } from './mailings-of-both-kinds.ts';

export interface StrayFileDeps {
  now: () => number;
  letters: Pick<Letters, 'find'>;
  verifications: Pick<Verifications, 'find'>;
  /** Where files of each kind of mailing lie. */
  buckets: Record<MailingKind, readonly Pick<PrintFiles, 'storedSince' | 'remove'>[]>;
}

/**
 * A mailing keeps the id of its first try, and an Idempotency-Key lets a try follow for a day; the next two nights repeat the work of a run that
 * fails.
 */
const SEARCHED_MS = 4 * DAY_MS;

/** A call stores its files within its half minute before it commits; an older file is committed or never will be. */
const SETTLED_MS = 2 * 60 * 60_000;

/**
 * Removes the files of an account that belong to no mailing: those of a call whose function ended between storing and
 * committing, which show a recipient although nothing was made (rule ERR-1). Where the bucket keeps
 * versions, a month is left to undo a mistake.
 * @returns the ids under which the files lay
 */
export async function removeStrayFiles(deps: StrayFileDeps, accountId: string): Promise<string[]> {
  const now = deps.now();
  const removed: string[] = [];
  for (const kind of Object.keys(deps.buckets) as MailingKind[]) {
    for (const bucket of deps.buckets[kind]) {
      for await (const page of bucket.storedSince(accountId, kind, now - SEARCHED_MS)) {
        for (const file of page.filter(({ storedAt }) => storedAt <= now - SETTLED_MS)) {
          if (await isOfMailing(deps, accountId, file)) continue;
          await bucket.remove(file);
          removed.push(file.mailingId);
        }
      }
    }
  }
  return removed;
}

/** Files of a mailing's earlier editions stay with it; its erasure finds them. */
async function isOfMailing(deps: StrayFileDeps, accountId: string, { mailingId }: StoredFile): Promise<boolean> {
  return (await findMailing(deps, { account_id: accountId, id: mailingId })) !== undefined;
}
