import { describeRateLimit } from '../../support/every-endpoint.ts';

describeRateLimit({ method: 'POST', path: '/verifications/ver_00000000000000000000000000/cancel' });
