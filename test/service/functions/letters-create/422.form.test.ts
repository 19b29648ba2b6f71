import { describeInvalidForms } from '../../../support/letter-orders.ts';

describeInvalidForms('/letters');
