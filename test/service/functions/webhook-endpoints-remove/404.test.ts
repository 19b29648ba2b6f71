import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('webhook_endpoint', 'DELETE', (id) => `/webhook-endpoints/${id}`);
