import { describeBodySize } from '../../support/every-post.ts';
import { NOBODY } from '../../support/stored-webhooks.ts';

describeBodySize({ method: 'POST', path: '/webhook-endpoints', body: { url: NOBODY } });
