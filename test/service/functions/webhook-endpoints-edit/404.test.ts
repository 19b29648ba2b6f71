import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('webhook_endpoint', 'PATCH', (id) => `/webhook-endpoints/${id}`, { state: 'paused' });
