import type { Address } from '../../core/domain/addresses.ts';
import type { AuthenticityMark } from '../../core/domain/authenticity.ts';
import type { AddressPlacement } from '../../core/domain/sheets.ts';
import type { Inspected, Prepared, Refused } from '../../pdf/letter-file.ts';
import { besidePdfium } from '../../pdf/pdfium/pdfium.ts';
import type { Content } from '../mailings/mailing-document.ts';

/** How a letter is printed. */
export interface LetterLayout {
  placement: AddressPlacement;
  doubleSided: boolean;
  /** Printed on it with its addresses. */
  authenticity: AuthenticityMark | null;
}

/**
 * The file of a letter. Without both addresses the document is only inspected, so that all problems are reported
 * together. The engine is a third of the code of a function that prints, so it is loaded with the first document.
 */
export async function printLetter(
  { bytes, variables, param }: Pick<Content, 'bytes' | 'variables' | 'param'>,
  layout: LetterLayout,
  to: Address | undefined,
  from: Address | undefined,
): Promise<Prepared | Inspected | Refused> {
  const request = { ...layout, variables, param };
  const engine = await besidePdfium(() => import('../../pdf/letter-file.ts'));
  return to && from ? engine.prepareLetter(bytes, { ...request, to, from }) : engine.inspectLetter(bytes, request);
}

/** Whether it has a file: the document has no problems, and both addresses were given. */
export function isPrinted(printed: Prepared | Inspected | Refused | undefined): printed is Prepared {
  return printed?.ok === true && 'file' in printed;
}
