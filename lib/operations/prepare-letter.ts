import type { Uploads } from '../data/uploads.ts';
import type { UploadFiles } from '../documents/upload-files.ts';
import type { Account } from '../domain/accounts.ts';
import { completeAddress, normalizePostalCode, type Address, type AddressInput } from '../domain/addresses.ts';
import { sendDateRange } from '../domain/brasilia.ts';
import type { MailingDocument } from '../domain/mailings.ts';
import type { PostalService } from '../domain/prices.ts';
import { Problem, type Detail, type DetailCode, type Sound } from '../domain/problems.ts';
import type { AddressPlacement } from '../domain/sheets.ts';
import { UPLOAD_MAX_BYTES, uploadRefusal, type Upload } from '../domain/uploads.ts';
import { inspectLetter, prepareLetter as prepareFile, type Prepared } from '../pdf/letter-file.ts';
import type { PostalCodeDirectory } from '../postal-codes/directory.ts';

/** A letter as a customer orders it (spec, POST /letters). */
export interface LetterOrder {
  to: AddressInput;
  from?: AddressInput;
  document: DocumentOrder;
  color?: boolean;
  double_sided?: boolean;
  address_placement?: AddressPlacement;
  postal_services?: PostalService[];
  send_date?: string;
  reference?: string;
  metadata?: Record<string, string>;
}

export type DocumentOrder =
  | { type: 'upload'; upload_id: string; variables?: Record<string, string | number> }
  | { type: 'base64'; data: string; variables?: Record<string, string | number> };

export interface PrepareDeps {
  directory: Pick<PostalCodeDirectory, 'find'>;
  uploads: Pick<Uploads, 'find'>;
  uploadFiles: Pick<UploadFiles, 'read'>;
}

/** A letter that can be printed: addresses complete, file rendered. Nothing is stored or charged yet. */
export interface PreparedLetter {
  to: Address;
  from: Address;
  document: MailingDocument;
  color: boolean;
  double_sided: boolean;
  address_placement: AddressPlacement;
  postal_services: PostalService[];
  send_date: string | null;
  reference: string | null;
  metadata: Record<string, string>;
  pages: number;
  sheets: number;
  file: Uint8Array;
  /** The upload it takes its document from. */
  upload: Upload | undefined;
}

/** Largest PDF in base64, decoded: 3 binary megabytes (decisions, Documents). */
const BASE64_MAX_BYTES = 3_145_728;
const BYTES_A_MEGABYTE = 1_048_576;

/**
 * Judges an order and renders its file.
 * @param order undefined in place of every value whose shape is wrong; the whole order when none is
 * @param violations what is wrong with the shape of those
 * @throws Problem invalid_parameters with everything that is wrong, in the order of the request's fields
 */
export async function prepareLetter(
  deps: PrepareDeps,
  account: Account,
  order: Sound<LetterOrder>,
  violations: readonly Detail[],
  now: number,
): Promise<PreparedLetter> {
  const details: Detail[] = [];
  const to = order.to && complete(deps, order.to, 'to', details);
  const from = order.from ? complete(deps, order.from, 'from', details) : account.default_sender;
  details.push(...serviceDetails(order.postal_services ?? []), ...sendDateDetails(order.send_date, now));

  const content = order.document && (await readDocument(deps, account.id, order.document, now));
  if (content && 'details' in content) details.push(...content.details);

  const layout = {
    placement: order.address_placement ?? 'first_page',
    doubleSided: order.double_sided ?? false,
  } as const;
  const printed = content && 'bytes' in content ? await print(content, layout, to, from) : undefined;
  if (printed?.ok === false) details.push(...printed.details);
  const told = [...violations, ...newsBeside(violations, details)];
  if (told.length > 0 || !to || !from || !content || !('bytes' in content) || !isRendered(printed)) {
    throw Problem.invalid(inRequestOrder(told));
  }
  const whole = order as LetterOrder;
  return {
    to,
    from,
    document: content.document,
    color: whole.color ?? false,
    double_sided: layout.doubleSided,
    address_placement: layout.placement,
    postal_services: whole.postal_services ?? [],
    send_date: whole.send_date ?? null,
    reference: whole.reference ?? null,
    metadata: whole.metadata ?? {},
    pages: printed.pages,
    sheets: printed.sheets,
    file: printed.file,
    upload: content.upload,
  };
}

/** Fields that decide whether a problem of the document is one: while they are unknown, so is the problem. */
const decidedBy: Partial<Record<DetailCode, readonly string[]>> = {
  address_area_not_blank: ['address_placement'],
  too_many_sheets: ['double_sided', 'address_placement'],
};

/** What was found beyond the shape, without what a wrong shape is to blame for. */
function newsBeside(violations: readonly Detail[], found: readonly Detail[]): Detail[] {
  const misshapen = new Set(violations.map(({ param }) => param));
  return found.filter(({ param, code }) => ![param, ...(decidedBy[code] ?? [])].some((field) => misshapen.has(field)));
}

function complete(
  deps: PrepareDeps,
  input: Sound<AddressInput>,
  param: 'to' | 'from',
  details: Detail[],
): Address | undefined {
  const digits = normalizePostalCode(input.postal_code ?? '');
  const completed = completeAddress(input, digits === undefined ? undefined : deps.directory.find(digits), param);
  if (completed.details) details.push(...completed.details);
  return completed.address;
}

/** Return receipt and restricted delivery are services of a registered letter (spec, rule 1). */
function serviceDetails(services: readonly (PostalService | undefined)[]): Detail[] {
  if (services.includes('registered')) return [];
  return services.map((_, index) => ({ param: `postal_services[${index}]`, code: 'requires_registered' }));
}

function sendDateDetails(sendDate: string | undefined, now: number): Detail[] {
  if (sendDate === undefined) return [];
  const { first, last } = sendDateRange(now);
  if (sendDate >= first && sendDate <= last) return [];
  return [{ param: 'send_date', code: 'out_of_range', values: { minimum: first, maximum: last } }];
}

interface Content {
  bytes: Uint8Array;
  document: MailingDocument;
  variables: Record<string, string> | null;
  /** Where problems of the file are reported. */
  param: string;
  upload: Upload | undefined;
}

/** The document's bytes, or why there are none; undefined where its shape does not say which bytes are meant. */
async function readDocument(
  deps: PrepareDeps,
  accountId: string,
  order: Sound<DocumentOrder>,
  now: number,
): Promise<Content | { details: Detail[] } | undefined> {
  const variables = order.variables ? printableVariables(order.variables) : null;
  switch (order.type) {
    case 'base64': {
      if (order.data === undefined) return undefined;
      const param = 'document.data';
      const bytes = decodeBase64(order.data);
      if (!bytes) return { details: [{ param, code: 'invalid_format', values: { format: 'base64' } }] };
      if (bytes.byteLength > BASE64_MAX_BYTES) return { details: [tooLarge(param, BASE64_MAX_BYTES)] };
      return {
        bytes,
        variables,
        param,
        upload: undefined,
        document: { type: 'base64', variables: (order as DocumentOrder).variables ?? null },
      };
    }
    case 'upload': {
      if (order.upload_id === undefined) return undefined;
      const param = 'document.upload_id';
      const upload = await deps.uploads.find(accountId, order.upload_id);
      const refusal = uploadRefusal(upload, now);
      if (refusal || !upload) return { details: [{ param, code: refusal ?? 'upload_not_found' }] };
      const bytes = await deps.uploadFiles.read(upload);
      if (!bytes) return { details: [{ param, code: 'upload_file_missing' }] };
      if (bytes.byteLength > UPLOAD_MAX_BYTES) return { details: [tooLarge(param, UPLOAD_MAX_BYTES)] };
      return { bytes, variables, param, upload, document: { type: 'upload', filename: upload.filename } };
    }
    case undefined:
      return undefined;
  }
}

/** Without both addresses the file is only inspected, so that its problems are told together with theirs. */
function print(
  content: Content,
  layout: { placement: AddressPlacement; doubleSided: boolean },
  to: Address | undefined,
  from: Address | undefined,
) {
  const request = { ...layout, variables: content.variables, param: content.param };
  return to && from ? prepareFile(content.bytes, { ...request, to, from }) : inspectLetter(content.bytes, request);
}

function isRendered(printed: Awaited<ReturnType<typeof print>> | undefined): printed is Prepared {
  return printed?.ok === true && 'file' in printed;
}

/** Numbers are printed as JSON writes them (decisions, Documents). One that is misshapen still has its marker. */
function printableVariables(variables: Sound<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value ?? '')]));
}

/** Standard base64 alone: Node would skip what it does not know. */
function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, 'base64');
}

function tooLarge(param: string, maximum: number): Detail {
  return { param, code: 'document_too_large', values: { max_mb: maximum / BYTES_A_MEGABYTE } };
}

const FIELDS: readonly string[] = [
  'to',
  'from',
  'document',
  'file',
  'color',
  'double_sided',
  'address_placement',
  'postal_services',
  'send_date',
  'reference',
  'metadata',
] satisfies (keyof LetterOrder | 'file')[];

/** Details in the order of the fields, those of one field as they were found; unknown fields last. */
function inRequestOrder(details: readonly Detail[]): Detail[] {
  const place = ({ param }: Detail) => {
    const index = FIELDS.indexOf(/^[^.[]*/.exec(param)![0]);
    return index < 0 ? FIELDS.length : index;
  };
  return [...details].sort((a, b) => place(a) - place(b));
}
