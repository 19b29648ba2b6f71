/**
 * Twice as many letters as Step Functions can start, for a quarter of an hour: 300 a second, of which it starts 150 in
 * sa-east-1. Everything between a stored letter and its execution is from the template, and AWS's quotas apply; the
 * cloud's clock advances only when nothing is left to do. The default is one minute, with a thirtieth of the letters
 * and of each quota; `MINUTES=15` runs the quarter of an hour and `LETTERS_A_SECOND=300` all letters.
 */
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { addDays, brasiliaDate, chargeInstant } from '../../lib/core/domain/brasilia.ts';
import { HOUR_MS, MINUTE_MS } from '../../lib/core/domain/units.ts';
import { concurrently } from '../../lib/operations/concurrently.ts';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { deadLetters, executionsOf } from '../support/cloud-state.ts';
import { accountSample } from '../support/samples.ts';
import { openStores, storeLetter, type Stores } from '../support/stored-letters.ts';
import type { BenchRow } from './support/benches.ts';
import { withLocalService } from './support/with-local-service.ts';

export const name = 'lifecycle-starts';

const FULL_RATE = 300;
const rate = Number(process.env.LETTERS_A_SECOND ?? 10);
const quotaShare = rate / FULL_RATE;
const SECONDS = Number(process.env.MINUTES ?? 1) * 60;
/** Letters of this many seconds are sent together: short enough that the token bucket of starts does not overflow. */
const STEP_SECONDS = 5;
/** StartExecution in sa-east-1: https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
const BURST = 800;
const STARTS_A_SECOND = 150;
/** For all letters, even if only a share of them runs. */
const NEEDED_SECONDS = (FULL_RATE * SECONDS - BURST) / STARTS_A_SECOND;
/** A rejected message stays hidden this long, so the last one may be this late. */
const HIDDEN_SECONDS = 180;
const ACCOUNTS = 30;
const WRITES_AT_ONCE = 32;

export async function run(): Promise<BenchRow[]> {
  const logged = { refused: 0, missing: 0 };
  const log = (line: string) => {
    if (line.includes('"a mailing was not followed"')) logged.refused++;
    if (line.includes('"an execution was missing"')) logged.missing++;
  };
  return withLocalService({ quotaShare, log }, async (service) => {
    const began = performance.now();
    const { waits, lastSeconds, dead } = await startAll(service);
    return [
      { metric: `letters, ${rate} per second`, value: waits.length, unit: '' },
      { metric: 'dead letters', value: dead, unit: '', aim: '0' },
      { metric: 'starts rejected and retried', value: logged.refused, unit: '' },
      {
        metric: 'last start, after the first letter',
        value: lastSeconds,
        unit: 's',
        aim: `≤ ${Math.round(NEEDED_SECONDS)} + ${HIDDEN_SECONDS}`,
      },
      { metric: 'wait of a letter, p50', value: waits[Math.floor(waits.length / 2)]!, unit: 's' },
      { metric: 'wait of a letter, longest', value: waits.at(-1)!, unit: 's' },
      { metric: 'without an execution in the next reconciliations', value: logged.missing, unit: '', aim: '0' },
      { metric: 'real time', value: (performance.now() - began) / 1000, unit: 's' },
    ];
  });
}

/** @returns how long the letters waited for their executions, in seconds, ascending; and the number of dead letters */
async function startAll({ cloud }: LocalService) {
  const { clock, endpoint, outputs, region } = cloud;
  const credentials = { accessKeyId: 'bench', secretAccessKey: LOCAL_SECRET_ACCESS_KEY };
  const stores = openStores({ aws: { endpoint, region, credentials }, outputs, now: () => clock.now() });
  const accounts = await openAccounts(stores);
  // 04:15 in Brasília: the reconciliation at 05:10 looks for executions when the first letters are old enough, then at
  // 06:10 and 07:10.
  const sixOClock = chargeInstant(addDays(brasiliaDate(clock.now()), 2));
  const first = sixOClock - 105 * MINUTE_MS;
  const stored = new Map<string, number>();
  for (let second = 0; second < SECONDS; second += STEP_SECONDS)
    clock.schedule(first + second * 1000, async () => {
      const letters = Array.from({ length: rate * STEP_SECONDS }, (_, index) => accounts[index % ACCOUNTS]!);
      await concurrently(letters, WRITES_AT_ONCE, async (account_id) => {
        stored.set(await storeLetter(stores, { account_id, reached: { received: clock.now() } }), clock.now());
      });
    });
  await clock.advanceTo(sixOClock + HOUR_MS + 5 * MINUTE_MS);
  const executions = await executionsOf(cloud, outputs.LetterStateMachineArn!);
  const started = new Map(executions.map(({ name, startDate }) => [name, startDate * 1000]));
  const lost = [...stored.keys()].filter((id) => !started.has(id));
  if (lost.length > 0) throw new Error(`${lost.length} letters have no execution, ${lost[0]} among them`);
  const waits = [...stored].map(([id, at]) => (started.get(id)! - at) / 1000).sort((a, b) => a - b);
  const lastSeconds = (Math.max(...started.values()) - first) / 1000;
  const dead = (await deadLetters(cloud)).reduce((sum, { messages }) => sum + messages, 0);
  return { waits, lastSeconds, dead };
}

function openAccounts({ accounts }: Stores): Promise<string[]> {
  return concurrently(Array(ACCOUNTS).fill(0), WRITES_AT_ONCE, async () => {
    const { id, ...account } = accountSample();
    await accounts.create({ id, ...account }, { secondOfCnpj: true });
    return id;
  });
}
