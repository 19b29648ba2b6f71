import { describeBodySize } from '../../support/every-post.ts';

describeBodySize({ method: 'POST', path: '/verifications/ver_00000000000000000000000000/cancel' });
