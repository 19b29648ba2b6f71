import { describeKeyConflicts } from '../../../support/every-post.ts';
import { verificationRequests } from '../../../support/verification-requests.ts';

describeKeyConflicts('POST /verifications', verificationRequests);
