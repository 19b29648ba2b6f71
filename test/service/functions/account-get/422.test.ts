import { describeUnknownParameters } from '../../../support/every-endpoint.ts';

describeUnknownParameters({ method: 'GET', path: '/account' });
