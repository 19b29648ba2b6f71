import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import type { PreviewLinks } from '../../adapters/documents/preview-links.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { PostalCodeDirectory } from '../../adapters/postal-codes/directory.ts';
import type { VerificationCodes } from '../../adapters/verification-codes/codes.ts';
import type { CreationOrder } from '../../core/domain/calls.ts';
import { companyPageUrl, createPageToken } from '../../core/domain/hosted-page.ts';
import { priceOf } from '../../core/domain/prices.ts';
import { isSandbox, SANDBOX_CODE } from '../../core/domain/sandbox.ts';
import { CODE_ATTEMPTS, drawCode } from '../../core/domain/verification-codes.ts';
import { previewOfVerification, type Verification } from '../../core/domain/verifications.ts';
import { verificationInEvent, verificationResource } from '../../core/resources/verification.ts';
import type { VerificationOrder, VerificationResource } from '../../core/schemas/verification.ts';
import { settleAll } from '../../core/settle-all.ts';
import { createMailing, type CreateMailingDeps, type Creation } from '../mailings/create-mailing.ts';
import { type PrepareDeps, prepareVerification } from './prepare-verification.ts';

/** Network addresses can be guessed one by one, so their hashes need a secret salt. */
const NETWORK_SALT_BYTES = 16;

export interface Deps extends PrepareDeps, CreateMailingDeps {
  verifications: Pick<Verifications, 'create' | 'find'>;
  codes: Pick<VerificationCodes, 'seal'>;
  /** Files with codes; only the print house reads them. */
  printFiles: Pick<PrintFiles, 'store'>;
  /** Copies without codes, for customers. */
  previews: Pick<PrintFiles, 'store'>;
  links: PreviewLinks;
  confirmationPageBase: string;
  directory: Pick<PostalCodeDirectory, 'find' | 'source'>;
}

/**
 * Creates a verification. The code exists only in this function's memory and in the print file; a retry draws another
 * one.
 * @throws Problem invalid_parameters, insufficient_balance, service_unavailable: nothing was made
 */
export async function createVerification(
  deps: Deps,
  order: CreationOrder<VerificationOrder>,
): Promise<VerificationResource> {
  const { account } = order;
  const code = isSandbox(account.id) ? SANDBOX_CODE : drawCode(deps.randomBytes);
  const pageToken = order.body.method === 'hosted_page' ? createPageToken(deps.randomBytes) : null;
  const pageUrl = pageToken && companyPageUrl(account, deps.confirmationPageBase, pageToken);
  const { id, created_at } = order.identify('verification');
  // In parallel, because they are independent: balance and code cost no extra round trip.
  const [{ file, preview, upload, warnings: _, ...prepared }, balance, code_mac] = await settleAll([
    prepareVerification(deps, order, { code, pageUrl }),
    deps.ledger.balance(account.id),
    deps.codes.seal(id, code),
  ]);
  const draft: Omit<Verification, 'print_file' | 'preview_file'> = {
    kind: 'verification',
    id,
    created_at,
    ...prepared,
    account_id: account.id,
    status: 'received',
    source: order.source,
    price: priceOf(deps.prices[account.plan], { ...prepared, postal_services: [] }),
    code_mac,
    page_token: pageToken,
    hosted_page_url: pageUrl,
    attempts_remaining: CODE_ATTEMPTS,
    expires_at: null,
    confirmation: null,
    batch_id: null,
    reached: { received: created_at },
    asked: {
      api_key_id: order.apiKeyId ?? null,
      ...(order.person && { person_id: order.person.id }),
      to: { ...order.body.to },
      directory: deps.directory.source,
    },
    network_salt: Buffer.from(deps.randomBytes(NETWORK_SALT_BYTES)).toString('base64'),
  };
  const creation: Creation<Verification, VerificationResource> = {
    draft,
    withFiles: async (store) => {
      const [print_file, preview_file] = await settleAll([
        store({ bytes: file, bucket: deps.printFiles }),
        store({ bytes: preview, bucket: deps.previews }),
      ]);
      return { ...draft, print_file, preview_file };
    },
    upload,
    store: deps.verifications,
    resource: async (verification) =>
      verificationResource(verification, await deps.links.link(previewOfVerification(verification))),
    inEvent: verificationInEvent,
  };
  return createMailing(deps, order, creation, balance);
}
