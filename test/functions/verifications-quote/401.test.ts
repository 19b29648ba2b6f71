import { describeAuthentication } from '../../support/every-endpoint.ts';
import { verificationQuote } from '../../support/verification-requests.ts';

describeAuthentication(verificationQuote());
