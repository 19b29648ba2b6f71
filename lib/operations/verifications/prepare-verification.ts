import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import type { Account, LetterTexts } from '../../core/domain/accounts.ts';
import { type Address, isSamePlace } from '../../core/domain/addresses.ts';
import type { Order } from '../../core/domain/calls.ts';
import { type DocumentWarning, withAddressWarnings } from '../../core/domain/document-warnings.ts';
import { qrCodeTarget } from '../../core/domain/hosted-page.ts';
import { isId } from '../../core/domain/ids.ts';
import { problemsOf } from '../../core/domain/order-problems.ts';
import { paragraphDetails, wordsDetails } from '../../core/domain/printable-text.ts';
import { type Detail, type Flaw, notAllowed, Problem, type ValidFields } from '../../core/domain/problems.ts';
import { WEB_URL } from '../../core/domain/text-patterns.ts';
import { letterPaper, templateOf } from '../../core/domain/verification-letter.ts';
import type { Verification, VerificationDocument } from '../../core/domain/verifications.ts';
import { inAscii, parseWebUrl } from '../../core/domain/web-urls.ts';
import type { VerificationOrder } from '../../core/schemas/verification.ts';
import { settleAll } from '../../core/settle-all.ts';
import type { Refused } from '../../pdf/letter-file.ts';
import { templateDetails } from '../../pdf/own-letter/template-details.ts';
import { besidePdfium } from '../../pdf/pdfium/pdfium.ts';
import type { PreparedVerification as PreparedFile } from '../../pdf/verification-file.ts';
import { type DocumentDeps, readDocument, type ReadUpload } from '../mailings/mailing-document.ts';
import { type AddressDeps, completeOrdered } from '../mailings/mailing-order.ts';

export type PrepareDeps = AddressDeps &
  DocumentDeps & { accounts: Pick<Accounts, 'logo'>; verifications: Pick<Verifications, 'find'> };

/** The code, which only the print file shows, and the page's address, null with method `code`. */
export interface Secrets {
  code: string;
  pageUrl: string | null;
}

/** A printable verification: address complete, files rendered. Nothing is stored or charged yet. */
export interface PreparedVerification extends Required<
  Pick<Verification, Exclude<keyof VerificationOrder, 'letter'> | 'pages' | 'sheets'>
> {
  /** What may print differently than intended (rule DOC-16). */
  warnings: DocumentWarning[];
  /** With the code. */
  file: Uint8Array;
  /** Without it. */
  preview: Uint8Array;
  /** The upload of its document. */
  upload: ReadUpload | undefined;
}

/** The default layout, and the only one of the template. */
const LAYOUT = { color: false, double_sided: false, address_placement: 'first_page' } as const;

/**
 * Validates an order and renders its files.
 * @throws Problem invalid_parameters with all problems, in the order of the request's fields
 */
export async function prepareVerification(
  deps: PrepareDeps,
  { account, body: order, violations, fields, now }: Order<VerificationOrder>,
  secrets: Secrets,
): Promise<PreparedVerification> {
  const isSent = (field: keyof VerificationOrder) =>
    order[field] !== undefined || violations.some(({ param }) => param === field || param.startsWith(`${field}.`));
  const details: Detail[] = conflictsOf(order, isSent);
  const warnings: DocumentWarning[] = [];
  const to = order.to && completeOrdered(deps, order.to, 'to', details, warnings);
  const print = isSent('document') ? printDocument(deps, order, now) : printTemplate(deps, order, now);
  // In parallel: the previous verification costs a read, and only if the order names one.
  const [printed, flaw] = await settleAll([
    print(account, secrets, to),
    flawOfPrevious(deps, account.id, order.previous_verification_id, to),
  ]);
  if (printed?.ok === false) details.push(...printed.details);
  if (flaw) details.push({ param: 'previous_verification_id', ...flaw });

  const problems = problemsOf(fields, [...violations, ...silentTexts(order)], details);
  if (problems.length > 0 || !to || !printed?.ok || !('file' in printed)) throw Problem.invalid(problems);
  const whole = order as VerificationOrder;
  return {
    to,
    method: whole.method,
    document: printed.document,
    color: whole.color ?? LAYOUT.color,
    double_sided: whole.double_sided ?? LAYOUT.double_sided,
    address_placement: whole.address_placement ?? LAYOUT.address_placement,
    instructions: whole.instructions ?? null,
    return_url: whole.return_url === undefined ? null : inAscii(whole.return_url),
    previous_verification_id: whole.previous_verification_id ?? null,
    reference: whole.reference ?? null,
    metadata: whole.metadata ?? {},
    pages: printed.pages,
    sheets: printed.sheets,
    warnings: withAddressWarnings(warnings, printed.warnings),
    file: printed.file,
    preview: printed.preview,
    upload: printed.upload,
  };
}

/** Why the order cannot follow this verification (rule VER-19). Addresses are compared once the order's is complete. */
async function flawOfPrevious(
  { verifications }: PrepareDeps,
  accountId: string,
  id: string | undefined,
  to: Address | undefined,
): Promise<Flaw | undefined> {
  if (id === undefined) return undefined;
  // Skip malformed ids; they may be too long for a key.
  const found = isId('verification', id) ? await verifications.find(accountId, id) : undefined;
  if (!found) return { code: 'verification_not_found' };
  return to && !isSamePlace(found.mailing.to, to) ? notAllowed({ reason: 'another_address' }) : undefined;
}

/** Fields that contradict one another (rule VER-3). */
function conflictsOf(
  order: ValidFields<VerificationOrder>,
  isSent: (field: keyof VerificationOrder) => boolean,
): Detail[] {
  const isCode = order.method === 'code';
  const ownLayout = (['color', 'double_sided', 'address_placement'] as const).filter(
    (field) => order[field] !== undefined && order[field] !== LAYOUT[field],
  );
  return [
    ...when(isSent('letter') && isSent('document'), 'letter', 'with_document'),
    ...when(isCode && order.letter?.include_qr_code, 'letter.include_qr_code', 'with_code'),
    ...when(isCode && order.letter?.include_page_url, 'letter.include_page_url', 'with_code'),
    ...ownLayout.flatMap((field) => when(!isSent('document'), field, 'without_document')),
    ...when(isCode && order.return_url !== undefined, 'return_url', 'with_code'),
    ...(order.return_url === undefined || parseWebUrl(order.return_url, ['https', 'http'])
      ? []
      : [{ param: 'return_url', code: 'invalid_format', values: { format: WEB_URL } } as const]),
  ];
}

const when = (
  isSo: boolean | undefined,
  param: string,
  reason: 'with_document' | 'without_document' | 'with_code',
): Detail[] => (isSo ? [{ param, ...notAllowed({ reason }) }] : []);

/** The files and their source; only the problems if the address or the method is missing. */
type Printed =
  | Refused
  | { ok: true }
  | (PreparedFile & { document: VerificationDocument; upload: ReadUpload | undefined })
  | undefined;

/** The engine is a third of the code of a function that prints, so it is loaded with the first document. */
type Print = (account: Account, secrets: Secrets, to: Address | undefined) => Promise<Printed>;

function printTemplate(
  { accounts }: PrepareDeps,
  { method, letter = {}, instructions }: ValidFields<VerificationOrder>,
  now: number,
): Print {
  return async (account, { code, pageUrl }, to) => {
    // Without a valid method, the texts are checked with the `code` letter, which has the most space.
    const document = templateOf(account, method ?? 'code', validTexts(letter));
    const paper = letterPaper(account, document, {
      recipient: to?.name,
      createdAt: now,
      pageUrl,
      instructions: instructions ?? null,
      hasOwnBody: (letter.body ?? account.default_letter.body) !== undefined,
    });
    if (!to || !method) return { ok: false, details: templateDetails(paper) };
    const engine = await import('../../pdf/own-letter/template-file.ts');
    const logo = account.logo && (await accounts.logo(account.id));
    const printed = await engine.prepareTemplate({
      to,
      from: account.default_sender,
      code,
      qrCodeUrl: pageUrl && qrCodeTarget(pageUrl, code),
      template: { ...paper, logo: logo?.bytes ?? null },
    });
    return printed.ok ? { ...printed, document, upload: undefined } : printed;
  };
}

function printDocument(deps: PrepareDeps, order: ValidFields<VerificationOrder>, now: number): Print {
  return async (account, { code, pageUrl }, to) => {
    const content = order.document && (await readDocument(deps, account.id, order.document, now));
    if (!content) return undefined;
    if ('details' in content) return { ok: false, details: content.details };
    const { bytes, document, variables, param, upload } = content;
    const request = {
      // Without a valid method no marker is rejected: `hosted_page` allows all of them.
      method: order.method ?? ('hosted_page' as const),
      placement: order.address_placement ?? LAYOUT.address_placement,
      doubleSided: order.double_sided ?? LAYOUT.double_sided,
      variables,
      param,
    };
    const engine = await besidePdfium(() => import('../../pdf/verification-file.ts'));
    if (!to || !order.method) return engine.inspectVerification(bytes, request);
    const printed = await engine.prepareVerification(bytes, {
      ...request,
      to,
      from: account.default_sender,
      code,
      hostedPageUrl: pageUrl,
      qrCodeUrl: pageUrl && qrCodeTarget(pageUrl, code),
    });
    return printed.ok ? { ...printed, document, upload } : printed;
  };
}

/**
 * Texts of the letter that are blank or contain an invisible character. An account's saved texts were already checked.
 */
function silentTexts({ letter: { title, body, footer } = {}, instructions }: ValidFields<VerificationOrder>): Detail[] {
  const words = { 'letter.title': title, 'letter.body': body, instructions };
  return [
    ...Object.entries(words).flatMap(([param, text]) => (text === undefined ? [] : wordsDetails(param, text))),
    ...paragraphDetails('letter.footer', footer ?? ''),
  ];
}

/** The texts that were sent and have no violation. */
function validTexts(texts: ValidFields<LetterTexts>): LetterTexts {
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
}
