import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('letter_batch', 'POST', (id) => `/letter-batches/${id}/confirm`, { quote_hash: '0'.repeat(64) });
