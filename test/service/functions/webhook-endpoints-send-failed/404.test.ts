import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('webhook_endpoint', 'POST', (id) => `/webhook-endpoints/${id}/send-failed`, {
  since: '2026-01-01T00:00:00Z',
});
