import type { MailingDocument } from '../domain/mailing-fields.ts';
import type { DocumentResource } from '../schemas/document.ts';

/** Where a mailing's content came from (rule DOC-2). */
export function documentResource(document: MailingDocument): DocumentResource {
  switch (document.type) {
    case 'url':
      return { type: document.type, url: document.url, variables: document.variables };
    case 'upload':
      return { type: document.type, filename: document.filename };
    case 'base64':
      return { type: document.type, variables: document.variables };
  }
}
