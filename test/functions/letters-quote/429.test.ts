import { describeRateLimit } from '../../support/every-endpoint.ts';
import { quote } from '../../support/letter-requests.ts';

describeRateLimit(quote());
