import { letterBatchConfirmationSchema } from '../../../core/schemas/letter-batch.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const letterBatchConfirmation = compileValidator(letterBatchConfirmationSchema);
