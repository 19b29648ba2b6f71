import type { Example } from '../../support/every-endpoint.ts';
import { describeContentTypes, describeInvalidKeys, describeUnreadableBodies } from '../../support/every-post.ts';

const example: Example = { method: 'POST', path: '/webhook-endpoints/whe_00000000000000000000000000/test' };

describeContentTypes(example);
describeInvalidKeys(example);
describeUnreadableBodies(example);
