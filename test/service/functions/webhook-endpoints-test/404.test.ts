import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('webhook_endpoint', 'POST', (id) => `/webhook-endpoints/${id}/test`);
