import { describeUnknownLetters } from '../../support/unknown-letters.ts';

describeUnknownLetters('POST', (id) => `/letters/${id}/cancel`);
