import { describeBodySize } from '../../support/every-post.ts';

describeBodySize({
  method: 'PATCH',
  path: '/webhook-endpoints/whe_00000000000000000000000000',
  body: { state: 'paused' },
});
