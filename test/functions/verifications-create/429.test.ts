import { describeRateLimit } from '../../support/every-endpoint.ts';
import { verification } from '../../support/verification-requests.ts';

describeRateLimit(verification());
