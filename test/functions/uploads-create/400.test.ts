import type { Example } from '../../support/every-endpoint.ts';
import { describeContentTypes, describeInvalidKeys, describeUnreadableBodies } from '../../support/every-post.ts';

const example: Example = { method: 'POST', path: '/uploads', body: { filename: 'carta.pdf', size: 1 } };

describeContentTypes(example);
describeInvalidKeys(example);
describeUnreadableBodies(example);
