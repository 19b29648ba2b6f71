import { describeUnknownParameters } from '../../../support/every-endpoint.ts';

describeUnknownParameters({ method: 'DELETE', path: '/webhook-endpoints/whe_00000000000000000000000000' });
