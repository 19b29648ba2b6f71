import type { Uploads } from '../../adapters/data/mailings/uploads.ts';
import type { PreviewLinks } from '../../adapters/documents/preview-links.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { Order } from '../../core/domain/calls.ts';
import { examplePageUrl } from '../../core/domain/hosted-page.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { priceOf, type PriceTable } from '../../core/domain/prices.ts';
import { retention } from '../../core/domain/retention.ts';
import { DAY_MS } from '../../core/domain/units.ts';
import { HIDDEN_CODE } from '../../core/domain/verification-codes.ts';
import { verificationQuoteResource } from '../../core/resources/verification-quote.ts';
import type { VerificationQuoteResource } from '../../core/schemas/quote.ts';
import type { VerificationOrder } from '../../core/schemas/verification.ts';
import { salted } from '../../pdf/base/salt.ts';
import { pinUpload } from '../mailings/mailing-document.ts';
import { type PrepareDeps, prepareVerification } from './prepare-verification.ts';

export interface Deps extends PrepareDeps {
  prices: PriceTable;
  uploads: Pick<Uploads, 'find' | 'pin'>;
  randomBytes: RandomBytes;
  previews: Pick<PrintFiles, 'storeQuoted'>;
  links: PreviewLinks;
  confirmationPageBase: string;
}

/**
 * Validates a verification exactly as its creation would, and returns its price today and a preview. No code is drawn;
 * the printed page address is as long as a real one, but links to no page. Nothing is created or charged, and an upload
 * stays unused (rule VER-17), with its file pinned.
 * @throws Problem invalid_parameters
 */
export async function quoteVerification(
  deps: Deps,
  order: Order<VerificationOrder>,
): Promise<VerificationQuoteResource> {
  const { account, now } = order;
  const pageUrl =
    order.body.method === 'hosted_page' ? examplePageUrl(account, deps.confirmationPageBase, deps.randomBytes) : null;
  const { preview, ...prepared } = await prepareVerification(deps, order, { code: HIDDEN_CODE, pageUrl });
  await pinUpload(deps.uploads, prepared.upload);
  const file = await deps.previews.storeQuoted(account.id, salted(preview, deps.randomBytes));
  const available_until = now + retention.quotePreviewDays * DAY_MS;
  const preview_url = await deps.links.link({ file, filename: 'preview.pdf', available_until });
  if (preview_url === null) throw new Error('the link to a new preview is over');
  const price = priceOf(deps.prices[account.plan], { ...prepared, postal_services: [] });
  return verificationQuoteResource({ ...prepared, plan: account.plan, price, preview_url });
}
