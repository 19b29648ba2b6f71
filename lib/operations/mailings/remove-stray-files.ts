import type { Letters } from '../../adapters/data/letters.ts';
import type { VersionedMailing } from '../../adapters/data/mailings.ts';
import type { Verifications } from '../../adapters/data/verifications.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { MailingKind } from '../../core/domain/mailing-fields.ts';
import { DAY_MS, HOUR_MS } from '../../core/domain/units.ts';
import { codeFileNeededUntil } from '../../core/domain/verifications.ts';
import { findMailing } from './mailings-of-both-kinds.ts';

type Bucket = Pick<PrintFiles, 'storedSince' | 'remove'>;

export interface StrayFileDeps {
  now: () => number;
  letters: Pick<Letters, 'find'>;
  verifications: Pick<Verifications, 'find'>;
  /** Files that customers see. */
  documents: Bucket;
  /** Print files of verifications, with their codes. */
  codeFiles: Bucket;
  /** The longest that production takes. */
  productionMs: number;
}

/**
 * A mailing keeps the id of its first try, and an Idempotency-Key lets a try follow for a day; the next two nights repeat the work of a run that
 * fails.
 */
const SEARCHED_MS = 4 * DAY_MS;

/**
 * A call stores its files within its half minute before it commits; an older file is committed or never will be. An execution
 * destroys a file with a code as soon as nobody needs it.
 */
export const FILES_SETTLED_MS = 2 * HOUR_MS;

interface Search {
  kind: MailingKind;
  bucket: Bucket;
  /** Epoch milliseconds; of files of older mailings nothing is asked. */
  since: number;
  /** Whether a file of this mailing has its place there. */
  keeps: (found: VersionedMailing | undefined) => boolean;
}

/**
 * Removes the files of an account that belong to no mailing: those of a call whose function ended between storing and
 * committing, which show a recipient although nothing was made (rule ERR-1). Where the bucket keeps
 * versions, a month is left to undo a mistake. Removes print files with a code, too, that an execution should have destroyed:
 * it never began, was stopped, or S3 refused it (rule PRIV-1).
 * @returns the ids under which the files lay
 */
export async function removeStrayFiles(deps: StrayFileDeps, accountId: string): Promise<string[]> {
  const latest = deps.now() - FILES_SETTLED_MS;
  const since = deps.now() - SEARCHED_MS;
  const isThere = (found: VersionedMailing | undefined) => found !== undefined;
  const isNeeded = (found: VersionedMailing | undefined) =>
    found?.mailing.kind === 'verification' && codeFileNeededUntil(found.mailing, deps.productionMs) > latest;
  const searches: Search[] = [
    // Files of a mailing's earlier editions stay with it; its erasure finds them.
    { kind: 'letter', bucket: deps.documents, since, keeps: isThere },
    { kind: 'verification', bucket: deps.documents, since, keeps: isThere },
    // Few lie there, since each goes when its letter is posted.
    { kind: 'verification', bucket: deps.codeFiles, since: 0, keeps: isNeeded },
  ];
  const removed: string[] = [];
  for (const { kind, bucket, since: from, keeps } of searches) {
    for await (const page of bucket.storedSince(accountId, kind, from)) {
      for (const file of page.filter(({ storedAt }) => storedAt <= latest)) {
        if (keeps(await findMailing(deps, { account_id: accountId, id: file.mailingId }))) continue;
        await bucket.remove(file);
        removed.push(file.mailingId);
      }
    }
  }
  return removed;
}
