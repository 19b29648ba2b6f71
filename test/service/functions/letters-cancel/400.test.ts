import type { Example } from '../../../support/every-endpoint.ts';
import { describeContentTypes, describeInvalidKeys, describeUnreadableBodies } from '../../../support/every-post.ts';

const example: Example = { method: 'POST', path: '/letters/ltr_00000000000000000000000000/cancel' };

describeContentTypes(example);
describeInvalidKeys(example);
describeUnreadableBodies(example);
