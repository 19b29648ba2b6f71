import { describeRateLimit } from '../../../support/every-endpoint.ts';
import { letterBody } from '../../../support/letters.ts';

describeRateLimit({ method: 'POST', path: '/letters', body: letterBody() });
