import type { Example } from '../../support/every-endpoint.ts';
import { describeContentTypes, describeUnreadableBodies } from '../../support/every-post.ts';

const example: Example = {
  method: 'PATCH',
  path: '/webhook-endpoints/whe_00000000000000000000000000',
  body: { state: 'paused' },
};

describeContentTypes(example);
describeUnreadableBodies(example);
