import { describeUnknownObjects } from '../../../support/unknown-objects.ts';

describeUnknownObjects('verification', 'POST', (id) => `/verifications/${id}/check`, { code: '123456' });
