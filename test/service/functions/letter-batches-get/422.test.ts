import { describeUnknownParameters } from '../../../support/every-endpoint.ts';

describeUnknownParameters({ method: 'GET', path: '/letter-batches/mrg_00000000000000000000000000' });
