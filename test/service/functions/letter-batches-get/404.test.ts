import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('letter_batch', 'GET', (id) => `/letter-batches/${id}`);
