import type { Example } from '../../../support/every-endpoint.ts';
import { describeContentTypes, describeInvalidKeys, describeUnreadableBodies } from '../../../support/every-post.ts';
import { letterBody } from '../../../support/letters.ts';

const example: Example = { method: 'POST', path: '/letters', body: letterBody() };

describeContentTypes(example);
describeInvalidKeys(example);
describeUnreadableBodies(example);
