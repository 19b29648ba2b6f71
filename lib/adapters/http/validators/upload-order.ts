import { uploadOrderSchema } from '../../../core/schemas/upload.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const uploadOrder = compileValidator(uploadOrderSchema);
