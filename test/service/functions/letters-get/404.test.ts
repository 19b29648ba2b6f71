import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('letter', 'GET', (id) => `/letters/${id}`);
