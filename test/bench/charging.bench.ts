/**
 * The six-o'clock herd: 10,000 scheduled letters of one account and 10,000 of a thousand accounts, all due the same
 * morning, charged or canceled for lack of balance. The data layer stores them with their `letter.scheduled` events,
 * whose relay starts their state machines: 20,000 creates over HTTP would only measure PDFs. There are no webhook
 * endpoints. docs/operating.md has the arithmetic for AWS.
 */
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { addDays, brasiliaDate, chargeInstant } from '../../lib/core/domain/brasilia.ts';
import type { Letter } from '../../lib/core/domain/letters.ts';
import { concurrently } from '../../lib/operations/concurrently.ts';
import type { LocalService } from '../../lib/programs/local-service/local-service.ts';
import { Control } from '../support/api.ts';
import { accountSample } from '../support/samples.ts';
import { openStores, storeLetter, type Stores } from '../support/stored-letters.ts';
import type { BenchRow } from './support/benches.ts';
import { withLocalService } from './support/with-local-service.ts';

export const name = 'charging';

const PRICE = 690;
const WRITES_AT_ONCE = 32;

/** Accounts with this many letters each, and a balance for some of them. */
interface Herd {
  accounts: number;
  letters: number;
  covered: (account: number) => number;
}

const herds: readonly Herd[] = [
  { accounts: 1, letters: 10_000, covered: () => 9_000 },
  // Every tenth account has a balance for half of its letters.
  { accounts: 1_000, letters: 10, covered: (account) => (account % 10 === 0 ? 5 : 10) },
];

export async function run(): Promise<BenchRow[]> {
  const retries = { lost_races: 0, redelivered: 0 };
  return withLocalService({ log: (line) => countRetries(line, retries) }, async (service) => {
    const rows = await chargeHerds(service);
    return [
      ...rows,
      { metric: 'judged again after a lost race', value: retries.lost_races, unit: '', aim: '0' },
      { metric: 'charges requested again', value: retries.redelivered, unit: '', aim: '0' },
      { metric: 'memory of the service', value: process.memoryUsage().rss / 2 ** 20, unit: 'MB' },
    ];
  });
}

/** The charging function logs how often it had to start over. */
function countRetries(line: string, retries: Record<'lost_races' | 'redelivered', number>): void {
  if (!line.includes('"letters judged"')) return;
  const judged = JSON.parse(line.slice(line.indexOf('{'))) as typeof retries;
  retries.lost_races += judged.lost_races;
  retries.redelivered += judged.redelivered;
}

async function chargeHerds({ cloud, description }: LocalService): Promise<BenchRow[]> {
  const { clock, endpoint, outputs, region } = cloud;
  const credentials = { accessKeyId: 'bench', secretAccessKey: LOCAL_SECRET_ACCESS_KEY };
  const stores = openStores({ aws: { endpoint, region, credentials }, outputs, now: () => clock.now() });
  const send_date = addDays(brasiliaDate(cloud.clock.now()), 2);
  const opened = await concurrently(herds, 1, async (herd) => ({ herd, accounts: await openHerd(stores, herd) }));
  const storing = await seconds(async () => {
    const owners = opened.flatMap(({ herd, accounts }) =>
      accounts.flatMap((id) => Array<string>(herd.letters).fill(id)),
    );
    const scheduled = { status: 'scheduled', send_date, reached: {} } as const;
    await concurrently(owners, WRITES_AT_ONCE, (account_id) => storeLetter(stores, { account_id, ...scheduled }));
    await cloud.whenIdle();
  });
  // Time advances while they are counted, so stop before the last second.
  await cloud.clock.advanceTo(chargeInstant(send_date) - 3_600_000);
  for (const { herd, accounts } of opened) await expectStatuses(stores, accounts, () => ({ scheduled: herd.letters }));
  // Retries wait on the clock: half an hour lets all of it end and be reported.
  const charging = await seconds(() => cloud.clock.advanceTo(chargeInstant(send_date) + 1_800_000));
  const settled: Letter[] = [];
  for (const { herd, accounts } of opened)
    settled.push(...(await expectStatuses(stores, accounts, (account) => statusesAfter(herd, account))));
  const late = settled.filter(({ reached }) => (reached.received ?? reached.canceled) !== chargeInstant(send_date));
  const { differences } = await new Control(description.control_url).get('/ledger/audit');
  if (differences.length > 0) throw new Error(`audit: ${JSON.stringify(differences.slice(0, 5))}`);
  return [
    { metric: '20,000 letters stored, their machines waiting', value: storing, unit: 's' },
    { metric: 'the morning on which all are charged or canceled', value: charging, unit: 's', aim: '≤ 300' },
    { metric: 'charged or canceled at another instant than 06:00:00', value: late.length, unit: '', aim: '0' },
    { metric: 'differences in the ledger', value: differences.length, unit: '', aim: '0' },
  ];
}

function openHerd({ accounts, ledger }: Stores, herd: Herd): Promise<string[]> {
  const numbers = Array.from({ length: herd.accounts }, (_, number) => number);
  return concurrently(numbers, WRITES_AT_ONCE, async (number) => {
    const { id, ...account } = accountSample();
    await accounts.create({ id, ...account }, { secondOfCnpj: true });
    const money = { account_id: id, type: 'credit', amount: herd.covered(number) * PRICE } as const;
    await ledger.move({ ...money, source_id: null, description: null });
    return id;
  });
}

function statusesAfter({ letters, covered }: Herd, account: number): Record<string, number> {
  const received = covered(account);
  return received === letters ? { received } : { received, canceled: letters - received };
}

/**
 * Checks that every letter has an expected status, and one event for it.
 * @returns the letters
 */
async function expectStatuses(
  { letters, events }: Stores,
  accounts: readonly string[],
  expected: (account: number) => Record<string, number>,
): Promise<Letter[]> {
  const found = await concurrently(accounts, WRITES_AT_ONCE, async (id) => {
    const all = await letters.all(id);
    const byStatus = Map.groupBy(all, ({ status }) => status);
    const counts = Object.fromEntries([...byStatus].map(([status, { length }]) => [status, length]));
    const wanted = expected(accounts.indexOf(id));
    const eventCounts = Object.fromEntries(
      await Promise.all(Object.keys(wanted).map(async (status) => [status, await countEvents(events, id, status)])),
    ) as Record<string, number>;
    for (const [status, count] of Object.entries(wanted))
      if (counts[status] !== count || eventCounts[status] !== count)
        throw new Error(`${id}: ${JSON.stringify({ wanted, counts, eventCounts })}`);
    return all;
  });
  return found.flat();
}

async function countEvents(events: Stores['events'], accountId: string, status: string): Promise<number> {
  let count = 0;
  let after: string | undefined;
  do {
    const page = await events.list(
      accountId,
      { limit: 100, ...(after !== undefined && { after }) },
      { type: `letter.${status}` },
    );
    count += page.rows.length;
    after = page.next ?? undefined;
  } while (after !== undefined);
  return count;
}

async function seconds(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await run();
  return (performance.now() - begin) / 1000;
}
