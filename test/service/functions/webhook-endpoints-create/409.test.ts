import { describeKeyConflicts } from '../../../support/every-post.ts';
import { endpointRequests } from '../../../support/webhook-requests.ts';

describeKeyConflicts('POST /webhook-endpoints', endpointRequests);
