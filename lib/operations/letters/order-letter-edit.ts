import type { Uploads } from '../../adapters/data/mailings/uploads.ts';
import type { UploadFiles } from '../../adapters/documents/upload-files.ts';
import type { Order, OrderShape, PendingResponse } from '../../core/domain/calls.ts';
import type { LetterChanges, LetterResource } from '../../core/schemas/letter.ts';
import { readUploadedDocument } from '../mailings/mailing-document.ts';
import { editLetter, type EditLetterDeps } from './edit-letter.ts';

export interface OrderLetterEditDeps extends EditLetterDeps {
  uploads: Pick<Uploads, 'find'>;
  uploadFiles: Pick<UploadFiles, 'read'>;
}

export type LetterEditOrder = Pick<Order<LetterChanges>, 'body'> & OrderShape;

/**
 * Edits a letter on a person's request in the dashboard: a new document comes from an upload, which is used up. See
 * `editLetter`.
 * @throws Problem invalid_parameters with all problems · resource_not_found · LetterNotEditable
 */
export async function orderLetterEdit(
  deps: OrderLetterEditDeps,
  accountId: string,
  letterId: string,
  { body: { document, ...edit }, violations, fields }: LetterEditOrder,
  toResponse: (resource: LetterResource) => PendingResponse,
): Promise<LetterResource> {
  const options = { violations, fields, toResponse };
  if (!document) return editLetter(deps, accountId, letterId, edit, options);
  const read = await readUploadedDocument(deps, accountId, document, deps.now());
  return editLetter(deps, accountId, letterId, { ...edit, document: read }, options);
}
