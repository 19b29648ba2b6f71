import type { Letters } from '../../adapters/data/mailings/letters.ts';
import type { VersionedMailing } from '../../adapters/data/mailings/mailings.ts';
import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
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
  /** Maximum duration of production. */
  productionMs: number;
}

/**
 * A mailing keeps the id of its first try, and an Idempotency-Key allows retries for a day; the next two nights repeat
 * the work of a failed run.
 */
const SEARCHED_MS = 4 * DAY_MS;

/**
 * A call lasts half a minute, from storing its files to the commit, so an older file is either committed or never will
 * be. An execution destroys a file with a code as soon as it is not needed.
 */
export const FILES_SETTLED_MS = 2 * HOUR_MS;

interface Search {
  kind: MailingKind;
  bucket: Bucket;
  /** Epoch milliseconds; files of older mailings are not checked. */
  since: number;
  /** Whether a file of this mailing belongs there. */
  keeps: (found: VersionedMailing | undefined) => boolean;
}

/**
 * Removes the files of an account that belong to no mailing: a call whose function ended between storing and committing
 * leaves files that show a recipient although nothing was created (rule ERR-1). In a bucket with versions, a mistake
 * can be undone for a month. Also removes print files with a code that an execution should have destroyed, but it never
 * began, was stopped, or S3 failed (rule PRIV-1).
 * @returns the ids in the names of the files
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
    // Few files, because each is deleted when its letter is posted.
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
