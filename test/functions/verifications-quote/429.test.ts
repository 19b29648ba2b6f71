import { describeRateLimit } from '../../support/every-endpoint.ts';
import { verificationQuote } from '../../support/verification-requests.ts';

describeRateLimit(verificationQuote());
