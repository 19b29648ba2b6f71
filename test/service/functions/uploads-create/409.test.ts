import { describeKeyConflicts } from '../../../support/every-post.ts';
import { uploadRequests } from '../../../support/uploads.ts';

describeKeyConflicts('POST /uploads', uploadRequests);
