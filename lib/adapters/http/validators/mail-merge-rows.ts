import { mailMergeRowsSchema } from '../../../core/schemas/mail-merge.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const mailMergeRows = compileValidator(mailMergeRowsSchema);
