import { erasureOrderSchema } from '../../../core/schemas/erasure.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const erasureOrder = compileValidator(erasureOrderSchema);
