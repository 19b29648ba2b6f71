import type { Accounts } from '../../adapters/data/accounts.ts';
import type { Letters } from '../../adapters/data/letters.ts';
import { UploadTaken, type Versioned } from '../../adapters/data/mailings.ts';
import type { PreviewLinks } from '../../adapters/documents/preview-links.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { Prepared } from '../../adapters/pdf/letter-file.ts';
import { besidePdfium } from '../../adapters/pdf/pdfium.ts';
import { salted } from '../../adapters/pdf/salt.ts';
import type { Account } from '../../core/domain/accounts.ts';
import { type Address, type AddressInput, normalizePostalCode } from '../../core/domain/addresses.ts';
import type { Answering } from '../../core/domain/calls.ts';
import type { StoredEvent } from '../../core/domain/events.ts';
import { createId } from '../../core/domain/ids.ts';
import { changesPrint, fieldsOf, type LetterEdit, requireEditable } from '../../core/domain/letter-edits.ts';
import { sendDateDetails, serviceDetails } from '../../core/domain/letter-orders.ts';
import { type Letter, previewOfLetter } from '../../core/domain/letters.ts';
import { priceOf, type PriceTable } from '../../core/domain/prices.ts';
import { type Detail, Problem } from '../../core/domain/problems.ts';
import { MEGABYTE } from '../../core/domain/units.ts';
import { type Upload, UPLOAD_MAX_BYTES } from '../../core/domain/uploads.ts';
import { eventOf } from '../../core/resources/event.ts';
import { letterResource } from '../../core/resources/letter.ts';
import type { LetterResource } from '../../core/schemas/letter.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { type AddressDeps, completeOrdered } from '../mailings/mailing-order.ts';
import type { Tools } from '../mailings/move-mailing.ts';

export interface EditLetterDeps extends Tools, AddressDeps {
  accounts: Pick<Accounts, 'find'>;
  letters: Pick<Letters, 'find' | 'change'>;
  files: Pick<PrintFiles, 'read' | 'store' | 'remove'>;
  links: PreviewLinks;
  prices: PriceTable;
  /**
   * Reports that an obsolete file was not removed; it is removed with the letter. Without this, the completed edit
   * throws.
   */
  reportUnremoved?: (error: unknown) => void;
}

/**
 * Edits a letter before its production: all fields of a scheduled letter, only recipient and reference of a received
 * one (rule LTR-13). It is rendered again if the edit changes the file, and priced again while it is not charged;
 * `letter.updated` notifies its receivers. If the letter changes at the same moment, the edit is checked again. An edit
 * without fields does nothing.
 * @param answering the call's answer, committed with the edit
 * @throws Problem resource_not_found, invalid_parameters · LetterNotEditable
 */
export async function editLetter(
  deps: EditLetterDeps,
  accountId: string,
  letterId: string,
  edit: LetterEdit,
  answering?: (resource: LetterResource) => Answering,
): Promise<LetterResource> {
  const account = await requireAccount(deps.accounts, accountId);
  for (;;) {
    const before = await deps.letters.find(accountId, letterId);
    if (!before) throw new Problem('resource_not_found');
    if (fieldsOf(edit).length === 0) return shown(deps, before.mailing);
    requireEditable(before.mailing, edit);
    const after = await edited(deps, account, before.mailing, edit);
    const resource = await shown(deps, after);
    if (await store(deps, { before, after, resource, upload: edit.document?.upload, answering })) return resource;
  }
}

async function shown({ links }: EditLetterDeps, letter: Letter): Promise<LetterResource> {
  return letterResource(letter, await links.link(previewOfLetter(letter)));
}

interface Edition {
  before: Versioned<Letter>;
  after: Letter;
  resource: LetterResource;
  /** The upload that the document came from. */
  upload: Upload | undefined;
  answering: ((resource: LetterResource) => Answering) | undefined;
}

async function store(deps: EditLetterDeps, { before, after, resource, upload, answering }: Edition): Promise<boolean> {
  const [old, printed] = [before.mailing.print_file, after.print_file];
  const events = [updated(deps, after, resource)];
  const change = { before, after, events, money: [], upload, answering: answering?.(resource) };
  const stored = await deps.letters.change(change).catch(async (error: unknown) => {
    if (!(error instanceof UploadTaken)) throw error;
    if (old.key !== printed.key) await deps.files.remove(printed);
    throw Problem.invalid([{ param: UPLOAD, code: 'upload_already_used' }]);
  });
  if (old.key !== printed.key) await deps.files.remove(stored ? old : printed).catch(deps.reportUnremoved);
  return stored;
}

function updated({ now, randomBytes }: Tools, { account_id }: Letter, resource: LetterResource): StoredEvent {
  const created_at = now();
  return eventOf(
    { id: createId('event', created_at, randomBytes), account_id, type: 'letter.updated', created_at },
    resource,
  );
}

async function edited(deps: EditLetterDeps, account: Account, letter: Letter, edit: LetterEdit): Promise<Letter> {
  const { to, from, document, ...others } = edit;
  const details: Detail[] = [];
  const addresses = {
    to: to ? completeOrdered(deps, merged(letter.to, to), 'to', details) : letter.to,
    from: from ? completeOrdered(deps, merged(letter.from, from), 'from', details) : letter.from,
  };
  details.push(...serviceDetails(others.postal_services ?? []), ...sendDateDetails(others.send_date, deps.now()));
  const whole = (address: Address | undefined): address is Address => address !== undefined;
  if (details.length > 0 || !whole(addresses.to) || !whole(addresses.from)) throw Problem.invalid(details);

  const changed: Letter = {
    ...letter,
    ...others,
    to: addresses.to,
    from: addresses.from,
    ...(document && { document: { type: 'upload', filename: document.filename } }),
  };
  // Another send date changes how long the file is kept, so it is stored again.
  const printed =
    changesPrint(edit) || edit.send_date !== undefined ? await printAnew(deps, letter, changed, edit) : changed;
  const isCharged = letter.status !== 'scheduled';
  return isCharged ? printed : { ...printed, price: priceOf(deps.prices[account.plan], printed) };
}

/** A new postal code means a new place: only the name of the old address is kept. */
function merged(before: Address, changes: Partial<AddressInput>): AddressInput {
  const { postal_code } = changes;
  const isElsewhere =
    postal_code !== undefined && normalizePostalCode(postal_code) !== normalizePostalCode(before.postal_code);
  if (!isElsewhere) return { ...before, ...changes };
  return { name: before.name, number: '', ...changes, postal_code };
}

/** The letter with its new file, from the edit's document or, without one, from the document in the current file. */
async function printAnew(
  { files, randomBytes }: Pick<EditLetterDeps, 'files' | 'randomBytes'>,
  before: Letter,
  after: Letter,
  { document }: LetterEdit,
): Promise<Letter> {
  const bytes = document?.bytes ?? (await presentDocument(files, before));
  const param = document?.upload ? UPLOAD : FILE;
  const printed =
    bytes.byteLength > UPLOAD_MAX_BYTES
      ? tooLarge(param)
      : await print(bytes, after, document?.variables ?? null, param);
  if (!printed.ok) throw Problem.invalid(printed.details);
  const { pages, sheets, warnings, file } = printed;
  // In the current file, values can no longer be distinguished from other text.
  const known = document ? warnings : (before.warnings ?? warnings);
  return { ...after, pages, sheets, warnings: known, print_file: await files.store(after, salted(file, randomBytes)) };
}

async function presentDocument(files: EditLetterDeps['files'], letter: Letter): Promise<Uint8Array> {
  const file = await files.read(letter.print_file);
  if (!file) throw new Error(`the print file of ${letter.id} is gone`);
  const { documentOf } = await import('../../adapters/pdf/reprint.ts');
  return documentOf(file, {
    pages: letter.pages,
    doubleSided: letter.double_sided,
    addressPlacement: letter.address_placement,
  });
}

type Printed = Prepared | { ok: false; details: Detail[] };

/** Where problems of the document are reported: the operator's option, or the field of the request. */
const FILE = 'file';
const UPLOAD = 'document.upload_id';

const tooLarge = (param: string): Printed => ({
  ok: false,
  details: [{ param, code: 'document_too_large', values: { max_mb: UPLOAD_MAX_BYTES / MEGABYTE } }],
});

async function print(
  bytes: Uint8Array,
  letter: Letter,
  variables: Record<string, string> | null,
  param: string,
): Promise<Printed> {
  const { prepareLetter } = await besidePdfium(() => import('../../adapters/pdf/letter-file.ts'));
  return prepareLetter(bytes, {
    placement: letter.address_placement,
    doubleSided: letter.double_sided,
    to: letter.to,
    from: letter.from,
    variables,
    param,
  });
}
