import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Letters } from '../../adapters/data/mailings/letters.ts';
import { UploadTaken, type Versioned } from '../../adapters/data/mailings/mailings.ts';
import type { PreviewLinks } from '../../adapters/documents/preview-links.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { Account } from '../../core/domain/accounts.ts';
import { type AddressInput, normalizePostalCode } from '../../core/domain/addresses.ts';
import { authenticityMark } from '../../core/domain/authenticity.ts';
import type { OrderShape, PendingResponse } from '../../core/domain/calls.ts';
import { type DocumentWarning, isAboutAddress, withAddressWarnings } from '../../core/domain/document-warnings.ts';
import type { StoredEvent } from '../../core/domain/events.ts';
import { createId } from '../../core/domain/ids.ts';
import {
  changesPrint,
  type EditedDocument,
  editRefusal,
  fieldsOf,
  type LetterEdit,
} from '../../core/domain/letter-edits.ts';
import { sendDateDetails, serviceDetails } from '../../core/domain/letter-orders.ts';
import { type Letter, previewOfLetter } from '../../core/domain/letters.ts';
import { problemsOf } from '../../core/domain/order-problems.ts';
import { priceOf, type PriceTable } from '../../core/domain/prices.ts';
import { type Detail, Problem, type ValidFields } from '../../core/domain/problems.ts';
import { MEGABYTE } from '../../core/domain/units.ts';
import { type Upload, UPLOAD_MAX_BYTES } from '../../core/domain/uploads.ts';
import { eventOf } from '../../core/resources/event.ts';
import { letterResource } from '../../core/resources/letter.ts';
import type { LetterResource } from '../../core/schemas/letter.ts';
import { settleAll } from '../../core/settle-all.ts';
import { sha256 } from '../../core/sha256.ts';
import { salted } from '../../pdf/base/salt.ts';
import type { Prepared } from '../../pdf/letter-file.ts';
import { shownPages } from '../../pdf/shown-pages.ts';
import { requireAccount } from '../accounts/require-account.ts';
import type { Content } from '../mailings/mailing-document.ts';
import { type AddressDeps, completeOrdered } from '../mailings/mailing-order.ts';
import type { Tools } from '../mailings/move-mailing.ts';
import { isPrinted, printLetter } from './print-letter.ts';

export interface EditLetterDeps extends Tools, AddressDeps {
  accounts: Pick<Accounts, 'find'>;
  letters: Pick<Letters, 'find' | 'change'>;
  files: Pick<PrintFiles, 'read' | 'store' | 'remove'>;
  links: PreviewLinks;
  prices: PriceTable;
  confirmationPageBase: string;
  /**
   * Reports that an obsolete file was not removed; it is removed with the letter. Without this, the completed edit
   * throws.
   */
  reportUnremoved?: (error: unknown) => void;
}

/** A new document that cannot be read. */
export interface UnreadDocument {
  details: readonly Detail[];
}

/** An edit whose invalid fields are undefined. Its other problems are found, so that all are reported together. */
export type OrderedEdit = ValidFields<Omit<LetterEdit, 'document'>> & { document?: EditedDocument | UnreadDocument };

export interface EditOptions extends Partial<OrderShape> {
  /** The call's response, committed with the edit. */
  toResponse?: (resource: LetterResource) => PendingResponse;
}

/**
 * Edits a letter before its production: all fields of a scheduled letter, only recipient and reference of a received
 * one (rule LTR-13). It is rendered again if the edit changes the file, and priced again while it is not charged;
 * `letter.updated` notifies its receivers. If the letter changes at the same moment, the edit is checked again. An edit
 * without fields does nothing.
 * @throws Problem invalid_parameters with all problems · resource_not_found · LetterNotEditable
 */
export async function editLetter(
  deps: EditLetterDeps,
  accountId: string,
  letterId: string,
  edit: OrderedEdit,
  options: EditOptions = {},
): Promise<LetterResource> {
  const account = await requireAccount(deps.accounts, accountId);
  const { violations = [], fields = [], toResponse } = options;
  const { document } = edit;
  const known = problemsOf(fields, violations, document && 'details' in document ? document.details : []);
  for (;;) {
    const before = await deps.letters.find(accountId, letterId);
    const refusal = before && editRefusal(before.mailing, edit);
    // Problems of the fields come first (rule REQ-7).
    if (known.length > 0 && (!before || refusal)) throw Problem.invalid(known);
    if (!before) throw new Problem('resource_not_found');
    if (refusal) throw refusal;
    if (known.length === 0 && fieldsOf(edit).length === 0) return shown(deps, before.mailing);
    const after = await edited(deps, account, before.mailing, edit, { violations, fields });
    const resource = await shown(deps, after);
    const upload = (document as EditedDocument | undefined)?.upload;
    if (await store(deps, { before, after, resource, upload, toResponse })) return resource;
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
  toResponse: ((resource: LetterResource) => PendingResponse) | undefined;
}

async function store(deps: EditLetterDeps, { before, after, resource, upload, toResponse }: Edition): Promise<boolean> {
  const [old, printed] = [before.mailing.print_file, after.print_file];
  const events = [updated(deps, after, resource)];
  const change = { before, after, events, money: [], upload, response: toResponse?.(resource) };
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

/**
 * The letter after the edit, with its new file stored.
 * @throws Problem invalid_parameters with all problems; then no file is stored
 */
async function edited(
  deps: EditLetterDeps,
  account: Account,
  letter: Letter,
  edit: OrderedEdit,
  { violations, fields }: OrderShape,
): Promise<Letter> {
  const details: Detail[] = [];
  const warnings: DocumentWarning[] = [];
  const to = edit.to ? completeOrdered(deps, merged(letter.to, edit.to), 'to', details, warnings) : letter.to;
  const from = edit.from
    ? completeOrdered(deps, merged(letter.from, edit.from), 'from', details, warnings)
    : letter.from;
  details.push(...serviceDetails(edit.postal_services ?? []), ...sendDateDetails(edit.send_date, deps.now()));

  const content = await contentOf(deps, letter, edit);
  if (content && 'details' in content) details.push(...content.details);
  const layout = {
    placement: edit.address_placement ?? letter.address_placement,
    doubleSided: edit.double_sided ?? letter.double_sided,
    authenticity: authenticityMarkOf(deps, account, letter),
  };
  const printed = content && 'bytes' in content ? await printLetter(content, layout, to, from) : undefined;
  if (printed?.ok === false) details.push(...printed.details);
  const problems = problemsOf(fields, violations, details);
  if (problems.length > 0 || !to || !from) throw Problem.invalid(problems);

  const { document, ...others } = edit as LetterEdit;
  const changed: Letter = {
    ...letter,
    ...others,
    to,
    from,
    ...(document && { document: { type: 'upload', filename: document.filename } }),
    ...(document && letter.asked && { asked: { ...letter.asked, document_sha256: sha256(document.bytes) } }),
    edited_at: deps.now(),
  };
  const known = warningsAfter(letter, edit, warnings, isPrinted(printed) ? printed.warnings : []);
  const stored = isPrinted(printed) ? await withFile(deps, changed, { ...printed, warnings: known }) : changed;
  const isCharged = letter.status !== 'scheduled';
  return isCharged ? stored : { ...stored, price: priceOf(deps.prices[account.plan], stored) };
}

/** The number stays; it moves to where the new file has room. */
const authenticityMarkOf = (
  { confirmationPageBase }: EditLetterDeps,
  account: Account,
  { authenticity_number: number }: Letter,
) => (number === undefined ? null : authenticityMark(account, confirmationPageBase, number));

/** The warnings of an edited letter: those of its present document and addresses. */
function warningsAfter(
  letter: Letter,
  edit: OrderedEdit,
  ofAddresses: readonly DocumentWarning[],
  ofFile: readonly DocumentWarning[],
): DocumentWarning[] {
  const before = letter.warnings ?? [];
  const kept = before.filter((warning) => isAboutAddress(warning) && !edit[warning.name as 'to' | 'from']);
  // In the current file, values can no longer be distinguished from other text.
  const isOfNumber = ({ code }: DocumentWarning) => code === 'authenticity_number_not_printed';
  const ofDocument =
    edit.document || !letter.warnings
      ? ofFile
      : [
          ...before.filter((warning) => !isAboutAddress(warning) && !(isOfNumber(warning) && changesPrint(edit))),
          ...ofFile.filter((warning) => isOfNumber(warning) && changesPrint(edit)),
        ];
  return withAddressWarnings([...ofAddresses, ...kept], ofDocument);
}

/** A new postal code means a new place: only the name of the old address is kept. */
function merged(before: AddressInput, changes: ValidFields<Partial<AddressInput>>): ValidFields<AddressInput> {
  const { postal_code } = changes;
  const isElsewhere =
    postal_code !== undefined && normalizePostalCode(postal_code) !== normalizePostalCode(before.postal_code);
  if (!isElsewhere) return { ...before, ...changes };
  return { name: before.name, number: undefined, ...changes, postal_code };
}

type EditedContent = Pick<Content, 'bytes' | 'variables' | 'param'>;

/** Where problems of the document are reported: of the operator's file, of an upload, and of the present document. */
const FILE = 'file';
const UPLOAD = 'document.upload_id';
const PRESENT = 'document';

/**
 * The document to print, or its problems: the edit's document or, without one, the one in the current file. Undefined
 * if the letter keeps its file; another send date changes how long the file is kept, so it is stored again.
 */
async function contentOf(
  { files }: Pick<EditLetterDeps, 'files'>,
  letter: Letter,
  edit: OrderedEdit,
): Promise<EditedContent | UnreadDocument | undefined> {
  if (!changesPrint(edit) && edit.send_date === undefined) return undefined;
  const { document } = edit;
  if (document && 'details' in document) return document;
  const content = document
    ? { bytes: document.bytes, variables: document.variables, param: document.upload ? UPLOAD : FILE }
    : { bytes: await presentDocument(files, letter), variables: null, param: PRESENT };
  return content.bytes.byteLength > UPLOAD_MAX_BYTES ? tooLarge(content.param) : content;
}

const tooLarge = (param: string): UnreadDocument => ({
  details: [{ param, code: 'document_too_large', values: { max_mb: UPLOAD_MAX_BYTES / MEGABYTE } }],
});

async function presentDocument(files: EditLetterDeps['files'], letter: Letter): Promise<Uint8Array> {
  const file = await files.read(letter.print_file);
  if (!file) throw new Error(`the print file of ${letter.id} is gone`);
  const { documentOf } = await import('../../pdf/print/reprint.ts');
  return documentOf(file, {
    pages: letter.pages,
    doubleSided: letter.double_sided,
    addressPlacement: letter.address_placement,
  });
}

/** The edited letter with its new file. */
async function withFile(
  { files, randomBytes }: Pick<EditLetterDeps, 'files' | 'randomBytes'>,
  letter: Letter,
  { pages, sheets, warnings, file }: Prepared,
): Promise<Letter> {
  const { shown_pages: _, ...others } = letter;
  const [print_file, shown] = await settleAll([files.store(letter, salted(file, randomBytes)), shownPages(file)]);
  return { ...others, pages, sheets, warnings, print_file, ...(shown && { shown_pages: shown }) };
}
