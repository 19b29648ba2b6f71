import { describeAuthentication } from '../../support/every-endpoint.ts';

describeAuthentication({ method: 'GET', path: '/letters/ltr_00000000000000000000000000' });
