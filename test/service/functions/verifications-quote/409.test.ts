import { describeKeyConflicts } from '../../../support/every-post.ts';
import { verificationQuoteRequests } from '../../../support/verification-requests.ts';

describeKeyConflicts('POST /verifications/quote', verificationQuoteRequests);
