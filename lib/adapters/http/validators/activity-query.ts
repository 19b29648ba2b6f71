import { activityQuerySchema } from '../../../core/schemas/activity.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const activityQuery = compileValidator(activityQuerySchema);
