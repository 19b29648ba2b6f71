import { normalizePostalCode } from './addresses.ts';
import { isId } from './ids.ts';
import type { MailingKind } from './mailing-fields.ts';
import { isTrackingCode } from './tracking-codes.ts';

/** What a person's text can be compared with, in the order in which they are named. */
export const searchedFields = ['id', 'tracking_code', 'postal_code', 'recipient', 'reference', 'person'] as const;

/** As long as the longest name or reference. */
export const LONGEST_SEARCH = 100;

/** What a text is compared with: a value for each field, as it is stored. */
export interface Searched {
  id?: { kind: MailingKind; id: string };
  tracking_code?: string;
  /** Eight digits. */
  postal_code?: string;
  recipient?: string;
  reference?: string;
  /** A name or an e-mail address. */
  person?: string;
}

/**
 * What a typed text may mean (rule DASH-19). Ids, tracking codes and postal codes are recognized in any case and with
 * blanks; they are no names. Any text may be a reference, except an id.
 */
export function searchedBy(typed: string): Searched {
  const text = typed.trim();
  const bare = text.replace(/[\s.]/g, '');
  const id = bare.toLowerCase();
  for (const kind of ['letter', 'verification'] as const) if (isId(kind, id)) return { id: { kind, id } };
  const code = bare.toUpperCase();
  if (isTrackingCode(code)) return { tracking_code: code, reference: text };
  const postal_code = normalizePostalCode(bare);
  if (postal_code !== undefined) return { postal_code, reference: text };
  return { recipient: text, reference: text, person: text };
}
