import type { Letters } from '../../adapters/data/mailings/letters.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import { previewOfLetter } from '../../core/domain/letters.ts';
import { Problem } from '../../core/domain/problems.ts';
import { MEGABYTE } from '../../core/domain/units.ts';

export interface ReadLetterDocumentDeps {
  letters: Pick<Letters, 'find'>;
  files: Pick<PrintFiles, 'read'>;
  now: () => number;
}

/**
 * A function answers with 6 MB at most (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html), and
 * base64 makes four characters of three bytes.
 */
const MAX_BYTES = 4 * MEGABYTE;

export interface LetterDocumentResource {
  object: 'letter_document';
  letter_id: string;
  /** As the customer named it. */
  filename: string | null;
  /** The PDF in base64; null if it is no longer kept, or over 4 MB. */
  content: string | null;
}

/**
 * The document of a letter as it was printed, with its values and without the address, so that it can be sent again.
 * @throws Problem resource_not_found
 */
export async function readLetterDocument(
  { letters, files, now }: ReadLetterDocumentDeps,
  accountId: string,
  letterId: string,
): Promise<LetterDocumentResource> {
  const found = await letters.find(accountId, letterId);
  if (!found) throw new Problem('resource_not_found');
  const letter = found.mailing;
  const isKept = now() < previewOfLetter(letter).available_until;
  const file = isKept ? await files.read(letter.print_file) : undefined;
  const { documentOf } = await import('../../pdf/print/reprint.ts');
  const document =
    file &&
    (await documentOf(file, {
      pages: letter.pages,
      doubleSided: letter.double_sided,
      addressPlacement: letter.address_placement,
    }));
  const fits = document !== undefined && document.byteLength <= MAX_BYTES;
  return {
    object: 'letter_document',
    letter_id: letter.id,
    filename: 'filename' in letter.document ? letter.document.filename : null,
    content: fits ? Buffer.from(document).toString('base64') : null,
  };
}
