import { sessionEndQuerySchema } from '../../../core/schemas/session.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const sessionEndQuery = compileValidator(sessionEndQuerySchema);
