import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('webhook_delivery', 'GET', (id) => `/webhook-deliveries/${id}`);
