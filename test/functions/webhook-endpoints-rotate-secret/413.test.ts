import { describeBodySize } from '../../support/every-post.ts';

describeBodySize({
  method: 'POST',
  path: '/webhook-endpoints/whe_00000000000000000000000000/rotate-secret',
  body: { overlap_hours: 1 },
});
