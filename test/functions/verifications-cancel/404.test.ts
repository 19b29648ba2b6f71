import { describeUnknownMailings } from '../../support/unknown-mailings.ts';

describeUnknownMailings('verification', 'POST', (id) => `/verifications/${id}/cancel`);
