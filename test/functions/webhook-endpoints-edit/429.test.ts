import { describeRateLimit } from '../../support/every-endpoint.ts';

describeRateLimit({
  method: 'PATCH',
  path: '/webhook-endpoints/whe_00000000000000000000000000',
  body: { state: 'paused' },
});
