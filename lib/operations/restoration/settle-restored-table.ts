import type { CarrierNumberStore } from '../../adapters/data/mailings/carrier-numbers.ts';
import type { Letters } from '../../adapters/data/mailings/letters.ts';
import type { MailMerges } from '../../adapters/data/mailings/mail-merges.ts';
import type { VersionedMailing } from '../../adapters/data/mailings/mailings.ts';
import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import { mailingPartition } from '../../adapters/data/table/keys.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { Outbox } from '../../adapters/production/outbox.ts';
import type { MailingWorkflow } from '../../adapters/workflows/mailing-workflow.ts';
import type { RunningExecutions } from '../../adapters/workflows/running-executions.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import type { MailingKind } from '../../core/domain/mailing-fields.ts';
import { type Mailing, mailingDueAt } from '../../core/domain/mailings.ts';
import { concurrently } from '../concurrently.ts';
import { startOfWork } from '../mail-merges/move-mail-merge.ts';
import { findMailing } from '../mailings/mailings-of-both-kinds.ts';
import { NEEDING_EXECUTION } from '../mailings/reconcile-lifecycles.ts';
import { bringNumbersBack } from '../production/bring-numbers-back.ts';

export interface SettleDeps {
  accounts: { idsWithSandboxes: () => Promise<string[]> };
  /** Mailings of an account in a status, page by page; the list may be stale. */
  inStatus: (accountId: string, kind: MailingKind, status: Mailing['status']) => AsyncIterable<VersionedMailing[]>;
  letters: Pick<Letters, 'find'>;
  verifications: Pick<Verifications, 'find'>;
  running: Record<MailingKind, RunningExecutions>;
  workflows: Record<MailingKind, Pick<MailingWorkflow, 'restore'>>;
  /** The print files of each kind. */
  files: Record<MailingKind, Pick<PrintFiles, 'isThere' | 'bringBack'>>;
  outbox: Pick<Outbox, 'mailingsSince' | 'numbersSince'>;
  numbers: Pick<CarrierNumberStore, 'stocks' | 'counters' | 'takeAgain'>;
  mailMerges: Pick<MailMerges, 'inProgress' | 'move'>;
  now: () => number;
  randomBytes: RandomBytes;
}

/** A mailing, or letters from a spreadsheet. */
export interface MailingOfAccount {
  id: string;
  account_id: string;
}

export interface Settled {
  /** Executions of the former table that were stopped. */
  stopped: number;
  /** Mailings for which an execution was started. */
  started: number;
  /** Mailings whose file was restored from an older version. */
  files_back: string[];
  /** Mailings still to be printed, whose file no longer exists. */
  without_file: MailingOfAccount[];
  /** Mailings that a later manifest lists and that the table would print again. */
  printed: MailingOfAccount[];
  /** Mailings that a later manifest lists and the table lacks. */
  unknown: MailingOfAccount[];
  /** Batches whose object numbers and lots the table did not know any more, and that keep them. */
  numbers_back: string[];
  /** Letters from a spreadsheet that were being made or canceled at the restored second, and that go on. */
  mail_merges: MailingOfAccount[];
}

/** Statuses before the print house gets the file. */
const TO_PRINT: readonly Mailing['status'][] = ['scheduled', 'received'];

/** The longest run that forms a batch (`LONGEST_RUN_SECONDS`): its manifest is younger than its id. */
const FORMING_MS = 900_000;

/** Concurrent AWS calls; the client retries throttled ones. */
const AT_ONCE = 8;

/**
 * Adapts everything outside a restored table to it, once the stack has adopted the table. Running executions keep their
 * definition (https://docs.aws.amazon.com/step-functions/latest/apireference/API_UpdateStateMachine.html), and so the
 * former table: each is stopped, and each mailing that needs one gets a new one, regardless of the token in the
 * restored item. Files that were deleted since then are restored from older versions. Mailings printed since then are
 * only reported: a person decides. It may be repeated.
 * @param restoredTo the second to which the table was restored, epoch milliseconds
 * @param adoptedAt when the stack began to use it, epoch milliseconds: executions that began later stay
 */
export async function settleRestoredTable(
  deps: SettleDeps,
  restoredTo: number,
  adoptedAt: number,
  onProgress: (done: number, accounts: number) => void,
): Promise<Settled> {
  const settled: Settled = {
    stopped: 0,
    started: 0,
    files_back: [],
    without_file: [],
    printed: [],
    unknown: [],
    numbers_back: [],
    mail_merges: [],
  };
  for (const executions of Object.values(deps.running)) settled.stopped += await stopAll(executions, adoptedAt);
  const accountIds = await deps.accounts.idsWithSandboxes();
  for (const [index, accountId] of accountIds.entries()) {
    await settleAccount(deps, accountId, settled);
    settled.mail_merges.push(...(await settleMailMerges(deps, accountId)));
    onProgress(index + 1, accountIds.length);
  }
  for await (const taken of deps.outbox.numbersSince(restoredTo - FORMING_MS))
    if (await bringNumbersBack(deps, taken)) settled.numbers_back.push(taken.batch_id);
  for await (const mailings of deps.outbox.mailingsSince(restoredTo - FORMING_MS)) {
    await concurrently(mailings, AT_ONCE, async (mailing) => {
      const found = await findMailing(deps, mailing);
      if (!found) settled.unknown.push(mailing);
      else if (TO_PRINT.includes(found.mailing.status)) settled.printed.push(mailing);
    });
  }
  return settled;
}

async function stopAll(executions: RunningExecutions, instant: number): Promise<number> {
  const all: string[] = [];
  // Reads the whole list first: stopping executions shrinks the list, so later pages would skip some.
  for await (const arns of executions.startedBefore(instant)) all.push(...arns);
  await concurrently(all, AT_ONCE, (arn) =>
    executions.stop(arn, 'TableRestored', 'The table that it knows is no longer in use.'),
  );
  return all.length;
}

async function settleAccount(deps: SettleDeps, accountId: string, settled: Settled): Promise<void> {
  for (const kind of Object.keys(NEEDING_EXECUTION) as MailingKind[]) {
    for (const status of NEEDING_EXECUTION[kind]) {
      for await (const page of deps.inStatus(accountId, kind, status)) {
        await concurrently(page, AT_ONCE, async ({ mailing: listed }) => {
          const found = await findMailing(deps, listed);
          if (found?.mailing.status === status) await settleMailing(deps, found.mailing, settled);
        });
      }
    }
  }
}

/** Starts their work again, also of those that a release without the search for standing ones has moved. */
async function settleMailMerges({ mailMerges, now, randomBytes }: SettleDeps, accountId: string) {
  const found = await mailMerges.inProgress(accountId);
  for (const each of found)
    await mailMerges.move(each, each.mailMerge, { notice: startOfWork(each.mailMerge, now(), randomBytes) });
  return found.map(({ mailMerge: { id, account_id } }) => ({ id, account_id }));
}

async function settleMailing(deps: SettleDeps, mailing: Mailing, settled: Settled): Promise<void> {
  const { id, account_id, kind, status, print_file } = mailing;
  const files = deps.files[kind];
  // The file of a verification is destroyed once it is posted, which the table may not know yet.
  if ((TO_PRINT.includes(status) || kind === 'letter') && !(await files.isThere(print_file))) {
    if (await files.bringBack(print_file)) settled.files_back.push(id);
    else if (TO_PRINT.includes(status)) settled.without_file.push({ id, account_id });
  }
  const restored = await deps.workflows[kind].restore(
    mailing,
    mailingPartition(account_id, kind),
    mailingDueAt(mailing),
  );
  if (restored === 'started') settled.started++;
}
