import { describeAuthentication } from '../../../support/every-endpoint.ts';

describeAuthentication({ method: 'GET', path: '/account' });
