import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('verification', 'GET', (id) => `/verifications/${id}`);
