import { describeUnknownParameters } from '../../../support/every-endpoint.ts';

describeUnknownParameters({ method: 'GET', path: '/verifications/ver_00000000000000000000000000' });
