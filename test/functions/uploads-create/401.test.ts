import { describeAuthentication } from '../../support/every-endpoint.ts';

describeAuthentication({ method: 'POST', path: '/uploads', body: { filename: 'carta.pdf', size: 1 } });
