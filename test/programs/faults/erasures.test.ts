import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Fault, FunctionCall } from '@malote/local-cloud/interference.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { Control } from '../../support/api.ts';
import { Browser } from '../../support/browser.ts';
import { dateIn, letterBody } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { Internals } from './internals.ts';

const EMAIL = 'dona@exemplo.com.br';

let service: LocalService;
let control: Control;
let internals: Internals;
const log: string[] = [];
let owner: Browser;
let strike: ((call: FunctionCall) => Fault | undefined) | undefined;

beforeAll(async () => {
  service = await startOwnService({ interference: (call) => strike?.(call), log: (line) => log.push(line) });
  control = new Control(service.description.control_url);
  internals = new Internals(service);
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
    id,
    partition: `ACCOUNT#${account}#LETTERS`,
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
const workerWithoutTable = ({ functionName, service: called }: FunctionCall) =>
  functionName.includes('EraseMailings') && called === 'dynamodb' ? lost(false) : undefined;

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

type CanceledLetter = Awaited<ReturnType<typeof canceledLetter>>;

/** What happens to the letter between the order and its erasure, and what the log then says. */
const refusals: [string, (letter: CanceledLetter) => Promise<void>, object][] = [
  [
    'needs its data again',
    ({ partition, id }) => internals.setStatus(partition, id, 'received'),
    { reason: 'mailing_not_erasable', status: 'received' },
  ],
  ['is gone', ({ partition, id }) => internals.remove(partition, id), { reason: 'resource_not_found' }],
];

test.each(refusals)('an order for a letter that %s ends at once, with an alarm', async (_, happen, reason) => {
  const letter = await canceledLetter();
  log.length = 0;
  strike = workerWithoutTable;
  expect((await letter.erase()).status).toBe(201);
  await happen(letter);
  strike = undefined;
  await control.advance(24 * 3_600);

  const said = log.flatMap((line) =>
    line.includes('ErasuresRefused') || line.includes('refused for good') ? [line] : [],
  );
  expect(said).toHaveLength(2);
  const [line, metric] = said.map((text) => JSON.parse(text.slice(text.indexOf('{'))) as Record<string, unknown>);
  expect(line).toMatchObject({ level: 'ERROR', object_id: letter.id, ...reason });
  expect(metric).toMatchObject({ ErasuresRefused: 1, service: 'erase-mailings' });
  expect((await internals.workLeft()).filter((row) => row.startsWith('OUTBOX#'))).toEqual([]);
  expect(await internals.leftInQueues()).toEqual({});
});

test('an order whose worker cannot reach the table is carried out after the outage', async () => {
  const letter = await canceledLetter();
  strike = workerWithoutTable;
  expect((await letter.erase()).status).toBe(201);
  await control.advance(70 * 60);
  expect(await letter.reference()).toBe('APAGAR');
  strike = undefined;
  await control.advance(3_700);
  expect(await letter.reference()).toBe(null);
});
