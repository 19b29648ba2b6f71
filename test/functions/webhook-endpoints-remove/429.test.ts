import { describeRateLimit } from '../../support/every-endpoint.ts';

describeRateLimit({ method: 'DELETE', path: '/webhook-endpoints/whe_00000000000000000000000000' });
