import { describeRateLimit } from '../../support/every-endpoint.ts';

describeRateLimit({
  method: 'POST',
  path: '/webhook-endpoints/whe_00000000000000000000000000/send-failed',
  body: { since: '2026-01-01T00:00:00Z' },
});
