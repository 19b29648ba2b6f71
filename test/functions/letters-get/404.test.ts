import { describeUnknownLetters } from '../../support/unknown-letters.ts';

describeUnknownLetters('GET', (id) => `/letters/${id}`);
