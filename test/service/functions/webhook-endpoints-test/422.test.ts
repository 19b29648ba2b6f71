import { describeUnknownFields } from '../../../support/every-post.ts';
import { testRequests } from '../../../support/webhook-requests.ts';

describeUnknownFields('POST /webhook-endpoints/{endpoint_id}/test', testRequests);
