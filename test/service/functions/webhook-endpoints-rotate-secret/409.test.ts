import { describeKeyConflicts } from '../../../support/every-post.ts';
import { rotationRequests } from '../../../support/webhook-requests.ts';

describeKeyConflicts('POST /webhook-endpoints/{endpoint_id}/rotate-secret', rotationRequests);
