import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Fault, FunctionCall } from '@malote/local-cloud/interference.ts';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { Control } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { dateIn, letterBody } from '../support/letters.ts';
import { startOwnService } from '../support/own-service.ts';

const EMAIL = 'dona@exemplo.com.br';

let service: LocalService;
let control: Control;
let owner: Browser;
let strike: ((call: FunctionCall) => Fault | undefined) | undefined;

beforeAll(async () => {
  service = await startOwnService({ interference: (call) => strike?.(call) });
  control = new Control(service.description.control_url);
  owner = new Browser(new URL(service.description.base_url).origin);
});
afterAll(() => service?.stop());

async function canceledLetter() {
  const { id: account, api } = await control.openAccount(service.description.base_url);
  await control.post(`/accounts/${account}/people`, { email: EMAIL, role: 'owner' });
  expect(await owner.signIn(EMAIL)).toBe('/');
  const { id } = (await api.post('/letters', letterBody({ send_date: dateIn(5), reference: 'APAGAR' }))).body;
  await api.post(`/letters/${id}/cancel`);
  return {
    erase: () => owner.ask('POST', `/accounts/${account}/erasures`, { mailing_id: id }),
    reference: async () => (await api.get(`/letters/${id}`)).body.reference as string | null,
    activities: async () =>
      ((await owner.ask('GET', `/accounts/${account}/activity`)).body.data as { operation: string; outcome: string }[])
        .filter(({ operation }) => operation === 'erasures-create')
        .map(({ outcome }) => outcome),
  };
}

const byOrder = ({ functionName }: FunctionCall) => functionName.includes('ErasuresCreate');
const lost = (effect: boolean): Fault => ({ kind: 'disconnected', effect });

test.each([
  ['queues', 'sqs', 201],
  ['the table, for transactions that take effect,', 'TransactWriteItems', 201],
])('an order is done and reported so although no answer comes from %s', async (_, silent, status) => {
  const letter = await canceledLetter();
  strike = (call) => (byOrder(call) && [call.service, call.operation].includes(silent) ? lost(true) : undefined);
  expect((await letter.erase()).status).toBe(status);
  strike = undefined;
  await control.advance(120);
  expect(await letter.reference()).toBe(null);
  expect(await letter.activities()).toEqual(['done']);
});

test('an order that fails has erased nothing', async () => {
  const letter = await canceledLetter();
  strike = (call) => (byOrder(call) && call.operation === 'TransactWriteItems' ? lost(false) : undefined);
  expect((await letter.erase()).status).toBe(503);
  strike = undefined;
  await control.advance(3_600);
  expect(await letter.reference()).toBe('APAGAR');
});

test('an order whose worker cannot reach the table is carried out after the outage', async () => {
  const letter = await canceledLetter();
  strike = ({ functionName, service: called }) =>
    functionName.includes('EraseMailings') && called === 'dynamodb' ? lost(false) : undefined;
  expect((await letter.erase()).status).toBe(201);
  await control.advance(70 * 60);
  expect(await letter.reference()).toBe('APAGAR');
  strike = undefined;
  await control.advance(3_700);
  expect(await letter.reference()).toBe(null);
});
