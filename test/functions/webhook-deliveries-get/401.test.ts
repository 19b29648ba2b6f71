import { describeAuthentication } from '../../support/every-endpoint.ts';

describeAuthentication({
  method: 'GET',
  path: '/webhook-deliveries/whd_0000000000000000000000000000000000000000000000000000',
});
