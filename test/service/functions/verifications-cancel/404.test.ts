import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('verification', 'POST', (id) => `/verifications/${id}/cancel`);
