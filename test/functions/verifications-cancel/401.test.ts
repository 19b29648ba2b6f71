import { describeAuthentication } from '../../support/every-endpoint.ts';

describeAuthentication({ method: 'POST', path: '/verifications/ver_00000000000000000000000000/cancel' });
