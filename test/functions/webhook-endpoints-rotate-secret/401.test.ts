import { describeAuthentication } from '../../support/every-endpoint.ts';

describeAuthentication({
  method: 'POST',
  path: '/webhook-endpoints/whe_00000000000000000000000000/rotate-secret',
  body: { overlap_hours: 1 },
});
