import { describeContentTypes, describeInvalidKeys, describeUnreadableBodies } from '../../support/every-post.ts';
import { verificationQuote } from '../../support/verification-requests.ts';

describeContentTypes(verificationQuote());
describeInvalidKeys(verificationQuote());
describeUnreadableBodies(verificationQuote());
