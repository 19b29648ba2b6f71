import { type NewMailing, UploadTaken } from '../../adapters/data/mailings/mailings.ts';
import type { Ledger } from '../../adapters/data/money/ledger.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { CreationOrder } from '../../core/domain/calls.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { requireMailing } from '../../core/domain/key-restrictions.ts';
import { type Balance, covers, insufficientBalance } from '../../core/domain/ledger.ts';
import { chargeOf, type PrintFile } from '../../core/domain/mailing-fields.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import type { PriceTable } from '../../core/domain/prices.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { Upload } from '../../core/domain/uploads.ts';
import { salted } from '../../pdf/base/salt.ts';
import { eventFor, type Tools } from './move-mailing.ts';

export interface CreateMailingDeps extends Tools {
  ledger: Pick<Ledger, 'balance' | 'requireSpendable'>;
  prices: PriceTable;
  randomBytes: RandomBytes;
}

/** A file of a new mailing, and its bucket. */
export interface NewFile {
  bytes: Uint8Array;
  bucket: Pick<PrintFiles, 'store'>;
}

/** A mailing of either kind before its files are stored. */
type Draft = Omit<Mailing, 'print_file'>;

/** How a mailing of one kind is created. */
export interface Creation<M extends Mailing, Resource extends { id: string }> {
  draft: Draft;
  /** Stores the draft's files and returns the mailing with them. */
  withFiles: (store: (file: NewFile) => Promise<PrintFile>) => Promise<M>;
  upload: Upload | undefined;
  store: { create(mailing: NewMailing<M>): Promise<void> };
  resource: (mailing: M) => Promise<Resource>;
  /** The resource in events. */
  inEvent: (resource: Resource) => { id: string };
}

/**
 * Creates a mailing from a valid order: stores its files, then commits the mailing with its charge, its event and the
 * call's response in one transaction (rule MON-9). If the transaction fails, its files belong to no mailing and are
 * removed the next night (`remove-stray-files`), because a function that takes orders may not delete files.
 * @param balance as read for this order; the transaction checks that it has not moved. Undefined if the mailing is paid
 * @throws Problem insufficient_balance, api_key_not_allowed, api_key_limit_reached, invalid_parameters,
 * service_unavailable: nothing was made
 */
export async function createMailing<M extends Mailing, Resource extends { id: string }>(
  deps: CreateMailingDeps,
  { toResponse, apiKeyId, restrictions }: Pick<CreationOrder<unknown>, 'toResponse' | 'apiKeyId' | 'restrictions'>,
  creation: Creation<M, Resource>,
  balance: Balance | undefined,
): Promise<Resource> {
  const { draft, upload } = creation;
  requireMailing(restrictions, draft);
  // A scheduled letter counts now, when the key orders it (rule KEY-4).
  const spends = restrictions && { account_id: draft.account_id, key_id: apiKeyId!, amount: draft.price.total };
  if (spends) await deps.ledger.requireSpendable(spends);
  const charge = draft.status === 'scheduled' || !balance ? undefined : chargeOf(draft);
  if (charge && balance && !covers(balance, charge)) throw insufficientBalance(balance, charge);
  const mailing = await creation.withFiles(({ bytes, bucket }) => bucket.store(draft, salted(bytes, deps.randomBytes)));
  const resource = await creation.resource(mailing);
  try {
    await creation.store.create({
      mailing,
      event: eventFor(deps, mailing, creation.inEvent(resource)),
      charge,
      spends,
      balance,
      upload,
      response: toResponse(resource),
    });
  } catch (error) {
    if (!(error instanceof UploadTaken)) throw error;
    throw Problem.invalid([{ param: 'document.upload_id', code: 'upload_already_used' }]);
  }
  return resource;
}
