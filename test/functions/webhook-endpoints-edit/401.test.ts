import { describeAuthentication } from '../../support/every-endpoint.ts';

describeAuthentication({
  method: 'PATCH',
  path: '/webhook-endpoints/whe_00000000000000000000000000',
  body: { state: 'paused' },
});
