import { describeInvalidUrls } from '../../../support/letter-orders.ts';
import { recipient } from '../../../support/letters.ts';

describeInvalidUrls('/letters', { to: recipient });
