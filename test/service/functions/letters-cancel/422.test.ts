import { describeUnknownFields } from '../../../support/every-post.ts';
import { cancelRequests } from '../../../support/letter-requests.ts';

describeUnknownFields('POST /letters/{letter_id}/cancel', cancelRequests);
