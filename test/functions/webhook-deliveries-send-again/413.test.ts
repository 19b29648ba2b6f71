import { describeBodySize } from '../../support/every-post.ts';

describeBodySize({
  method: 'POST',
  path: '/webhook-deliveries/whd_0000000000000000000000000000000000000000000000000000/send-again',
});
