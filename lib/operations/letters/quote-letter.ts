import type { Uploads } from '../../adapters/data/mailings/uploads.ts';
import type { Order } from '../../core/domain/calls.ts';
import { priceOf, type PriceTable } from '../../core/domain/prices.ts';
import { quoteResource } from '../../core/resources/quote.ts';
import type { LetterForm, LetterOrder } from '../../core/schemas/letter.ts';
import { pinUpload } from '../mailings/mailing-document.ts';
import { type PrepareDeps, prepareLetter } from './prepare-letter.ts';

export interface Deps extends PrepareDeps {
  prices: PriceTable;
  uploads: Pick<Uploads, 'find' | 'pin'>;
}

/**
 * Validates a letter exactly as its creation would and returns its price today. Nothing is created or charged, and an
 * upload stays unused (rule LTR-5), with its file pinned.
 * @throws Problem invalid_parameters
 */
export async function quoteLetter(deps: Deps, order: Order<LetterOrder | LetterForm>) {
  const { account } = order;
  const letter = await prepareLetter(deps, order);
  await pinUpload(deps.uploads, letter.upload);
  const price = priceOf(deps.prices[account.plan], letter);
  return quoteResource({ ...letter, plan: account.plan, price });
}
