import { describeAuthentication } from '../../support/every-endpoint.ts';
import { NOBODY } from '../../support/stored-webhooks.ts';

describeAuthentication({ method: 'POST', path: '/webhook-endpoints', body: { url: NOBODY } });
