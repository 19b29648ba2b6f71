import { normalizePostalCode } from '../../../core/domain/addresses.ts';
import type { MailingKind } from '../../../core/domain/mailing-fields.ts';
import type { Mailing } from '../../../core/domain/mailings.ts';
import { nameSearch, placesOf, plain, wordsOf } from '../../../core/domain/recipient-names.ts';
import type { Entries } from '../table/filtered-page.ts';
import {
  letterBatchLettersPartition,
  mailingPartition,
  mailingPlainReferencePartition,
  mailingPostalCodePartition,
  mailingReferencePartition,
  recipientPartition,
  trackingPartition,
} from '../table/keys.ts';
import { readItems } from '../table/queries.ts';
import type { Item } from '../table/schema.ts';
import type { Table } from '../table/table.ts';
import type { Write } from '../table/transactions.ts';

/** Properties that all mailings of a list have. */
export interface MailingFilter<Status extends string = string> {
  status?: Status;
  reference?: string;
  /** Only letters have one. */
  tracking_code?: string;
  /** Parts of the recipient's name. */
  recipient?: string;
  /** Only letters have one. */
  letter_batch_id?: string;
}

/**
 * The entries by which mailings are found (docs/decisions/find-anything.md): an item for each place of the recipient's
 * name. The first also has the keys of two indexes, because a key of an index costs one write unit and an item two.
 */
interface Entry extends Item {
  PK: string;
  SK: string;
  kind: 'recipient';
  /** The words of the name, so that an entry which does not fit costs no read of its mailing. */
  words: string[];
}

/** An erased mailing has none. */
function entriesOf(mailing: Mailing): Entry[] {
  const { id, account_id, kind, to, reference, erased_at } = mailing;
  if (erased_at !== undefined) return [];
  const words = wordsOf(to.name);
  const postalCode = normalizePostalCode(to.postal_code);
  const found = {
    ...(postalCode !== undefined && {
      GSI1PK: mailingPostalCodePartition(account_id, kind, postalCode),
      GSI1SK: id,
    }),
    ...(reference !== null && {
      GSI2PK: mailingPlainReferencePartition(account_id, kind, plain(reference)),
      GSI2SK: id,
    }),
  };
  return placesOf(to.name).map((place, position) => ({
    PK: recipientPartition(account_id, kind, place),
    SK: id,
    kind: 'recipient',
    words,
    ...(position === 0 && found),
  }));
}

/** The writes that move the entries of a mailing with its recipient and reference; most changes have none. */
export function recipientWrites({ name: TableName }: Table, before: Mailing | null, after: Mailing): Write[] {
  const [old, present] = [before ? entriesOf(before) : [], entriesOf(after)];
  const known = new Set(old.map((entry) => JSON.stringify(entry)));
  const kept = new Set(present.map(({ PK }) => PK));
  return [
    ...present
      .filter((entry) => !known.has(JSON.stringify(entry)))
      .map((Item) => ({ name: RECIPIENT, item: { Put: { TableName, Item } } })),
    ...old
      .filter(({ PK }) => !kept.has(PK))
      .map(({ PK, SK }) => ({ name: RECIPIENT, item: { Delete: { TableName, Key: { PK, SK } } } })),
  ];
}

/** Whether a mailing has its entries: one transaction writes them all. */
export async function isIndexed(table: Table, mailing: Mailing): Promise<boolean> {
  const keys = entriesOf(mailing).map(({ PK, SK }) => ({ PK, SK }));
  return (await readItems(table, keys.slice(0, 1))).length > 0;
}

/** Name of the writes in their transactions; they have no condition, since the mailing's own write has one. */
const RECIPIENT = 'recipient';

/**
 * Where a list by `recipient` or `tracking_code` is read: by the filter that the fewest mailings share. The others are
 * compared with each mailing.
 */
export function filteredEntries(accountId: string, kind: MailingKind, filter: MailingFilter): Entries<Mailing> {
  const { status, reference, tracking_code, recipient, letter_batch_id } = filter;
  const base = mailingPartition(accountId, kind);
  const search = recipient === undefined ? undefined : nameSearch(recipient);
  const holds = (found: Mailing) =>
    (status === undefined || found.status === status) &&
    (reference === undefined || found.reference === reference) &&
    (tracking_code === undefined || (found.kind === 'letter' && found.tracking_code === tracking_code)) &&
    (letter_batch_id === undefined || (found.kind === 'letter' && found.letter_batch_id === letter_batch_id)) &&
    (!search || search.fits(wordsOf(found.to.name)));
  if (tracking_code !== undefined) {
    const isOwn = ({ PK }: Item) => PK === base;
    return { index: 'GSI3', partition: trackingPartition(tracking_code), base, fits: isOwn, holds };
  }
  if (reference !== undefined)
    return { index: 'GSI2', partition: mailingReferencePartition(accountId, kind, reference), base, holds };
  if (letter_batch_id !== undefined)
    return { partition: letterBatchLettersPartition(accountId, letter_batch_id), base, holds };
  return {
    partition: recipientPartition(accountId, kind, search?.place ?? ''),
    base,
    fits: ({ words }) => search?.fits(words as string[]) === true,
    holds,
  };
}

export type FoundBy = { postal_code: string } | { reference: string };

/** Where mailings are found by a postal code of eight digits, or by a reference whatever its case and accents. */
export function entriesBy(accountId: string, kind: MailingKind, by: FoundBy): Entries<Mailing> {
  const base = mailingPartition(accountId, kind);
  if ('postal_code' in by) {
    const { postal_code } = by;
    const holds = ({ to }: Mailing) => normalizePostalCode(to.postal_code) === postal_code;
    return { index: 'GSI1', partition: mailingPostalCodePartition(accountId, kind, postal_code), base, holds };
  }
  const wanted = plain(by.reference);
  const holds = ({ reference }: Mailing) => reference !== null && plain(reference) === wanted;
  return { index: 'GSI2', partition: mailingPlainReferencePartition(accountId, kind, wanted), base, holds };
}
