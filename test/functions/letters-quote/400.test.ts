import { describeContentTypes, describeInvalidKeys, describeUnreadableBodies } from '../../support/every-post.ts';
import { describeUnreadableForms } from '../../support/letter-orders.ts';
import { quote } from '../../support/letter-requests.ts';

describeContentTypes(quote());
describeInvalidKeys(quote());
describeUnreadableBodies(quote());
describeUnreadableForms('/letters/quote');
