import { describeKeyConflicts } from '../../../support/every-post.ts';
import { resendingRequests } from '../../../support/webhook-requests.ts';

describeKeyConflicts('POST /webhook-deliveries/{delivery_id}/send-again', resendingRequests);
