import { describeKeyConflicts } from '../../../support/every-post.ts';
import { testRequests } from '../../../support/webhook-requests.ts';

describeKeyConflicts('POST /webhook-endpoints/{endpoint_id}/test', testRequests);
