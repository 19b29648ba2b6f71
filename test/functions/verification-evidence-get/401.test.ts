import { describeAuthentication } from '../../support/every-endpoint.ts';

describeAuthentication({ method: 'GET', path: '/verifications/ver_00000000000000000000000000/evidence' });
