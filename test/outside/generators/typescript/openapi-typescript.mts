/** A customer's program that uses openapi-typescript's types with openapi-fetch. */
import createClient from 'openapi-fetch';
import type { paths } from './openapi-typescript/schema.d.ts';

const { BASE_URL, TOMORROW_URL, API_KEY, PDF, REFERENCE } = process.env as Record<string, string>;
const service = (baseUrl: string) => createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${API_KEY}` } });

function answered<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const client = service(BASE_URL!);
const order = {
  params: { header: { 'Idempotency-Key': REFERENCE! } },
  body: {
    to: { name: 'Maria da Conceição', number: '100', postal_code: '05010-000' },
    document: { type: 'base64' as const, data: PDF! },
    reference: REFERENCE!,
  },
};
const letter = answered(await client.POST('/letters', order));
const named = { params: { path: { letter_id: letter.id } } };
const referred = { params: { query: { reference: REFERENCE! } } };
console.log('posted', letter.id);
console.log('read', answered(await client.GET('/letters/{letter_id}', named)).status);
console.log('letters', ...answered(await client.GET('/letters', referred)).data.map(({ id }) => id));
const events = answered(await client.GET('/events', { params: { query: { object_id: letter.id } } }));
console.log('events', ...events.data.map(({ type, data }) => `${type}:${data.object === 'letter' ? data.id : ''}`));

const tomorrow = service(TOMORROW_URL!);
console.log('status', answered(await tomorrow.GET('/letters/{letter_id}', named)).status);
console.log('statuses', ...answered(await tomorrow.GET('/letters', referred)).data.map(({ status }) => status));
const again = answered(await tomorrow.POST('/letters', order));
const grown = answered(await tomorrow.GET('/events', { params: { query: { object_id: letter.id } } }));
console.log('grown', again.id, grown.data[0]?.data.object);
