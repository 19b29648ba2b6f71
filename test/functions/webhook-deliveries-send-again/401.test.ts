import { describeAuthentication } from '../../support/every-endpoint.ts';

describeAuthentication({
  method: 'POST',
  path: '/webhook-deliveries/whd_0000000000000000000000000000000000000000000000000000/send-again',
});
