import { describeUnknownMailings } from '../../support/unknown-mailings.ts';

describeUnknownMailings('letter', 'POST', (id) => `/letters/${id}/cancel`);
