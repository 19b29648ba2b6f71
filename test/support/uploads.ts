import type { Example } from './every-endpoint.ts';
import type { Served } from './every-post.ts';

/** The body of a POST /uploads. */
export const uploadBody = (fields: Record<string, unknown> = {}) => ({ filename: 'carta.pdf', size: 1000, ...fields });

const upload = (fields?: Record<string, unknown>): Example => ({
  method: 'POST',
  path: '/uploads',
  body: uploadBody(fields),
});

export const uploadRequests: Served = async () => ({ example: upload(), other: upload({ size: 1001 }) });
