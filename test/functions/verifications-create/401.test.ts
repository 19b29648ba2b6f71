import { describeAuthentication } from '../../support/every-endpoint.ts';
import { verification } from '../../support/verification-requests.ts';

describeAuthentication(verification());
