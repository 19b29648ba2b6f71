import { authenticityMark, createAuthenticityNumber } from '../../core/domain/authenticity.ts';
import type { Order } from '../../core/domain/calls.ts';
import { type DocumentWarning, withAddressWarnings } from '../../core/domain/document-warnings.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { sendDateDetails, serviceDetails } from '../../core/domain/letter-orders.ts';
import type { Letter } from '../../core/domain/letters.ts';
import { problemsOf } from '../../core/domain/order-problems.ts';
import { type Detail, Problem, type ValidFields } from '../../core/domain/problems.ts';
import type { LetterForm, LetterOrder } from '../../core/schemas/letter.ts';
import { sha256 } from '../../core/sha256.ts';
import { type DocumentDeps, readDocument, type ReadUpload } from '../mailings/mailing-document.ts';
import { type AddressDeps, completeOrdered } from '../mailings/mailing-order.ts';
import { isPrinted, printLetter } from './print-letter.ts';

export interface PrepareDeps extends AddressDeps, DocumentDeps {
  randomBytes: RandomBytes;
  confirmationPageBase: string;
}

/** A printable letter: addresses complete, file rendered. Nothing is stored or charged yet. */
export interface PreparedLetter
  extends
    Required<Pick<Letter, Exclude<keyof LetterOrder, 'authenticity'> | 'pages' | 'sheets'>>,
    Pick<Letter, 'authenticity_number'> {
  warnings: DocumentWarning[];
  file: Uint8Array;
  /** The parts of the order as they came. */
  received: Pick<NonNullable<Letter['asked']>, 'to' | 'from' | 'document_sha256'>;
  /** The upload of its document. */
  upload: ReadUpload | undefined;
}

/**
 * Validates an order and renders its file.
 * @throws Problem invalid_parameters with all problems, in the order of the request's fields
 */
export async function prepareLetter(
  deps: PrepareDeps,
  { account, body, violations, fields, now }: Order<LetterOrder | LetterForm>,
): Promise<PreparedLetter> {
  const details: Detail[] = [];
  const warnings: DocumentWarning[] = [];
  const order = orderOf(body);
  const to = order.to && completeOrdered(deps, order.to, 'to', details, warnings);
  const from = order.from ? completeOrdered(deps, order.from, 'from', details, warnings) : account.default_sender;
  details.push(...serviceDetails(order.postal_services ?? []), ...sendDateDetails(order.send_date, now));

  const content = order.document && (await readDocument(deps, account.id, order.document, now));
  if (content && 'details' in content) details.push(...content.details);

  const number = (order.authenticity ?? account.authenticity) ? createAuthenticityNumber(deps.randomBytes) : undefined;
  const layout = {
    placement: order.address_placement ?? 'first_page',
    doubleSided: order.double_sided ?? false,
    authenticity: number === undefined ? null : authenticityMark(account, deps.confirmationPageBase, number),
  } as const;
  const printed = content && 'bytes' in content ? await printLetter(content, layout, to, from) : undefined;
  if (printed?.ok === false) details.push(...printed.details);
  const problems = problemsOf(fields, violations, details);
  if (problems.length > 0 || !to || !from || !content || !('bytes' in content) || !isPrinted(printed)) {
    throw Problem.invalid(problems);
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
    ...(number !== undefined && { authenticity_number: number }),
    pages: printed.pages,
    sheets: printed.sheets,
    warnings: withAddressWarnings(warnings, printed.warnings),
    file: printed.file,
    received: { to: whole.to, from: whole.from ?? null, document_sha256: sha256(content.bytes) },
    upload: content.upload,
  };
}

/** A form's file is its document. */
function orderOf(sent: ValidFields<LetterOrder | LetterForm>) {
  const { file, variables, ...order } = sent as ValidFields<LetterForm & LetterOrder>;
  return file ? { ...order, document: { type: 'file' as const, file, variables } } : order;
}
