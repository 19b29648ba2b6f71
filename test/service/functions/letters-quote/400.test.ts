import { describeUnreadableForms } from '../../../support/letter-orders.ts';

describeUnreadableForms('/letters/quote');
