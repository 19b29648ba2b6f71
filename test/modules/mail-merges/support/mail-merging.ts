import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import prices from '../../../../data/prices.json' with { type: 'json' };
import { openRequestCounts } from '../../../../lib/adapters/data/accounts/request-counts.ts';
import { openLetterBatches } from '../../../../lib/adapters/data/mailings/letter-batches.ts';
import { openLetters } from '../../../../lib/adapters/data/mailings/letters.ts';
import { openMailMerges } from '../../../../lib/adapters/data/mailings/mail-merges.ts';
import { openUploads } from '../../../../lib/adapters/data/mailings/uploads.ts';
import { openLedger } from '../../../../lib/adapters/data/money/ledger.ts';
import type { Table } from '../../../../lib/adapters/data/table/table.ts';
import { openLetterBatchFiles } from '../../../../lib/adapters/documents/letter-batch-files.ts';
import { withoutLinks } from '../../../../lib/adapters/documents/preview-links.ts';
import { rowsOfSheet } from '../../../../lib/adapters/documents/sheet-rows.ts';
import { openUploadFiles } from '../../../../lib/adapters/documents/upload-files.ts';
import { judgeLetterForm, judgeLetterOrder, readMailMergeRows } from '../../../../lib/adapters/http/mail-merge-file.ts';
import { currentRelease, openDirectory } from '../../../../lib/adapters/postal-codes/directory.ts';
import type { Account } from '../../../../lib/core/domain/accounts.ts';
import type { PendingResponse } from '../../../../lib/core/domain/calls.ts';
import { createId } from '../../../../lib/core/domain/ids.ts';
import type { Slice } from '../../../../lib/core/domain/mail-merges.ts';
import type { MailMerge } from '../../../../lib/core/schemas/mail-merge.ts';
import { cancelMailMerge } from '../../../../lib/operations/mail-merges/cancel-mail-merge.ts';
import type { ReconcileMailMergesDeps } from '../../../../lib/operations/mail-merges/reconcile-mail-merges.ts';
import { sendMailMerge } from '../../../../lib/operations/mail-merges/send-mail-merge.ts';
import { splitMailMerge, type WorkDeps, workOnSlice } from '../../../../lib/operations/mail-merges/work-on-slice.ts';
import { callWithTime } from '../../../support/calls.ts';
import { memoryBucket } from '../../../support/memory-bucket.ts';
import { type KillDecision, Killed, mortal } from '../../../support/mortal.ts';
import { wordsPdf } from '../../../support/pdfs.ts';
import { accountSample } from '../../../support/samples.ts';

export const PRICE = 690;

export const goodRow = (name: string) => ({
  to: { name, number: '100', postal_code: '05010-000' },
  variables: { nome: name },
});
export const badRow = () => ({ ...goodRow('Ana'), to: { name: 'Ana', number: '1', postal_code: '00000-000' } });

const directory = openDirectory(currentRelease(resolve(import.meta.dirname, '../../../../data/postal-codes')));

/**
 * Letters from a spreadsheet in one process: the table, the queue as a list, the files as a map, and a worker that may
 * die.
 */
export function openMailMerging(table: Table) {
  let ahead = 0;
  const tools = { now: () => Date.now() + ahead, randomBytes };
  const mailMerges = openMailMerges(table, tools);
  const letterBatches = openLetterBatches(table, tools);
  const requestCounts = openRequestCounts(table);
  const uploads = openUploads(table);
  const bucket = memoryBucket(tools.now);
  const batchFiles = openLetterBatchFiles('uploads', bucket.client);
  const letters = openLetters(table, tools);
  const ledger = openLedger(table, tools);
  const files = new Map<string, { document: Uint8Array; rows: Uint8Array }>();
  const messages: Slice[] = [];
  const accounts = new Map<string, Account>();
  const mailMergeFiles = {
    readDocument: async ({ id }: { id: string }) => files.get(id)?.document,
    readRows: async ({ id }: { id: string }) => files.get(id)?.rows,
    remove: async ({ id }: { id: string }) => void files.delete(id),
  };
  const accountStore = { find: async (id: string) => accounts.get(id) };
  const request = () => ({
    toResponse: (body: object): PendingResponse => ({ call: callWithTime(), status: 200, body }),
  });
  const requestDeps = {
    ...tools,
    mailMerges,
    letterBatches,
    accounts: accountStore,
    files: mailMergeFiles,
    readRows: readMailMergeRows,
  };

  /** The tests of a file share a table, and so its index of mail merges in progress. */
  const ofOneTest = (): ReconcileMailMergesDeps['mailMerges'] => ({
    ...mailMerges,
    toLookAt: async (limit) =>
      (await mailMerges.toLookAt(limit)).filter(({ mailMerge: { account_id } }) => accounts.has(account_id)),
  });

  function worker(dies: KillDecision = () => false): WorkDeps {
    let isDead = false;
    const fate: KillDecision = (step) => (isDead ||= dies(step));
    const { lettersOf, ...ofRows } = mailMerges;
    const outside = mortal(
      {
        mailMerges: ofRows,
        letterBatches,
        batchFiles,
        uploads: { find: uploads.find },
        uploadFiles: { read: openUploadFiles('uploads', bucket.client).read },
        accounts: accountStore,
        requestCounts,
        letters: { find: letters.find, change: letters.change },
        ledger: { balance: ledger.balance, requireSpendable: ledger.requireSpendable },
        files: { store: async () => ({ key: 'letters/file.pdf', sha256: '0'.repeat(64), size: 1 }) },
        mailMergeFiles,
        queue: { send: async (slices: readonly Slice[]) => void messages.push(...slices) },
      },
      fate,
    );
    return {
      ...tools,
      ...outside,
      mailMerges: {
        ...outside.mailMerges,
        lettersOf: (...row) => mortal({ create: lettersOf(...row).create }, fate),
      },
      links: withoutLinks,
      directory,
      prices,
      confirmationPageBase: 'https://confirmar.malote.example',
      readRows: readMailMergeRows,
      judgeOrder: judgeLetterForm,
      judgeJson: judgeLetterOrder,
      readSheet: rowsOfSheet,
    };
  }

  return {
    mailMerges,
    letterBatches,
    batchFiles,
    bucket,
    uploads,
    requestCounts,
    tools,
    letters,
    ledger,
    files,
    messages,
    accounts,
    worker,

    /** Moves the clock forward. */
    later: (milliseconds: number) => void (ahead += milliseconds),

    reconciler: (): ReconcileMailMergesDeps => ({
      mailMerges: ofOneTest(),
      letterBatches,
      accounts: accountStore,
      queue: { send: async (slices) => void messages.push(...slices) },
      now: tools.now,
      report: (error) => {
        throw error;
      },
    }),

    /** Gives rows a result without a letter. */
    endRows: async (mailMerge: MailMerge, first: number, last: number) => {
      for (let row = first; row <= last; row++)
        await mailMerges.endRow(mailMerge, {
          row,
          line: row,
          state: 'refused',
          letter_id: null,
          total: null,
          problems: [],
        });
    },

    /** An account with a balance for this many letters. */
    async account(lettersCovered: number): Promise<string> {
      const account = accountSample({ id: createId('account', Date.now(), randomBytes) });
      accounts.set(account.id, account);
      await this.topUp(account.id, lettersCovered);
      return account.id;
    },

    topUp: async (account_id: string, lettersCovered: number) => {
      const amount = lettersCovered * PRICE;
      if (amount > 0) await ledger.move({ account_id, type: 'top_up', amount, source_id: null, description: null });
    },

    async draft(account_id: string, rows: readonly object[], shared: object = {}): Promise<MailMerge> {
      const now = Date.now();
      const mailMerge: MailMerge = {
        id: createId('mail_merge', now, randomBytes),
        account_id,
        status: 'draft',
        pause_reason: null,
        filename: 'carta.pdf',
        document_size: 1,
        rows: rows.length,
        rows_size: 1,
        tally: null,
        created_at: now,
        confirmed_at: null,
      };
      await mailMerges.create(mailMerge);
      const file = JSON.stringify({ shared, rows: rows.map((letter, index) => ({ line: index + 2, letter })) });
      files.set(mailMerge.id, { document: wordsPdf('Prezado {{nome}},'), rows: Buffer.from(file) });
      return mailMerge;
    },

    send: ({ account_id, id }: MailMerge) => sendMailMerge(requestDeps, account_id, id, request()),
    cancel: ({ account_id, id }: MailMerge) => cancelMailMerge(requestDeps, account_id, id, request()),
    split: ({ account_id, id }: MailMerge) => splitMailMerge(worker(), account_id, id),

    /** Works until the queue is empty; a message whose worker died is delivered again. */
    async work(dies?: KillDecision, hasTime: () => boolean = () => true): Promise<void> {
      for (let slice = messages.shift(); slice; slice = messages.shift()) {
        try {
          await workOnSlice(worker(dies), slice, hasTime);
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          messages.push(slice);
        }
      }
    },

    /** Works on one message only. */
    workOnce: (slice: Slice, hasTime: () => boolean) => workOnSlice(worker(), slice, hasTime),

    find: async ({ account_id, id }: MailMerge) => (await mailMerges.find(account_id, id))!.mailMerge,
    rows: ({ account_id, id, rows }: MailMerge) =>
      mailMerges.results({ account_id, mail_merge_id: id, first: 1, last: rows }),
    lettersIn: (accountId: string) => letters.all(accountId),
    balance: async (accountId: string) => (await ledger.balance(accountId)).amount,
  };
}
