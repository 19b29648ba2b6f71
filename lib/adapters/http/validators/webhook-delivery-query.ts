import { webhookDeliveryQuerySchema } from '../../../core/schemas/webhook.ts';
import { compileValidator } from '../../json-schema/compile-validator.ts';

export const webhookDeliveryQuery = compileValidator(webhookDeliveryQuerySchema);
