import { describeAuthentication } from '../../support/every-endpoint.ts';

describeAuthentication({ method: 'POST', path: '/letters/ltr_00000000000000000000000000/cancel' });
