import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('letter', 'POST', (id) => `/letters/${id}/cancel`);
