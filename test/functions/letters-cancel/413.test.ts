import { describeBodySize } from '../../support/every-post.ts';

describeBodySize({ method: 'POST', path: '/letters/ltr_00000000000000000000000000/cancel' });
