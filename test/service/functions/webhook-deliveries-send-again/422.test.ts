import { describeUnknownFields } from '../../../support/every-post.ts';
import { resendingRequests } from '../../../support/webhook-requests.ts';

describeUnknownFields('POST /webhook-deliveries/{delivery_id}/send-again', resendingRequests);
