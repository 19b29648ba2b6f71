import { describeRateLimit } from '../../support/every-endpoint.ts';

describeRateLimit({ method: 'POST', path: '/letters/ltr_00000000000000000000000000/cancel' });
