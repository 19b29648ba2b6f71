import type { Activity, BalanceTransaction, Mailing } from '../api/objects.ts';

/** The name that the service gives to the row of a spreadsheet in a letter's metadata (rule DASH-13): `mrg_…/12`. */
export const MAIL_MERGE_ROW = 'mail_merge_row';

/** What a person did to an object, as the activity log names it (rule DASH-11). */
export interface Act {
  object: string;
  operation: string;
}

const kindOf = (id: string) => (id.startsWith('ver_') ? 'verifications' : 'letters');

/** The act that makes an object: a spreadsheet is confirmed, a mailing created. */
export const making = (id: string): Act => ({
  object: id,
  operation: id.startsWith('mrg_') ? 'mail-merges-send' : `${kindOf(id)}-create`,
});

/**
 * The act behind a movement of money: a refund comes from a cancellation, a charge from the mailing or from the
 * spreadsheet that it is a row of. A refund of a letter that failed has no such entry in the log.
 */
export function actBehind(
  { type, source_id }: Pick<BalanceTransaction, 'type' | 'source_id'>,
  paid: Pick<Mailing, 'metadata'> | undefined,
): Act | null {
  if (source_id === null) return null;
  if (type === 'refund') return { object: source_id, operation: `${kindOf(source_id)}-cancel` };
  return making(paid?.metadata[MAIL_MERGE_ROW]?.split('/')[0] ?? source_id);
}

/** Whose act it was, by entries of the log, the newest first: repeating an act changes nothing, so its first entry counts. */
export function actorIn(entries: readonly Activity[], { object, operation }: Act): string | null {
  const entry = entries.findLast((each) => each.object_id === object && each.operation === operation);
  return entry?.person.name ?? null;
}
