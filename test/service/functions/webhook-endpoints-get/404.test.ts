import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('webhook_endpoint', 'GET', (id) => `/webhook-endpoints/${id}`);
