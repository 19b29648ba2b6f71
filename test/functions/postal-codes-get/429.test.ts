import { describeRateLimit } from '../../support/every-endpoint.ts';

describeRateLimit({ method: 'GET', path: '/postal-codes/01001000' });
