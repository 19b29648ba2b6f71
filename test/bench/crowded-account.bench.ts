/**
 * One account at its full rate: 50 creates a second for ten minutes through the real request handling and the real
 * commit, over a table whose transactions take 20 ms and conflict, and whose partitions throttle. It runs in virtual
 * time, since two cores cannot render 50 letters a second: reading and rendering the document is a wait as long as on
 * Lambda, and so is storing the file.
 *
 * `MINUTES=1` shortens it, `SHARE=0.5` halves the partitions' throughput, `METADATA=20` gives each letter that many
 * fields of 180 characters.
 */
import { randomBytes } from 'node:crypto';
import prices from '../../data/prices.json' with { type: 'json' };
import { openAccounts } from '../../lib/adapters/data/accounts/accounts.ts';
import { openApiKeys } from '../../lib/adapters/data/accounts/api-keys.ts';
import { openApiStores } from '../../lib/adapters/data/accounts/api-stores.ts';
import { openLetters } from '../../lib/adapters/data/mailings/letters.ts';
import { openLedger } from '../../lib/adapters/data/money/ledger.ts';
import { gatheringApiHandler } from '../../lib/adapters/http/api-handler.ts';
import { jsonBody } from '../../lib/adapters/http/body-formats.ts';
import { letterOrder } from '../../lib/adapters/http/validators/letter-order.ts';
import { auditLedger } from '../../lib/core/domain/ledger.ts';
import type { Letter } from '../../lib/core/domain/letters.ts';
import { letterResource } from '../../lib/core/resources/letter.ts';
import type { LetterOrder } from '../../lib/core/schemas/letter.ts';
import { createMailing } from '../../lib/operations/mailings/create-mailing.ts';
import { letterBody, pdfFixture } from '../support/letters.ts';
import { proxyEvent } from '../support/proxy-event.ts';
import { accountSample, letterSample } from '../support/samples.ts';
import { seeded } from '../support/seeded.ts';
import type { BenchRow } from './support/benches.ts';
import { withVirtualTable } from './support/virtual-table.ts';

export const name = 'crowded-account';
/** Some minutes of processor time. */
export const onlyWhenNamed = true;

const CREATES_A_SECOND = 50;
const MINUTES = Number(process.env.MINUTES ?? 10);
const SHARE = Number(process.env.SHARE ?? 1);
const LATENCY_MS = 20;
/** A page of text at Lambda's 1.73 GB, and the slowest ones. */
const RENDERING = { leastMs: 200, mostMs: 600 };
const STORING_MS = 40;
/** The function's own timeout. */
const FUNCTION_MS = 28_000;
const PRICE = 690;
const METADATA = Number(process.env.METADATA ?? 0);

export async function run(): Promise<BenchRow[]> {
  const random = seeded(2026);
  const latency = { leastMs: LATENCY_MS, mostMs: LATENCY_MS, random };
  return withVirtualTable({ latency, throughputShare: SHARE }, async ({ table, counts, pass }) => {
    const tools = { now: () => Date.now(), randomBytes };
    const pdf = pdfFixture('libreoffice-letter-1');
    const fields = Array.from({ length: METADATA }, (_, index) => [`field_${index}`, 'x'.repeat(180)] as const);
    const metadata = Object.fromEntries(fields);
    const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    const ledger = openLedger(table, tools);
    const letters = openLetters(table, tools);
    const account = accountSample();
    const opening = (async () => {
      await openAccounts(table).create(account, { secondOfCnpj: false });
      const move = { account_id: account.id, type: 'top_up', source_id: null, description: null } as const;
      await ledger.move({ ...move, amount: CREATES_A_SECOND * 60 * (MINUTES + 1) * PRICE });
      return openApiKeys(table).issue(account.id, Date.now(), randomBytes);
    })();
    await pass(1_000);
    const { secret } = await opening;

    const handler = gatheringApiHandler<LetterOrder>(
      {
        operation: 'letters-create',
        docsUrl: 'https://docs.example/errors',
        stores: openApiStores(table),
        body: [jsonBody(letterOrder)],
        creates: true,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      },
      async ({ identify, toResponse }) => {
        const [balance] = await Promise.all([
          ledger.balance(account.id),
          wait(RENDERING.leastMs + (RENDERING.mostMs - RENDERING.leastMs) * random()),
        ]);
        const { id, created_at } = identify('letter');
        const reached = { received: created_at };
        const draft = letterSample({ id, created_at, reached, account_id: account.id, metadata });
        const store = async () => {
          await wait(STORING_MS);
          return draft.print_file;
        };
        return createMailing<Letter, ReturnType<typeof letterResource>>(
          { ...tools, ledger, prices },
          { toResponse },
          {
            draft,
            withFiles: async (keep) => ({ ...draft, print_file: await keep({ bytes: pdf, bucket: { store } }) }),
            upload: undefined,
            store: letters,
            resource: async (letter) => letterResource(letter, null),
            inEvent: (resource) => resource,
          },
          balance,
        );
      },
    );

    Object.assign(counts, { calls: {}, refusals: {}, writeUnits: 0 });
    const wanted = CREATES_A_SECOND * 60 * MINUTES;
    const answers: { status: number; took: number }[] = [];
    const body = letterBody();
    for (let sent = 0; sent < wanted; sent++) {
      const begun = Date.now();
      const headers = {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'idempotency-key': `${sent}`,
      };
      const event = proxyEvent({ method: 'POST', headers, body });
      event.requestContext = { requestId: `gateway-${sent}`, requestTimeEpoch: begun } as never;
      const context = { getRemainingTimeInMillis: () => begun + FUNCTION_MS - Date.now() } as never;
      void handler(event, context).then(({ statusCode }) =>
        answers.push({ status: statusCode, took: Date.now() - begun }),
      );
      await pass(1_000 / CREATES_A_SECOND);
    }
    await pass(40_000);
    const made = answers.filter(({ status }) => status === 201).length;
    const auditing = Promise.all([ledger.balance(account.id), ledger.all(account.id), letters.all(account.id)]);
    await pass(600_000);
    const [balance, entries, stored] = await auditing;
    const expected = stored.map(({ id }) => ({ id, charged: PRICE, refunded: 0 }));
    const differences = auditLedger(account.id, balance, entries, expected);
    const took = answers.map((answer) => answer.took).sort((a, b) => a - b);
    const transactions = counts.calls.TransactWriteItems ?? 0;
    const throttled = (counts.refusals.ThrottlingException ?? 0) + (counts.refusals.ThrottlingError ?? 0);
    return [
      { metric: `creates, ${CREATES_A_SECOND} per second for ${MINUTES} minutes`, value: wanted, unit: '' },
      { metric: 'status 201', value: made, unit: '' },
      { metric: 'status 5xx', value: answers.filter(({ status }) => status >= 500).length, unit: '', aim: '0' },
      {
        metric: 'another status',
        value: answers.filter(({ status }) => status !== 201 && status < 500).length,
        unit: '',
        aim: '0',
      },
      { metric: 'without a response', value: wanted - answers.length, unit: '', aim: '0' },
      { metric: 'p50', value: took[Math.floor(took.length / 2)]! / 1_000, unit: 's' },
      { metric: 'p99', value: took[Math.floor(took.length * 0.99)]! / 1_000, unit: 's', aim: '≤ 2' },
      { metric: 'slowest', value: took.at(-1)! / 1_000, unit: 's' },
      { metric: 'transactions an accepted letter', value: transactions / made, unit: '', aim: '≤ 2' },
      { metric: 'conflicts an accepted letter', value: (counts.refusals.TransactionConflict ?? 0) / made, unit: '' },
      { metric: 'throttled calls of the table', value: throttled, unit: '' },
      { metric: 'write units an accepted letter', value: counts.writeUnits / made, unit: '' },
      { metric: 'letters stored, minus those with status 201', value: stored.length - made, unit: '', aim: '0' },
      { metric: 'differences in the ledger', value: differences.length, unit: '', aim: '0' },
    ];
  });
}
