import { describeRateLimit } from '../../support/every-endpoint.ts';

describeRateLimit({
  method: 'POST',
  path: '/webhook-deliveries/whd_0000000000000000000000000000000000000000000000000000/send-again',
});
