import { describeContentTypes, describeInvalidKeys, describeUnreadableBodies } from '../../support/every-post.ts';
import { verification } from '../../support/verification-requests.ts';

describeContentTypes(verification());
describeInvalidKeys(verification());
describeUnreadableBodies(verification());
