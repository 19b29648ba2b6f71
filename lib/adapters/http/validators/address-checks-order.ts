import { addressChecksOrderSchema } from '../../../core/schemas/address-check.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const addressChecksOrder = compileValidator(addressChecksOrderSchema);
