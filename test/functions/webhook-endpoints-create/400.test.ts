import type { Example } from '../../support/every-endpoint.ts';
import { describeContentTypes, describeInvalidKeys, describeUnreadableBodies } from '../../support/every-post.ts';
import { NOBODY } from '../../support/stored-webhooks.ts';

const example: Example = { method: 'POST', path: '/webhook-endpoints', body: { url: NOBODY } };

describeContentTypes(example);
describeInvalidKeys(example);
describeUnreadableBodies(example);
