import type { Prepared } from '../../adapters/pdf/letter-file.ts';
import { besidePdfium } from '../../adapters/pdf/pdfium.ts';
import type { Address } from '../../core/domain/addresses.ts';
import type { Order } from '../../core/domain/calls.ts';
import type { DocumentWarning } from '../../core/domain/document-warnings.ts';
import { sendDateDetails, serviceDetails } from '../../core/domain/letter-orders.ts';
import type { Letter } from '../../core/domain/letters.ts';
import { type Detail, Problem, type Sound } from '../../core/domain/problems.ts';
import type { AddressPlacement } from '../../core/domain/sheets.ts';
import type { Upload } from '../../core/domain/uploads.ts';
import type { LetterChoice, LetterForm, LetterOrder } from '../../core/schemas/letter.ts';
import { type Content, type DocumentDeps, readDocument } from '../mailings/mailing-document.ts';
import { type AddressDeps, completeOrdered, problemsOf } from '../mailings/mailing-order.ts';

export type PrepareDeps = AddressDeps & DocumentDeps;

/** A printable letter: addresses complete, file rendered. Nothing is stored or charged yet. */
export interface PreparedLetter extends Pick<
  Letter,
  'to' | 'from' | 'document' | LetterChoice | 'send_date' | 'reference' | 'metadata' | 'pages' | 'sheets'
> {
  warnings: DocumentWarning[];
  file: Uint8Array;
  /** The upload of its document. */
  upload: Upload | undefined;
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
  const order = orderOf(body);
  const to = order.to && completeOrdered(deps, order.to, 'to', details);
  const from = order.from ? completeOrdered(deps, order.from, 'from', details) : account.default_sender;
  details.push(...serviceDetails(order.postal_services ?? []), ...sendDateDetails(order.send_date, now));

  const content = order.document && (await readDocument(deps, account.id, order.document, now));
  if (content && 'details' in content) details.push(...content.details);

  const layout = {
    placement: order.address_placement ?? 'first_page',
    doubleSided: order.double_sided ?? false,
  } as const;
  const printed = content && 'bytes' in content ? await print(content, layout, to, from) : undefined;
  if (printed?.ok === false) details.push(...printed.details);
  const problems = problemsOf(fields, violations, details);
  if (problems.length > 0 || !to || !from || !content || !('bytes' in content) || !isRendered(printed)) {
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
    pages: printed.pages,
    sheets: printed.sheets,
    warnings: printed.warnings,
    file: printed.file,
    upload: content.upload,
  };
}

/** A form's file is its document. */
function orderOf(sent: Sound<LetterOrder | LetterForm>) {
  const { file, variables, ...order } = sent as Sound<LetterForm & LetterOrder>;
  return file ? { ...order, document: { type: 'file' as const, file, variables } } : order;
}

/**
 * Without both addresses the file is only inspected, so that all problems are reported together. The engine is a third
 * of the code of a function that prints, so it is loaded with the first document.
 */
async function print(
  content: Content,
  layout: { placement: AddressPlacement; doubleSided: boolean },
  to: Address | undefined,
  from: Address | undefined,
) {
  const request = { ...layout, variables: content.variables, param: content.param };
  const engine = await besidePdfium(() => import('../../adapters/pdf/letter-file.ts'));
  return to && from
    ? engine.prepareLetter(content.bytes, { ...request, to, from })
    : engine.inspectLetter(content.bytes, request);
}

function isRendered(printed: Awaited<ReturnType<typeof print>> | undefined): printed is Prepared {
  return printed?.ok === true && 'file' in printed;
}
