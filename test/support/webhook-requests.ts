import type { Example } from './every-endpoint.ts';
import type { Served } from './every-post.ts';
import { NOBODY, storeDelivery, storeEndpoint } from './stored-webhooks.ts';

const post = (path: string, body?: unknown): Example => ({ method: 'POST', path, body });

/** Two requests of the same kind, one after the other. */
const twoOf = async (make: () => Promise<Example>) => ({ example: await make(), other: await make() });

/** POST /webhook-endpoints. */
export const endpointRequests: Served = async () => ({
  example: post('/webhook-endpoints', { url: NOBODY, events: ['letter.posted'] }),
  other: post('/webhook-endpoints', { url: `${NOBODY}/other` }),
});

/** POST /webhook-endpoints/{endpoint_id}/rotate-secret. */
export const rotationRequests: Served = ({ id }) =>
  twoOf(async () => post(`/webhook-endpoints/${(await storeEndpoint(id)).id}/rotate-secret`, { overlap_hours: 1 }));

/** POST /webhook-endpoints/{endpoint_id}/test. */
export const testRequests: Served = ({ api }) =>
  twoOf(async () => {
    const { body } = await api.post('/webhook-endpoints', { url: NOBODY, events: ['letter.updated'] });
    return post(`/webhook-endpoints/${body.id}/test`);
  });

/** POST /webhook-endpoints/{endpoint_id}/send-failed. */
export const sendingRequests: Served = ({ id }) =>
  twoOf(async () => {
    const endpoint = await storeEndpoint(id);
    await storeDelivery(endpoint, { state: 'failed' });
    return post(`/webhook-endpoints/${endpoint.id}/send-failed`, { since: '2026-01-01T00:00:00Z' });
  });

/** POST /webhook-deliveries/{delivery_id}/send-again. */
export const resendingRequests: Served = ({ id }) =>
  twoOf(async () => post(`/webhook-deliveries/${await storeDelivery(await storeEndpoint(id))}/send-again`));
