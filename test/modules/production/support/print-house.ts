import { createHash, randomBytes } from 'node:crypto';
import training from '../../../../data/carrier/training-profile.json' with { type: 'json' };
import { openCarrierNumbers } from '../../../../lib/adapters/data/mailings/carrier-numbers.ts';
import { openCarrierProfiles } from '../../../../lib/adapters/data/mailings/carrier-profiles.ts';
import { openLetters } from '../../../../lib/adapters/data/mailings/letters.ts';
import {
  findMailings,
  mailingsInProduction,
  mailingsToPrint,
} from '../../../../lib/adapters/data/mailings/mailings.ts';
import { openPrintBatches } from '../../../../lib/adapters/data/mailings/print-batches.ts';
import { openVerifications } from '../../../../lib/adapters/data/mailings/verifications.ts';
import { openLedger } from '../../../../lib/adapters/data/money/ledger.ts';
import { openEvents } from '../../../../lib/adapters/data/table/events.ts';
import type { Table } from '../../../../lib/adapters/data/table/table.ts';
import { openPrintFiles } from '../../../../lib/adapters/documents/print-files.ts';
import { openWorkQueue } from '../../../../lib/adapters/net/work-queue.ts';
import { openInbox, type ReportFile } from '../../../../lib/adapters/production/inbox.ts';
import { openOutbox } from '../../../../lib/adapters/production/outbox.ts';
import { openPostalFiles } from '../../../../lib/adapters/production/postal-files.ts';
import type { ReportResult } from '../../../../lib/adapters/production/print-report.ts';
import type { CarrierMailing } from '../../../../lib/core/domain/carrier-mailings.ts';
import { createId } from '../../../../lib/core/domain/ids.ts';
import type { Letter } from '../../../../lib/core/domain/letters.ts';
import { chargeOf, mailingKindOf } from '../../../../lib/core/domain/mailing-fields.ts';
import type { Mailing } from '../../../../lib/core/domain/mailings.ts';
import type { Verification } from '../../../../lib/core/domain/verifications.ts';
import type { CarrierProfile } from '../../../../lib/core/schemas/carrier-profile.ts';
import { eventFor } from '../../../../lib/operations/mailings/move-mailing.ts';
import { auditAccount } from '../../../../lib/operations/money/audit-account.ts';
import { applyReport } from '../../../../lib/operations/production/apply-print-report.ts';
import { addLabels } from '../../../../lib/operations/production/change-labels.ts';
import { formPrintBatches, type Run } from '../../../../lib/operations/production/form-print-batch.ts';
import { reconcileReports } from '../../../../lib/operations/production/reconcile-reports.ts';
import { removePostalFiles } from '../../../../lib/operations/production/remove-postal-files.ts';
import { addressed } from '../../../programs/carrier/make-batch.ts';
import { memoryBucket } from '../../../support/memory-bucket.ts';
import { addressSample, letterSample, verificationSample } from '../../../support/samples.ts';
import { Mortal } from './mortal.ts';

export const BUCKETS = { letter: 'documents', verification: 'verification-files' };

const linesIn = (text: string): any[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** The process whose clients make the calls. */
export type Process = Pick<Mortal, 'client'>;

/** Production with its two functions over a real table, with the buckets and the queue in memory. */
export function printHouse(table: () => Table) {
  const clock = { now: Date.now() };
  const tools = { now: () => clock.now, randomBytes };
  const files = memoryBucket();
  const exchange = memoryBucket(tools.now);
  const postal = memoryBucket(tools.now);
  /** Requested runs, with their delay in seconds. */
  const asked: { run: Run; delay: number }[] = [];
  const sqs = {
    send: async ({ input }: { input: { MessageBody: string; DelaySeconds: number } }) => {
      asked.push({ run: JSON.parse(input.MessageBody) as Run, delay: input.DelaySeconds });
      return {};
    },
  };
  const stores = (of: Table) => ({
    letters: openLetters(of, tools),
    verifications: openVerifications(of, tools),
    batches: openPrintBatches(of),
    ledger: openLedger(of, tools),
    mailMerges: { inProgress: async () => [] },
  });
  /** The dependencies of a process, which may be killed. */
  const deps = (process: Process) => {
    const own: Table = { ...table(), client: process.client(table().client) };
    const printFiles = openPrintFiles('files', tools.now, process.client(files.client));
    const production = process.client(exchange.client);
    return {
      ...tools,
      ...stores(own),
      toPrint: () => mailingsToPrint(own),
      files: { letter: printFiles, verification: printFiles },
      links: { link: async () => null },
      outbox: openOutbox('production', BUCKETS, production),
      inbox: openInbox('production', production),
      runs: openWorkQueue<Run>(process.client(sqs) as never, 'runs'),
      carrier: {
        profiles: openCarrierProfiles(own),
        numbers: openCarrierNumbers(own),
        postalFiles: openPostalFiles('postal', process.client(postal.client)),
        directory: { find: () => undefined },
        people: (rows: Parameters<typeof findMailings>[1]) => findMailings(own, rows),
      },
      batchLimit: 10_000,
      partLines: 4,
    };
  };
  type Deps = ReturnType<typeof deps>;

  return {
    clock,
    files,
    exchange,
    postal,
    asked,

    /** An account with R$ 1.000,00. */
    openAccount: async (): Promise<string> => {
      const account_id = createId('account', clock.now, randomBytes);
      const { ledger } = stores(table());
      await ledger.move({ account_id, type: 'top_up', amount: 100_000, source_id: null, description: null });
      return account_id;
    },

    /** A received letter that was paid for, with its file. */
    letter: async (account_id: string, fields: Partial<Letter> = {}): Promise<Letter> => {
      const letter = letterSample({ account_id, created_at: clock.now, ...fields });
      const stored = { ...letter, print_file: storeFile(letter.id, await addressed(letter)), ...fields };
      return create(stored, stores(table()).letters);
    },

    verification: async (account_id: string): Promise<Verification> => {
      const verification = verificationSample({ account_id, created_at: clock.now });
      const file = storeFile(verification.id, await addressed({ to: verification.to, from: addressSample }));
      return create({ ...verification, print_file: file }, stores(table()).verifications);
    },

    storeFile,

    /** Forms batches in a new process. */
    form: (
      run: Partial<Run> = {},
      process: Process = new Mortal(Infinity),
      changes: Partial<Deps> = {},
      mayGoOn = () => true,
    ) => formPrintBatches({ ...deps(process), ...changes }, { cutoff: clock.now, afterKill: false, ...run }, mayGoOn),

    deps,

    /** Applies a report in a new process. */
    apply: (key: string, process: Process = new Mortal(Infinity), mayGoOn = () => true, version?: string) =>
      applyReport(deps(process), { key, version }, mayGoOn),

    /** Has reports without a result applied. @returns the reports that were found */
    reconcile: async (): Promise<ReportFile[]> => {
      const found: ReportFile[] = [];
      const reports = { ask: async (file: ReportFile) => void found.push(file) };
      await reconcileReports({ now: tools.now, inbox: openInbox('production', exchange.client), reports });
      return found;
    },

    /** Puts a report into the inbox. @returns its version */
    drop: (key: string, lines: readonly (object | string)[]): string => {
      const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
      return exchange.put(key, Buffer.from(text.join('\n')));
    },

    results: (key: string): ReportResult[] =>
      (exchange.text(key) ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as ReportResult),

    /** Uses the training profile, with changes. */
    useProfile: (changes: Partial<CarrierProfile> = {}) =>
      openCarrierProfiles(table()).set({ ...(training as CarrierProfile), ...changes }, clock.now),

    /** Adds training numbers, in the only range of its prefix from the first one on. */
    addNumbers: (first: number, last: number, prefix = 'TE') =>
      addLabels(
        { numbers: openCarrierNumbers(table()), now: tools.now },
        { prefix, first, last, source: 'test', valid_until: null },
      ),

    /** Takes every number that another test has left. */
    emptyStock: async (): Promise<void> => {
      const numbers = openCarrierNumbers(table());
      for (const stock of await numbers.stocks()) {
        const ranges = stock.ranges.map((range) => ({ ...range, next: range.last + 1 }));
        await numbers.replace({ ...stock, ranges });
      }
    },

    /** Lines of every postal file, by batch. */
    postalFiles: (): Record<string, CarrierMailing[]> =>
      Object.fromEntries(
        postal
          .keys()
          .filter((key) => key.endsWith('/postal.jsonl'))
          .map((key) => [key.split('/')[0], linesIn(postal.text(key)!)]),
      ),

    /** Every other file of a batch for the carrier and the counter, by name. */
    carrierFiles: (batchId: string): Map<string, Buffer> =>
      new Map(
        postal
          .keys()
          .filter((key) => key.startsWith(`${batchId}/`) && !key.endsWith('/postal.jsonl'))
          .map((key) => [key.split('/')[1]!, postal.bytes(key)!]),
      ),

    removePostalFiles: () =>
      removePostalFiles({
        now: tools.now,
        postalFiles: openPostalFiles('postal', postal.client),
        inProduction: () => mailingsInProduction(table()),
      }),

    /** Lines of every manifest in the outbox, by batch. */
    manifests: (): Record<string, any[]> =>
      Object.fromEntries(
        exchange
          .keys()
          .filter((key) => key.endsWith('.jsonl') && key.startsWith('outbox/'))
          .map((key) => [key.split('/')[1], linesIn(exchange.text(key)!)]),
      ),

    find: async ({ account_id, id }: Mailing): Promise<any> =>
      (await stores(table())[`${mailingKindOf(id)}s`].find(account_id, id))!.mailing,

    /** Types of a mailing's events in order. */
    events: async ({ account_id, id }: Mailing): Promise<string[]> => {
      const { rows } = await openEvents(table(), tools.now).list(account_id, { limit: 100 }, { object_id: id });
      return rows.map(({ type }) => type).sort();
    },

    audit: (account_id: string) => auditAccount(stores(table()), account_id),
  };

  function storeFile(id: string, content: Uint8Array = Buffer.from(`%PDF of ${id}`)) {
    const bytes = Buffer.from(content);
    const key = `files/${id}-${randomBytes(4).toString('hex')}.pdf`;
    files.put(key, bytes, sha256(bytes).toString('base64'));
    return { key, sha256: sha256(bytes).toString('hex'), size: bytes.length };
  }

  async function create<M extends Mailing>(mailing: M, store: { create: (created: any) => Promise<void> }): Promise<M> {
    await store.create({
      mailing,
      event: eventFor(tools, mailing, { id: mailing.id }),
      charge: chargeOf(mailing),
      upload: undefined,
    });
    return mailing;
  }
}
