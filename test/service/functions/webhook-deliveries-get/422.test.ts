import { describeUnknownParameters } from '../../../support/every-endpoint.ts';

describeUnknownParameters({
  method: 'GET',
  path: '/webhook-deliveries/whd_0000000000000000000000000000000000000000000000000000',
});
