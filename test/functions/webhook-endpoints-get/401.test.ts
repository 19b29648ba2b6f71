import { describeAuthentication } from '../../support/every-endpoint.ts';

describeAuthentication({ method: 'GET', path: '/webhook-endpoints/whe_00000000000000000000000000' });
