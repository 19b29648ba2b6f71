import { describeUnknownParameters } from '../../../support/every-endpoint.ts';

describeUnknownParameters({ method: 'GET', path: '/letters/ltr_00000000000000000000000000/look-ups' });
