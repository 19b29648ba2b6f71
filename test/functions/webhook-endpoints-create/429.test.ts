import { describeRateLimit } from '../../support/every-endpoint.ts';
import { NOBODY } from '../../support/stored-webhooks.ts';

describeRateLimit({ method: 'POST', path: '/webhook-endpoints', body: { url: NOBODY } });
