import { eventQuerySchema } from '../../../core/schemas/event.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const eventQuery = compileValidator(eventQuerySchema);
