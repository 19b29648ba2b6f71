import assert from 'node:assert/strict';
import { join } from 'node:path';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { addDays, brasiliaDate, brasiliaInstant } from '../../../lib/core/domain/brasilia.ts';
import { type LocalService, startLocalService } from '../../../lib/programs/local-service/local-service.ts';
import { ApiClient, Control } from '../../support/api.ts';
import { letterBody } from '../../support/letters.ts';
import { readLetter, templateBody } from '../../support/verifications.ts';
import { operatorOf } from '../operator/support/operator.ts';
import { adoptingAssembly, restoreTable } from './adoption.ts';

const RESTORED = 'Malote-restored';
const MINUTE = 60_000;

interface Mailing {
  id: string;
  status: string;
  created_at: string;
}

/** A running service and the tools with which the drill queries it. */
function atWork(service: LocalService) {
  const { base_url, api_key, control_url } = service.description;
  const api = new ApiClient(base_url, api_key);
  const control = new Control(control_url);
  const { run, json } = operatorOf(control_url);
  const { clock } = service.cloud;
  const kindOf = (id: string) => (id.startsWith('ltr_') ? 'letters' : 'verifications');
  return {
    service,
    api,
    control,
    /** Runs an operator command that must succeed. */
    operator: json,
    /** Runs a command that may report problems (exit code 1). */
    tryOperator: async (...line: string[]) => {
      const ended = await run(...line, '--json', '--yes');
      assert.ok(ended.exit <= 1, ended.messages);
      return { exit: ended.exit, data: ended.data };
    },
    wait: (milliseconds: number) => clock.advanceTo(clock.now() + milliseconds),
    make: async (path: 'letters' | 'verifications', fields = {}): Promise<Mailing> => {
      const { status, body } = await api.post(
        `/${path}`,
        path === 'letters' ? letterBody(fields) : templateBody(fields),
      );
      assert.equal(status, 201, JSON.stringify(body));
      return body as Mailing;
    },
    status: async ({ id }: Mailing): Promise<string> => (await api.get(`/${kindOf(id)}/${id}`)).body.status,
    cancel: async ({ id }: Mailing) => assert.equal((await api.post(`/${kindOf(id)}/${id}/cancel`)).status, 200),
    report: async (status: 'printed' | 'posted', ...mailings: Mailing[]): Promise<string[]> => {
      const at = new Date(clock.now()).toISOString();
      const lines = mailings.map(({ id }) => JSON.stringify({ id, status, at }));
      const { results } = await control.post('/production/reports', lines.join('\n'));
      return results.map(({ result }: { result: string }) => result);
    },
    /** Everything the customer sees of mail and money; links are signed anew on each read. */
    seen: async (): Promise<Record<string, unknown>> => {
      const lists = await Promise.all(
        ['/letters?limit=100', '/verifications?limit=100', '/balance', '/balance/transactions?limit=100'].map(
          async (path) => [path, (await api.get(path)).body] as const,
        ),
      );
      return JSON.parse(
        JSON.stringify(Object.fromEntries(lists), (name, value) => (name === 'preview_url' ? undefined : value)),
      ) as Record<string, unknown>;
    },
  };
}

type AtWork = ReturnType<typeof atWork>;

/** A day of mail in every status, up to the second that will be restored. */
async function runUntilSecond(before: AtWork) {
  const { make, cancel, report, control, service, wait, api } = before;
  // After the last batch of a day, so that none is formed during the drill.
  const evening = brasiliaInstant(addDays(brasiliaDate(service.cloud.clock.now()), 1), '19:00');
  await service.cloud.clock.advanceTo(evening);
  const [inProduction, printed, posted] = [await make('letters'), await make('letters'), await make('letters')];
  const [verifying, awaiting, verified] = [
    await make('verifications'),
    await make('verifications'),
    await make('verifications'),
  ];
  const [lateCode, earlyCode] = await Promise.all(
    [awaiting, verified].map(async ({ id }) => (await readLetter(control, id)).code),
  );
  await control.post('/production/batches');
  await report('printed', printed);
  await report('posted', posted, awaiting, verified);
  const check = (of: Mailing, code: string) => api.post(`/verifications/${of.id}/check`, { code });
  assert.equal((await check(verified, earlyCode!)).body.correct, true);

  const tomorrow = addDays(brasiliaDate(service.cloud.clock.now()), 1);
  const [scheduled, sentNow] = [
    await make('letters', { send_date: tomorrow }),
    await make('letters', { send_date: tomorrow }),
  ];
  const [edited, canceledLater, printedLater] = [await make('letters'), await make('letters'), await make('letters')];
  const [canceledVerification, printedVerification] = [await make('verifications'), await make('verifications')];
  const canceled = await make('letters');
  await cancel(canceled);
  await wait(MINUTE);
  return {
    mailings: {
      ...{ inProduction, printed, posted, scheduled, sentNow, edited, canceledLater, printedLater, canceled },
      ...{ verifying, awaiting, verified, canceledVerification, printedVerification },
    },
    code: lateCode!,
    checkLate: (at: AtWork) => at.api.post(`/verifications/${awaiting.id}/check`, { code: lateCode }),
  };
}

type Before = Awaited<ReturnType<typeof runUntilSecond>>;

/** What happens later, and is lost with the table. */
async function runUntilRestoration(
  { make, cancel, report, control, operator, api, wait }: AtWork,
  { mailings, checkLate }: Before,
) {
  const { id: account } = (await api.get('/account')).body;
  const {
    edited,
    sentNow,
    canceledLater,
    inProduction,
    verifying,
    printedLater,
    printedVerification,
    canceledVerification,
  } = mailings;
  await wait(MINUTE);
  await operator('letters', 'edit', account, edited.id, '--to-number', '7');
  await operator('letters', 'send-now', account, sentNow.id);
  await cancel(canceledLater);
  await operator('balance', 'credit', account, '--amount', '5,00', '--reason', 'Cortesia');
  assert.equal((await checkLate({ api } as AtWork)).body.correct, true);
  // They must not be in the batch.
  await cancel(canceledVerification);
  await operator('letters', 'cancel', account, edited.id);
  await operator('letters', 'cancel', account, sentNow.id);
  const unknown = await make('letters');
  await control.post('/production/batches');
  assert.deepEqual(await report('posted', inProduction, verifying), ['applied', 'applied']);
  assert.deepEqual(await report('printed', printedLater), ['applied']);
  await wait(10 * MINUTE);
  return { account: account as string, unknown, printedSince: [printedLater, printedVerification] };
}

export interface DrillOptions {
  /** The assembly of the deployed service. */
  assembly: string;
  /** Empty; receives the data of the service, and the assembly that adopts the table. */
  directory: string;
  /** Called for each step. */
  print: (line: string) => void;
  log?: (line: string) => void;
}

/**
 * The loss of a table, and the recovery that docs/operating.md describes: a service with mail in every status, more
 * mail after the chosen second, the table restored to that second, the service on the restored table, executions and
 * files adjusted to it, and mail and money that continue normally.
 * @throws AssertionError naming what is wrong
 */
export async function rehearse({ assembly, directory, print, log = () => undefined }: DrillOptions): Promise<void> {
  const options = { port: 0, data: join(directory, 'data'), backups: true, log };
  const first = await startLocalService({ ...options, assembly });
  let second: LocalService | undefined;
  try {
    const before = atWork(first);
    const day = await runUntilSecond(before);
    const instant = Math.floor(first.cloud.clock.now() / 1000) * 1000;
    const seen = await before.seen();
    print(`The service has mail in every status. This is the second to restore: ${new Date(instant).toISOString()}`);
    const since = await runUntilRestoration(before, day);
    assert.notDeepEqual(await before.seen(), seen);
    print('More happened since: charges, an edit, cancellations, a confirmed code, a batch, reports.');

    const begun = performance.now();
    const { endpoint, region, outputs } = first.cloud;
    const aws = { endpoint, region, credentials: { accessKeyId: 'drill', secretAccessKey: LOCAL_SECRET_ACCESS_KEY } };
    const adoption = await restoreTable(aws, outputs.TableName!, RESTORED, instant);
    print(`The table is restored: ${adoption.restoredTableStreamArn}`);
    const restored = performance.now();
    const adopting = await adoptingAssembly(directory, adoption);
    await first.stop();
    second = await startLocalService({ ...options, assembly: adopting });
    assert.equal(second.cloud.outputs.TableName, RESTORED);
    const after = atWork(second);
    assert.deepEqual(await after.seen(), seen);
    assert.equal((await after.api.get(`/letters/${since.unknown.id}`)).status, 404);
    await openLinks(after, day);
    print('The service runs on it, and shows mail and money as they were; pages and previews open.');
    const adopted = performance.now();

    const started = await settle(after, instant, day, since);
    print('Executions are rebuilt, files are back; what was printed since is named and canceled.');
    const settled = performance.now();
    await runAfterRestoration(after, day);
    print('Mail goes on: charged on its day, printed, posted, confirmed, expired.');
    const { differences } = await after.operator('ledger', 'audit');
    assert.deepEqual(differences, []);
    print('The audit finds no difference.');
    for (const line of objectives({ begun, restored, adopted, settled, started })) print(line);
  } finally {
    await first.stop();
    await second?.stop();
  }
}

interface Measured {
  /** Milliseconds. */
  begun: number;
  restored: number;
  adopted: number;
  settled: number;
  /** Executions. */
  started: number;
}

/** What was lost and how long it took here, and what AWS adds (docs/operating.md, "Restoring the table"). */
function objectives({ begun, restored, adopted, settled, started }: Measured): string[] {
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  return [
    'RPO: no write up to the restored second is lost. AWS restores to any second but those of the last five minutes.',
    `RTO: ${seconds(begun, settled)} s here: table ${seconds(begun, restored)} s, deployment ${seconds(restored, adopted)} s, ${started} executions ${seconds(adopted, settled)} s. On AWS the table takes as long as DynamoDB needs, and executions 25 stops a second.`,
  ];
}

/** Links that were given out before the loss. */
async function openLinks({ api }: AtWork, { mailings }: Before): Promise<void> {
  const { body: awaiting } = await api.get(`/verifications/${mailings.awaiting.id}`);
  const { body: printed } = await api.get(`/letters/${mailings.printed.id}`);
  for (const url of [awaiting.hosted_page_url, awaiting.preview_url, printed.preview_url] as string[])
    assert.equal((await fetch(url)).status, 200);
}

type Since = Awaited<ReturnType<typeof runUntilRestoration>>;

/** @returns the number of executions that were rebuilt */
async function settle(after: AtWork, instant: number, { mailings }: Before, since: Since): Promise<number> {
  const written = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
  const line = [
    ...['table', 'settle', '--restored-to', written(instant)],
    ...['--adopted-at', written(after.service.cloud.clock.now())],
  ];
  const { exit, data } = await after.tryOperator(...line);
  const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id).sort();
  assert.deepEqual(
    { exit, printed: ids(data.printed), unknown: ids(data.unknown), without_file: ids(data.without_file) },
    {
      exit: 1,
      printed: ids(since.printedSince),
      unknown: [since.unknown.id],
      // No version of a file with a code is kept, so that of a canceled verification cannot be restored.
      without_file: [mailings.canceledVerification.id],
    },
  );
  assert.deepEqual(data.files_back, [mailings.edited.id]);
  assert.ok(data.stopped > 0);
  const ended = ['posted', 'canceled', 'verified'];
  const open = await Promise.all(
    Object.values(mailings).map(async (each) => !ended.includes(await after.status(each))),
  );
  assert.equal(data.started, open.filter(Boolean).length);
  // Repeating it begins nothing twice.
  const again = await after.tryOperator(...line);
  assert.deepEqual({ ...again.data, started: 0 }, { ...data, stopped: 0, started: 0, files_back: [] });
  for (const { id } of [...since.printedSince, mailings.canceledVerification])
    await after.operator(id.startsWith('ltr_') ? 'letters' : 'verifications', 'cancel', since.account, id);
  return data.started as number;
}

/** Each mailing continues to its end: its execution, file and money match the restored table. */
async function runAfterRestoration(after: AtWork, { mailings, checkLate }: Before): Promise<void> {
  const { service, control, report, status, make, wait } = after;
  const { scheduled, sentNow, edited, canceledLater, inProduction, printed, verifying, awaiting } = mailings;
  const { clock } = service.cloud;
  // The print house repeats its earlier reports.
  assert.deepEqual(await report('posted', inProduction, verifying), ['applied', 'applied']);
  assert.equal((await checkLate(after)).body.correct, true);
  const [made, madeVerification] = [await make('letters'), await make('verifications')];
  await clock.advanceTo(brasiliaInstant(addDays(brasiliaDate(clock.now()), 1), '06:30'));
  for (const letter of [scheduled, sentNow])
    assert.equal(await status(letter), 'received', `${letter.id} is not charged`);
  await control.post('/production/batches');
  const waiting = [scheduled, sentNow, edited, canceledLater, made];
  assert.deepEqual(
    await report('posted', ...waiting, printed, madeVerification),
    [...waiting, printed, madeVerification].map(() => 'applied'),
  );
  await wait(62 * 24 * 60 * MINUTE);
  for (const letter of [...waiting, printed, inProduction]) assert.equal(await status(letter), 'posted');
  for (const verification of [verifying, madeVerification]) assert.equal(await status(verification), 'expired');
  assert.equal(await status(awaiting), 'verified');
  const { LetterStateMachineArn, VerificationStateMachineArn } = service.cloud.outputs;
  for (const stateMachineArn of [LetterStateMachineArn, VerificationStateMachineArn]) {
    for (const statusFilter of ['RUNNING', 'FAILED', 'TIMED_OUT']) {
      const list = await service.cloud.call('states', 'ListExecutions', { stateMachineArn, statusFilter });
      assert.deepEqual((list as { executions: unknown[] }).executions, [], statusFilter);
    }
  }
}
