import { describeRateLimit } from '../../support/every-endpoint.ts';

describeRateLimit({
  method: 'GET',
  path: '/webhook-deliveries/whd_0000000000000000000000000000000000000000000000000000',
});
