import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('webhook_endpoint', 'POST', (id) => `/webhook-endpoints/${id}/rotate-secret`, {
  overlap_hours: 1,
});
