import type { Example } from '../../support/every-endpoint.ts';
import { describeContentTypes, describeInvalidKeys, describeUnreadableBodies } from '../../support/every-post.ts';

const example: Example = {
  method: 'POST',
  path: '/webhook-deliveries/whd_0000000000000000000000000000000000000000000000000000/send-again',
};

describeContentTypes(example);
describeInvalidKeys(example);
describeUnreadableBodies(example);
