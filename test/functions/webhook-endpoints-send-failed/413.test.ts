import { describeBodySize } from '../../support/every-post.ts';

describeBodySize({
  method: 'POST',
  path: '/webhook-endpoints/whe_00000000000000000000000000/send-failed',
  body: { since: '2026-01-01T00:00:00Z' },
});
