import { describeAuthentication } from '../../support/every-endpoint.ts';
import { quote } from '../../support/letter-requests.ts';

describeAuthentication(quote());
