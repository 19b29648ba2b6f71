import { pixQuerySchema } from '../../../core/schemas/pix.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const pixQuery = compileValidator(pixQuerySchema);
