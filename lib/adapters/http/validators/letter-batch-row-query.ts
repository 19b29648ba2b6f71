import { letterBatchRowQuerySchema } from '../../../core/schemas/letter-batch.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const letterBatchRowQuery = compileValidator(letterBatchRowQuerySchema);
