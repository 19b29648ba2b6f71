/** A customer's program that uses Hey API's client. */
import { createClient } from './hey-api/client/index.js';
import { eventsList, lettersCreate, lettersGet, lettersList } from './hey-api/sdk.gen.js';

const { BASE_URL, TOMORROW_URL, API_KEY, PDF, REFERENCE } = process.env as Record<string, string>;
const service = (baseUrl: string) => createClient({ baseUrl, auth: API_KEY!, throwOnError: true });

const client = service(BASE_URL!);
const order = {
  throwOnError: true,
  headers: { 'Idempotency-Key': REFERENCE! },
  body: {
    to: { name: 'Maria da Conceição', number: '100', postal_code: '05010-000' },
    document: { type: 'base64', data: PDF! },
    reference: REFERENCE!,
  },
} as const;
const { data: letter } = await lettersCreate({ client, ...order });
const named = { path: { letter_id: letter.id }, throwOnError: true } as const;
const referred = { query: { reference: REFERENCE! }, throwOnError: true } as const;
console.log('posted', letter.id);
console.log('read', (await lettersGet({ client, ...named })).data.status);
console.log('letters', ...(await lettersList({ client, ...referred })).data.data.map(({ id }) => id));
const { data: events } = await eventsList({ client, query: { object_id: letter.id }, throwOnError: true });
console.log('events', ...events.data.map(({ type, data }) => `${type}:${data.object === 'letter' ? data.id : ''}`));

const tomorrow = service(TOMORROW_URL!);
console.log('status', (await lettersGet({ client: tomorrow, ...named })).data.status);
console.log(
  'statuses',
  ...(await lettersList({ client: tomorrow, ...referred })).data.data.map(({ status }) => status),
);
const { data: again } = await lettersCreate({ client: tomorrow, ...order });
const { data: grown } = await eventsList({ client: tomorrow, query: { object_id: letter.id }, throwOnError: true });
console.log('grown', again.id, grown.data[0]?.data.object);
