import { describeAuthentication } from '../../../support/every-endpoint.ts';
import { letterBody } from '../../../support/letters.ts';

describeAuthentication({ method: 'POST', path: '/letters', body: letterBody() });
