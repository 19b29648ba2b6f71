import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('letter_batch', 'POST', (id) => `/letter-batches/${id}/cancel`);
