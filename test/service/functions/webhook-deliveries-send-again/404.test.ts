import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('webhook_delivery', 'POST', (id) => `/webhook-deliveries/${id}/send-again`);
