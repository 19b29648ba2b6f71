import { describeAuthentication } from '../../support/every-endpoint.ts';

describeAuthentication({ method: 'DELETE', path: '/webhook-endpoints/whe_00000000000000000000000000' });
