import { describeRateLimit } from '../../support/every-endpoint.ts';

describeRateLimit({ method: 'POST', path: '/uploads', body: { filename: 'carta.pdf', size: 1 } });
