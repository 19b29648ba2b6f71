import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Fault, FunctionCall } from '@malote/local-cloud/interference.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { Control } from '../../support/api.ts';
import { Browser } from '../../support/browser.ts';
import { draftMailMerge } from '../../support/mail-merges.ts';
import { startOwnService } from '../../support/own-service.ts';
import { Internals } from './internals.ts';

const EMAIL = 'dona@exemplo.com.br';
const MINUTE = 60;
const POSTAL_CODES = ['05010-000', '01310-100', '05010-000'];

let service: LocalService;
let control: Control;
let internals: Internals;
let owner: Browser;
let strike: ((call: FunctionCall) => Fault | undefined) | undefined;

beforeAll(async () => {
  service = await startOwnService({ interference: (call) => strike?.(call) });
  control = new Control(service.description.control_url);
  internals = new Internals(service);
  owner = new Browser(new URL(service.description.base_url).origin);
});
afterAll(() => service?.stop());

/** S3 responds to no call of the worker, so rows get no result. */
const withoutFiles = ({ functionName, service: called }: FunctionCall) =>
  functionName.includes('SendMailMerges') && called === 's3'
    ? ({ kind: 'disconnected', effect: false } as const)
    : undefined;

/** @returns the letters from a spreadsheet, confirmed */
async function confirmed(rows = POSTAL_CODES) {
  const { id: account } = await control.openAccount(service.description.base_url);
  await control.post(`/accounts/${account}/people`, { email: EMAIL, role: 'owner' });
  expect(await owner.signIn(EMAIL)).toBe('/');
  const id = await draftMailMerge(owner, account, rows);
  const path = `/accounts/${account}/mail-merges/${id}`;
  const act = async (what: 'send' | 'cancel') => (await owner.ask('POST', `${path}/${what}`)).status;
  expect(await act('send')).toBe(200);
  const state = async () => {
    const { status, counts } = (await owner.ask('GET', path)).body;
    return { status, waiting: counts.waiting as number };
  };
  return { account, id, act, state };
}

test('letters from a spreadsheet go on within 15 minutes after 70 minutes without S3', async () => {
  strike = withoutFiles;
  const { state } = await confirmed();
  await control.advance(70 * MINUTE);
  expect(await state()).toEqual({ status: 'sending', waiting: 3 });
  strike = undefined;
  await control.advance(15 * MINUTE);
  expect(await state()).toEqual({ status: 'done', waiting: 0 });
});

test.each(['send', 'cancel'] as const)('%s whose messages are lost goes on within 15 minutes', async (what) => {
  strike = withoutFiles;
  const { act, state } = await confirmed();
  if (what === 'cancel') expect(await act('cancel')).toBe(200);
  await loseMessages();
  strike = undefined;
  expect(await state()).toEqual({ status: what === 'send' ? 'sending' : 'canceling', waiting: 3 });
  await control.advance(15 * MINUTE);
  expect(await state()).toEqual({ status: what === 'send' ? 'done' : 'canceled', waiting: 0 });
});

async function loseMessages(): Promise<void> {
  await control.advance(1);
  while (await internals.purgeSome(() => 0));
}

test('"send again" starts the work again, also of one that an older release left without a place in the index', async () => {
  strike = withoutFiles;
  const { act, state, account, id } = await confirmed();
  await loseMessages();
  await internals.removeFrom(`ACCOUNT#${account}#MAIL_MERGES`, id, 'work', 'GSI3PK', 'GSI3SK');
  strike = undefined;
  await control.advance(30 * MINUTE);
  expect(await state()).toEqual({ status: 'sending', waiting: 3 });
  expect(await act('send')).toBe(200);
  await control.advance(1);
  expect(await state()).toEqual({ status: 'done', waiting: 0 });
});
