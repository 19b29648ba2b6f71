import { compileValidator } from '../../lib/adapters/http/compile-validator.ts';
import { listSchema, type PageQuery } from '../../lib/adapters/http/list-query.ts';
import { referenceSchema } from '../../lib/adapters/http/schemas/mailing.ts';
import { type LetterStatus, letterStatuses } from '../../lib/core/domain/letters.ts';

/** Query of GET /letters. */
export interface LettersQuery extends PageQuery {
  status?: LetterStatus;
  reference?: string;
}

export const schema = listSchema({
  status: { type: 'string', enum: letterStatuses },
  reference: referenceSchema,
});

export const validator = compileValidator<LettersQuery>(schema);
