import { describeAuthentication } from '../../support/every-endpoint.ts';

describeAuthentication({ method: 'GET', path: '/postal-codes/01001000' });
