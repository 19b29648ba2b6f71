import { describeRateLimit } from '../../support/every-endpoint.ts';

describeRateLimit({ method: 'GET', path: '/webhook-endpoints/whe_00000000000000000000000000' });
