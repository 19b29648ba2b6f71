import { describeRateLimit } from '../../support/every-endpoint.ts';

describeRateLimit({ method: 'GET', path: '/verifications/ver_00000000000000000000000000/evidence' });
