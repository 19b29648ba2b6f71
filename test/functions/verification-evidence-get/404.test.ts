import { describeUnknownMailings } from '../../support/unknown-mailings.ts';

describeUnknownMailings('verification', 'GET', (id) => `/verifications/${id}/evidence`);
