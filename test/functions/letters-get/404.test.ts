import { describeUnknownMailings } from '../../support/unknown-mailings.ts';

describeUnknownMailings('letter', 'GET', (id) => `/letters/${id}`);
