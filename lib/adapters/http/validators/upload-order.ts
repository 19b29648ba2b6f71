import { uploadOrderSchema } from '../../../core/schemas/upload.ts';
import { compileValidator } from '../compile-validator.ts';

export const uploadOrder = compileValidator(uploadOrderSchema);
