import { eventQuerySchema } from '../../../core/schemas/event.ts';
import { compileValidator } from '../compile-validator.ts';

export const eventQuery = compileValidator(eventQuerySchema);
