import { describeRateLimit } from '../../support/every-endpoint.ts';

describeRateLimit({ method: 'GET', path: '/letters/ltr_00000000000000000000000000' });
