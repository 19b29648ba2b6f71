import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { addDays, brasiliaDate } from '../../../lib/core/domain/brasilia.ts';
import type { LocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { letterBody, pdfFixture } from '../../support/letters.ts';
import { startOwnService } from '../../support/own-service.ts';
import { post, readLetter, templateBody } from '../../support/verifications.ts';
import { countsOnPage, isAsExpected } from './cost-page.ts';
import { type Counts, type Row, rows, Tally } from './tally.ts';

/**
 * The AWS usage of a mailing, counted on the running service, matches docs/cost.md. A change that raises it must change
 * that page, and raises the bill.
 */

/** Mailings of one batch, which share the batch's own cost. */
const MAILINGS = 10;

interface Mailing {
  id: string;
  created_at: string;
}

const tally = new Tally();
let service: LocalService;
let api: ApiClient;
let control: Control;

beforeAll(async () => {
  // It comes with an account whose single webhook endpoint receives every event.
  service = await startOwnService({ meter: tally.meter });
  const { base_url, api_key, control_url } = service.description;
  api = new ApiClient(base_url, api_key);
  control = new Control(control_url);
});
afterAll(() => service.stop());
beforeEach(() => tally.clear());

const idle = () => service.cloud.whenIdle();

/** One after another, like unrelated customers. */
async function tenTimes(order: () => Promise<Mailing>): Promise<Mailing[]> {
  const mailings: Mailing[] = [];
  for (let count = 0; count < MAILINGS; count++) {
    mailings.push(await order());
    await idle();
  }
  return mailings;
}

async function ordered(path: string, body: object): Promise<Mailing> {
  const { status, body: mailing } = await api.post(path, body);
  expect(status).toBe(201);
  return mailing as Mailing;
}

/** Takes letters through production. */
async function produce(letters: readonly Mailing[]): Promise<void> {
  await control.post('/production/batches');
  for (const status of ['printed', 'posted']) {
    const lines = letters.map(({ id, created_at: at }) => JSON.stringify({ id, status, at }));
    await control.post('/production/reports', lines.join('\n'));
  }
  await idle();
}

/** Compares the tally per mailing with the page's column. */
async function expectAsOnPage(kind: string, mailings: readonly Mailing[], requests: number): Promise<void> {
  const counted = tally.counts();
  const service = { events: 0, transitions: 0 };
  for (const { id } of mailings) {
    service.events += (await api.get(`/events?object_id=${id}&limit=100`)).body.data.length;
    service.transitions += await transitionsOf(id);
  }
  const total: Counts = {
    ...counted,
    'API requests': requests * mailings.length,
    'EventBridge events': service.events,
    'Step Functions transitions': service.transitions,
  };
  const measured = Object.fromEntries(rows.map((row) => [row, total[row] / mailings.length]));
  const expected = countsOnPage(kind);
  // A close enough figure is replaced by the expected one, so that only the differing rows are shown.
  const near = (row: Row) => (isAsExpected(row, measured[row]!, expected[row]) ? measured[row] : expected[row]);
  expect(measured).toEqual(Object.fromEntries(rows.map((row) => [row, near(row)])));
}

async function transitionsOf(id: string): Promise<number> {
  const { outputs } = service.cloud;
  const machine = id.startsWith('ltr_') ? outputs.LetterStateMachineArn : outputs.VerificationStateMachineArn;
  const executionArn = `${machine!.replace(':stateMachine:', ':execution:')}:${id}`;
  const { events } = (await service.cloud.call('states', 'GetExecutionHistory', { executionArn })) as {
    events: { type: string }[];
  };
  return events.filter(({ type }) => type.endsWith('StateEntered')).length;
}

test('a letter with its file in the request', async () => {
  const letters = await tally.during(async () => {
    const created = await tenTimes(() => ordered('/letters', letterBody()));
    await produce(created);
    return created;
  });
  await expectAsOnPage('letter', letters, 1);
});

test('a letter whose file was uploaded', async () => {
  const pdf = pdfFixture('libreoffice-letter-1');
  const letters = await tally.during(async () => {
    const created = await tenTimes(async () => {
      const { body: upload } = await api.post('/uploads', { filename: 'carta.pdf', size: pdf.length });
      const headers = { 'content-type': 'application/pdf' };
      await fetch(upload.upload_url, { method: 'PUT', headers, body: new Uint8Array(pdf) });
      return ordered('/letters', letterBody({ document: { type: 'upload', upload_id: upload.id } }));
    });
    await produce(created);
    return created;
  });
  await expectAsOnPage('uploaded letter', letters, 2);
});

test('a scheduled letter', async () => {
  const { now } = await control.get('/clock');
  const send_date = addDays(brasiliaDate(Date.parse(now)), 2);
  const created = await tally.during(() => tenTimes(() => ordered('/letters', letterBody({ send_date }))));
  // Days in which the schedules run but nothing happens to the letters.
  await control.advance(`${send_date}T08:59:30Z`);
  await tally.during(async () => {
    // 06:00 in Brasília.
    await control.advance(`${send_date}T09:00:00Z`);
    await produce(created);
  });
  await expectAsOnPage('scheduled letter', created, 1);
});

test('a letter that is canceled', async () => {
  const letters = await tally.during(() =>
    tenTimes(async () => {
      const letter = await ordered('/letters', letterBody());
      await api.post(`/letters/${letter.id}/cancel`);
      return letter;
    }),
  );
  await expectAsOnPage('canceled letter', letters, 2);
});

test('a verification whose code comes back through the API', async () => {
  const verifications = await tally.during(() =>
    tenTimes(() => ordered('/verifications', templateBody({ method: 'code' }))),
  );
  const codes = new Map<string, string>();
  for (const { id } of verifications) codes.set(id, (await readLetter(control, id)).code);
  await tally.during(async () => {
    await post(control, ...verifications);
    await idle();
  });
  for (const [id, code] of codes) {
    await tally.during(async () => {
      await api.post(`/verifications/${id}/check`, { code });
      await idle();
    });
  }
  await expectAsOnPage('verification', verifications, 2);
});
