import { expect } from '@jest/globals';
import type { Browser } from './browser.ts';
import { newEmail, signedIn } from './dashboard.ts';
import { eventually } from './eventually.ts';
import { dateIn, letterBody } from './letters.ts';
import { type Customer, openCustomer, useService } from './service.ts';
import { templateBody } from './verifications.ts';

/** An account that has one of everything that the dashboard shows. */
export interface FullAccount extends Customer {
  owner: Browser;
  /** Ids of its objects, by the parameters of paths. */
  ids: Readonly<Record<string, string>>;
  /** A request of its owner. */
  ask: (method: string, path: string, body?: unknown) => Promise<any>;
}

export async function fullAccount(): Promise<FullAccount> {
  const { control } = useService();
  const customer = await openCustomer();
  const owner = await signedIn(customer.id, 'owner');
  const ids: Record<string, string> = {};
  const ask = async (method: string, path: string, body?: unknown) =>
    (await owner.ask(method, `/accounts/${customer.id}${path}`, body)).body;
  // The token of a URL is a secret of those who see webhooks.
  await control.post(`/accounts/${customer.id}/webhooks`, { url: `${control.url}/inbox?token=s3cr3t`, events: ['*'] });
  ids.letter_id = (await ask('POST', '/letters', letterBody({ send_date: dateIn(10) }))).id;
  const spreadsheet = { filename: 'carta.pdf', document_size: 1000, rows: 2, rows_size: 1000 };
  ids.mail_merge_id = (await ask('POST', '/mail-merges', spreadsheet)).id;
  const { body: upload } = await customer.api.post('/uploads', { filename: 'aviso.pdf', size: 1000 });
  const documents = [{ name: 'aviso', upload_id: upload.id }];
  const batch = { filename: 'linhas.jsonl', size: 1000, documents };
  ids.letter_batch_id = (await customer.api.post('/letter-batches', batch)).body.id;
  ids.verification_id = (await ask('POST', '/verifications', templateBody())).id;
  ids.person_id = (await ask('POST', '/people', { email: newEmail(), role: 'sender' })).id;
  ids.key_id = (await ask('POST', '/api-keys', { name: 'Chave da loja virtual' })).id;
  ids.request_id = (await customer.api.get('/balance')).headers.get('request-id')!;
  await eventually(
    () => ask('GET', '/requests'),
    ({ data }) => data.some(({ id }: { id: string }) => id === ids.request_id),
  );
  ids.endpoint_id = (await ask('GET', '/webhook-endpoints')).data[0].id;
  const { data } = await eventually(
    () => ask('GET', '/webhook-deliveries'),
    (list) => list.data.length > 1 && list.data.every(({ state }: { state: string }) => state === 'delivered'),
  );
  ids.delivery_id = data[0].id;
  expect(Object.values(ids)).not.toContain(undefined);
  return { ...customer, owner, ids, ask };
}
