import { describeKeyConflicts } from '../../../support/every-post.ts';
import { quoteRequests } from '../../../support/letter-requests.ts';

describeKeyConflicts('POST /letters/quote', quoteRequests);
