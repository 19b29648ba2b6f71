import type { Letters } from '../../adapters/data/mailings/letters.ts';
import type { PreviewLinks } from '../../adapters/documents/preview-links.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { PostalCodeDirectory } from '../../adapters/postal-codes/directory.ts';
import type { CreationOrder } from '../../core/domain/calls.ts';
import { type Letter, previewOfLetter } from '../../core/domain/letters.ts';
import { type Price, priceOf } from '../../core/domain/prices.ts';
import { letterResource } from '../../core/resources/letter.ts';
import type { LetterForm, LetterOrder, LetterResource } from '../../core/schemas/letter.ts';
import { settleAll } from '../../core/settle-all.ts';
import { shownPages } from '../../pdf/shown-pages.ts';
import { createMailing, type CreateMailingDeps, type Creation } from '../mailings/create-mailing.ts';
import { type PrepareDeps, type PreparedLetter, prepareLetter } from './prepare-letter.ts';

export interface Deps extends PrepareDeps, CreateMailingDeps {
  letters: Pick<Letters, 'create'>;
  files: Pick<PrintFiles, 'store'>;
  links: PreviewLinks;
  directory: Pick<PostalCodeDirectory, 'find' | 'source'>;
}

/** What has paid for a letter that is not charged by itself. */
export interface PaidBy {
  letter_batch_id: string;
  /** Its share of the charge, which the price table no longer changes. */
  price: Price;
}

/**
 * Creates a letter: scheduled if it has a send date, otherwise received and charged immediately.
 * @param paidBy the letter batch that has paid for it, and from whose copy of an upload it is made
 * @throws Problem invalid_parameters, insufficient_balance, service_unavailable: nothing was made
 */
export async function createLetter(
  deps: Deps,
  order: CreationOrder<LetterOrder | LetterForm>,
  paidBy?: PaidBy,
): Promise<LetterResource> {
  // In parallel, because they are independent: reading the balance costs no extra round trip.
  const [{ file, upload, ...prepared }, balance] = await settleAll([
    prepareLetter(deps, order),
    paidBy ? undefined : deps.ledger.balance(order.account.id),
  ]);
  const draft = { ...newLetter(deps, order, prepared), ...paidBy };
  const creation: Creation<Letter, LetterResource> = {
    draft,
    // Side by side: drawing takes about as long as storing.
    withFiles: async (store) => {
      const [print_file, shown] = await settleAll([store({ bytes: file, bucket: deps.files }), shownPages(file)]);
      return { ...draft, print_file, ...(shown && { shown_pages: shown }) };
    },
    upload: paidBy ? undefined : upload,
    store: deps.letters,
    resource: async (letter) => letterResource(letter, await deps.links.link(previewOfLetter(letter))),
    inEvent: (resource) => resource,
  };
  return createMailing(deps, order, creation, balance);
}

function newLetter(
  { prices, directory }: Deps,
  { account, now, identify, apiKeyId, person }: CreationOrder<unknown>,
  { received, ...prepared }: Omit<PreparedLetter, 'file' | 'upload'>,
): Omit<Letter, 'print_file'> {
  const { id, created_at } = identify('letter');
  const status = prepared.send_date === null ? 'received' : 'scheduled';
  return {
    kind: 'letter',
    id,
    created_at,
    ...prepared,
    account_id: account.id,
    status,
    price: priceOf(prices[account.plan], prepared),
    cancellation_reason: null,
    failure_reason: null,
    tracking_code: null,
    batch_id: null,
    asked: {
      api_key_id: apiKeyId ?? null,
      ...(person && { person_id: person.id }),
      ...received,
      directory: directory.source,
    },
    reached: status === 'received' ? { received: created_at } : { scheduled: now },
  };
}
