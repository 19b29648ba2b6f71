import { describeUnknownParameters } from '../../../support/every-endpoint.ts';

describeUnknownParameters({ method: 'GET', path: '/webhook-endpoints/whe_00000000000000000000000000' });
