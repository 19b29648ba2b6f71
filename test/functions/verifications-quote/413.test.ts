import { describeBodySize } from '../../support/every-post.ts';

describeBodySize({ method: 'POST', path: '/verifications/quote' });
