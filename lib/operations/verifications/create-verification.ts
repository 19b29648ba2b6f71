import { completionOf } from '../../adapters/data/idempotency-records.ts';
import type { Ledger } from '../../adapters/data/ledger.ts';
import type { Table } from '../../adapters/data/table.ts';
import type { Verifications } from '../../adapters/data/verifications.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { Answer, GatheringRequest } from '../../adapters/http/api-handler.ts';
import { salted } from '../../adapters/pdf/salt.ts';
import type { VerificationCodes } from '../../adapters/verification-codes/codes.ts';
import { createPageToken, hostedPageUrl } from '../../core/domain/hosted-page.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { covers } from '../../core/domain/ledger.ts';
import { chargeOf } from '../../core/domain/mailing-fields.ts';
import { priceOf, type PriceTable } from '../../core/domain/prices.ts';
import { Problem } from '../../core/domain/problems.ts';
import { CODE_ATTEMPTS, drawCode } from '../../core/domain/verification-codes.ts';
import { previewOfVerification, type Verification } from '../../core/domain/verifications.ts';
import { verificationInEvent, verificationResource } from '../../core/resources/verification.ts';
import type { VerificationOrder } from '../../core/schemas/verification.ts';
import { eventFor } from '../mailings/move-mailing.ts';
import { type PrepareDeps, type PreparedVerification, prepareVerification } from './prepare-verification.ts';

export interface Deps extends PrepareDeps {
  table: Table;
  verifications: Pick<Verifications, 'create'>;
  ledger: Pick<Ledger, 'balance'>;
  codes: Pick<VerificationCodes, 'seal'>;
  /** Where the print house reads files with codes; nobody else does. */
  printFiles: Pick<PrintFiles, 'store'>;
  /** Where customers read copies without them. */
  previews: Pick<PrintFiles, 'store' | 'link'>;
  prices: PriceTable;
  confirmationPageBase: string;
  now: () => number;
  randomBytes: RandomBytes;
}

/**
 * Creates a verification. Everything that can refuse comes first, then the files are stored, then one transaction makes
 * the verification with its charge, its event, its page and the answer under the Idempotency-Key (rule MON-9). The code
 * lives in this function's memory and in the print file; a retry draws another one.
 * @throws Problem invalid_parameters, insufficient_balance
 */
export async function createVerification(deps: Deps, request: GatheringRequest<VerificationOrder>): Promise<Answer> {
  const { account } = request;
  const code = drawCode(deps.randomBytes);
  const pageToken = request.body.method === 'hosted_page' ? createPageToken(deps.randomBytes) : null;
  const pageUrl = pageToken && hostedPageUrl(deps.confirmationPageBase, account.id, pageToken);
  const secrets = { code, pageUrl };
  // Side by side, since neither needs the other: the balance costs no round trip of its own.
  const [prepared, balance] = await Promise.all([
    prepareVerification(deps, request, secrets),
    deps.ledger.balance(account.id),
  ]);
  const price = priceOf(deps.prices[account.plan], { ...prepared, postal_services: [] });
  const identity = {
    kind: 'verification' as const,
    ...request.identify('verification'),
    account_id: account.id,
  };
  const charge = chargeOf({ ...identity, price });
  // Asked before anything is stored, so that a refusal leaves nothing behind; the transaction decides.
  if (!covers(balance, charge)) throw new Problem('insufficient_balance');

  const { file, preview, upload, ...order } = prepared;
  const [print_file, preview_file, code_mac] = await Promise.all([
    deps.printFiles.store(identity, salted(file, deps.randomBytes)),
    deps.previews.store(identity, salted(preview, deps.randomBytes)),
    deps.codes.seal(identity.id, code),
  ]);
  const kept = { print_file, preview_file, code_mac, page_token: pageToken, hosted_page_url: pageUrl, price };
  const verification: Verification = { ...newVerification(order, identity), ...kept };
  const body = verificationResource(verification, await deps.previews.link(previewOfVerification(verification)));
  const answer = { status: 201 as const, body };
  await deps.verifications.create({
    mailing: verification,
    event: eventFor(deps, verification, verificationInEvent(body)),
    charge,
    balance,
    upload,
    completion: completionOf(deps.table, request.call, answer),
  });
  return { ...answer, committed: request.call.record !== undefined };
}

function newVerification(
  order: Omit<PreparedVerification, 'file' | 'preview' | 'upload'>,
  identity: Pick<Verification, 'kind' | 'id' | 'account_id' | 'created_at'>,
) {
  return {
    ...identity,
    ...order,
    status: 'received' as const,
    source: 'api' as const,
    attempts_remaining: CODE_ATTEMPTS,
    expires_at: null,
    confirmation: null,
    batch_id: null,
    reached: { received: identity.created_at },
  };
}
