import { webhookEndpointQuerySchema } from '../../../core/schemas/webhook.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const webhookEndpointQuery = compileValidator(webhookEndpointQuerySchema);
