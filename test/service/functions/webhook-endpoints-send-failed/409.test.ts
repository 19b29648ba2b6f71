import { describeKeyConflicts } from '../../../support/every-post.ts';
import { sendingRequests } from '../../../support/webhook-requests.ts';

describeKeyConflicts('POST /webhook-endpoints/{endpoint_id}/send-failed', sendingRequests);
