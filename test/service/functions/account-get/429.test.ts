import { describeRateLimit } from '../../../support/every-endpoint.ts';

describeRateLimit({ method: 'GET', path: '/account' });
