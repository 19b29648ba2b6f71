import { postalCodeSearchQuerySchema } from '../../../core/schemas/address-check.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const postalCodeSearchQuery = compileValidator(postalCodeSearchQuerySchema);
