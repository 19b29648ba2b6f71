import type { Uploads } from '../../adapters/data/uploads.ts';
import type { UploadFiles } from '../../adapters/documents/upload-files.ts';
import type { Answering } from '../../core/domain/calls.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { LetterChanges, LetterResource } from '../../core/schemas/letter.ts';
import { readUploadedDocument } from '../mailings/mailing-document.ts';
import { editLetter, type EditLetterDeps } from './edit-letter.ts';

export interface OrderLetterEditDeps extends EditLetterDeps {
  uploads: Pick<Uploads, 'find'>;
  uploadFiles: Pick<UploadFiles, 'read'>;
}

/**
 * Edits a letter on a person's request in the dashboard: a new document comes from an upload, which is used up. See
 * `editLetter`.
 * @throws Problem resource_not_found, invalid_parameters · LetterNotEditable
 */
export async function orderLetterEdit(
  deps: OrderLetterEditDeps,
  accountId: string,
  letterId: string,
  { document, ...fields }: LetterChanges,
  answering: (resource: LetterResource) => Answering,
): Promise<LetterResource> {
  if (!document) return editLetter(deps, accountId, letterId, fields, answering);
  const read = await readUploadedDocument(deps, accountId, document, deps.now());
  if ('details' in read) throw Problem.invalid(read.details);
  return editLetter(deps, accountId, letterId, { ...fields, document: read }, answering);
}
