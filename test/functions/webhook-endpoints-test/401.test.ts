import { describeAuthentication } from '../../support/every-endpoint.ts';

describeAuthentication({ method: 'POST', path: '/webhook-endpoints/whe_00000000000000000000000000/test' });
