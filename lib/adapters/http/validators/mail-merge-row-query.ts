import { mailMergeRowQuerySchema } from '../../../core/schemas/mail-merge.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const mailMergeRowQuery = compileValidator(mailMergeRowQuerySchema);
