import type { CarrierNumberStore } from '../../adapters/data/mailings/carrier-numbers.ts';
import type { CarrierProfiles } from '../../adapters/data/mailings/carrier-profiles.ts';
import type { VersionedMailing } from '../../adapters/data/mailings/mailings.ts';
import type { PrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { WorkQueue } from '../../adapters/net/work-queue.ts';
import type { FormedBatch, UnfitMailing } from '../../adapters/production/formed-batches.ts';
import type { Outbox } from '../../adapters/production/outbox.ts';
import type { PostalFiles } from '../../adapters/production/postal-files.ts';
import { carrierFiles } from '../../carrier/batch-files.ts';
import type { CarrierFile } from '../../carrier/carrier-file.ts';
import { brasiliaDate } from '../../core/domain/brasilia.ts';
import type { CarrierMailing } from '../../core/domain/carrier-mailings.ts';
import type { HeldReason } from '../../core/domain/carrier-routes.ts';
import { createId } from '../../core/domain/ids.ts';
import type { MailingKind } from '../../core/domain/mailing-fields.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { type BatchedMailing, isInTime, type Manifest, type PrintBatch } from '../../core/domain/print-batches.ts';
import { MINUTE_MS } from '../../core/domain/units.ts';
import type { CarrierProfile } from '../../core/schemas/carrier-profile.ts';
import type { CarrierNumbers } from '../../core/schemas/print-batch.ts';
import { concurrently } from '../concurrently.ts';
import { endProduction, joinBatch, type MailingDeps } from '../mailings/mailings-of-both-kinds.ts';
import { type CarrierDesk, type Hold, openCarrierDesk } from './carrier-desk.ts';
import { drawCodes } from './draw-codes.ts';
import { rulesOf } from './issue-manifest.ts';
import { carrierMailings, numbersNeeded, presort, type ShortNames, summaryOf } from './presort-batch.ts';
import { LabelsExhausted, takeNumbers } from './take-numbers.ts';

export type Deps = MailingDeps & {
  /** One walk over the received mailings, a page at a time. */
  toPrint: () => AsyncIterable<VersionedMailing[]>;
  batches: PrintBatches;
  /** The print files of each kind. */
  files: Record<MailingKind, Pick<PrintFiles, 'isIntact' | 'read'>>;
  outbox: Pick<Outbox, 'writeManifest' | 'writeNumbers'>;
  runs: WorkQueue<Run>;
  carrier: CarrierDeps;
  /** Maximum mailings in one batch; may be exceeded by up to a page. */
  batchLimit: number;
};

/** What batches with a carrier profile need. */
export interface CarrierDeps {
  profiles: Pick<CarrierProfiles, 'current' | 'find'>;
  numbers: Pick<CarrierNumberStore, 'stocks' | 'counters' | 'take' | 'taken'>;
  postalFiles: Pick<PostalFiles, 'write'>;
  directory: ShortNames;
  /** The mailings themselves, by id. */
  people: (rows: readonly BatchedMailing[]) => Promise<ReadonlyMap<string, Mailing>>;
}

/** What a run has done. */
export interface FormedRun {
  batches: FormedBatch[];
  /** Whether another run was queued to continue. */
  more: boolean;
  /** Received mailings that must wait, by reason (rule PRD-12). */
  held: Partial<Record<HeldReason, number>>;
  /** The first of them that the carrier's fields cannot hold, with the fields but no values. */
  unfit: UnfitMailing[];
  /** Batches that wait for object numbers, and the prefix of these. */
  without_numbers: { id: string; prefix: string }[];
  /** Batches with mailings whose window has no room for codes, and how many these are. */
  without_codes: { id: string; mailings: number }[];
}

/** A request for one run. */
export interface Run {
  /** Epoch milliseconds: mailings received later wait for the next batch. */
  cutoff: number;
  /** Only completes the work of a killed run. */
  afterKill: boolean;
}

/**
 * The run for the schedule. On a holiday no mailing is included, but an interrupted batch is still completed.
 * @param now epoch milliseconds
 * @param cutoffMinutes mailings received in these last minutes wait for the next batch
 */
export function scheduledRun(now: number, cutoffMinutes: number, holiday: string | undefined): Run {
  if (holiday !== undefined) return { cutoff: 0, afterKill: true };
  return { cutoff: now - cutoffMinutes * MINUTE_MS, afterKill: false };
}

/**
 * Concurrent claims: about 300 a second. A partition takes 1,000 writes a second, and each claim writes two units into
 * the batch's partition and about as many into the index of its account's statuses.
 */
const CLAIMS_AT_ONCE = 8;
/**
 * Longest run of this function and longest SQS delay: a batch that is still forming afterwards belongs to a killed run.
 */
export const LONGEST_RUN_SECONDS = 900;

/**
 * Adds mailings received before the cut-off to print batches: claims each by one conditional write, then renders the
 * manifest from the claims. Batches of a killed run are completed first, not started again.
 * @param mayGoOn false when time runs out
 */
export async function formPrintBatches(deps: Deps, run: Run, mayGoOn: () => boolean): Promise<FormedRun> {
  const done: FormedRun = {
    batches: [],
    more: false,
    held: {},
    unfit: [],
    without_numbers: [],
    without_codes: [],
  };
  const abandoned = await abandonedBatches(deps);
  if (run.afterKill && abandoned.length === 0) return done;
  for (const each of abandoned) await complete(deps, each, done);
  const desk = await openDesk(deps);
  let batch: PrintBatch | undefined;
  let claimed = 0;
  const close = async () => {
    if (batch) await complete(deps, batch, done);
    batch = undefined;
    claimed = 0;
  };
  for await (const page of deps.toPrint()) {
    const waiting = page.filter(({ mailing }) => isInTime(mailing, run.cutoff));
    if (waiting.length === 0) continue;
    done.more = !mayGoOn();
    if (done.more) break;
    const current = (batch ??= await begin(deps, run, desk));
    const outcomes = await concurrently(waiting, CLAIMS_AT_ONCE, (found) =>
      claim(deps, current, found, { desk, done }),
    );
    claimed += outcomes.filter(Boolean).length;
    if (claimed >= deps.batchLimit) await close();
  }
  await close();
  if (done.more) await deps.runs.ask({ ...run, afterKill: false });
  return done;
}

/** Undefined without a carrier profile. */
async function openDesk({ carrier, now }: Deps): Promise<CarrierDesk | undefined> {
  const version = await carrier.profiles.current();
  return version && openCarrierDesk(version, await carrier.numbers.stocks(), brasiliaDate(now()), carrier.directory);
}

/** Queues another run that starts when this one is certainly over, and finishes its work if it was killed. */
async function begin(deps: Deps, { cutoff }: Run, desk: CarrierDesk | undefined): Promise<PrintBatch> {
  const now = deps.now();
  const id = createId('print_batch', now, deps.randomBytes);
  const batch: PrintBatch = {
    id,
    state: 'forming',
    created_at: now,
    formed_at: null,
    manifest: null,
    ...(desk && { carrier: { card: desk.version.card, version: desk.version.version, numbers: null, summary: null } }),
  };
  await deps.batches.create(batch);
  await deps.runs.ask({ cutoff, afterKill: true }, LONGEST_RUN_SECONDS);
  return batch;
}

/**
 * Claims a mailing, unless the carrier's rules hold it. A mailing whose file is missing or damaged cannot be produced: it fails and is refunded, never
 * skipped. The index is eventually consistent, so a changed mailing is read again.
 */
async function claim(
  deps: Deps,
  batch: PrintBatch,
  waiting: VersionedMailing,
  { desk, done }: { desk: CarrierDesk | undefined; done: FormedRun },
): Promise<boolean> {
  const hold = waiting.mailing.status === 'received' ? desk?.holds(waiting.mailing) : undefined;
  if (hold) {
    note(done, waiting.mailing.id, hold);
    return false;
  }
  for (let found = waiting; found.mailing.status === 'received';) {
    const { kind, print_file } = found.mailing;
    const isIntact = await deps.files[kind].isIntact(print_file);
    const outcome = isIntact
      ? await joinBatch(deps, found, batch.id, batch.carrier !== undefined)
      : await endProduction(deps, found, 'unprintable_document');
    if (outcome.moved) return isIntact;
    found = outcome;
  }
  return false;
}

/** The response of a run names so many. */
const MOST_UNFIT = 100;

function note({ held, unfit }: FormedRun, id: string, { reason, faults }: Hold): void {
  held[reason] = (held[reason] ?? 0) + 1;
  if (faults.length === 0 || unfit.length >= MOST_UNFIT) return;
  unfit.push({ id, fields: faults.map(({ record, field, reason: why }) => `${record}.${field}: ${why}`) });
}

async function abandonedBatches(deps: Deps): Promise<PrintBatch[]> {
  const latest = deps.now() - LONGEST_RUN_SECONDS * 1000;
  return (await deps.batches.inState('forming', 100, 'oldest')).filter(({ created_at }) => created_at <= latest);
}

/** Issues the files of a batch; one without mailings is discarded. */
async function complete(deps: Deps, batch: PrintBatch, done: FormedRun): Promise<void> {
  try {
    const issued = await issueFiles(deps, batch);
    if (!issued) return await deps.batches.discard(batch.id);
    await deps.batches.markFormed(issued.batch, issued.manifest, deps.now());
    done.batches.push({ id: batch.id, mailings: issued.ids });
    if (issued.without_codes > 0) done.without_codes.push({ id: batch.id, mailings: issued.without_codes });
  } catch (error) {
    if (!(error instanceof LabelsExhausted)) throw error;
    done.without_numbers.push({ id: batch.id, prefix: error.prefix });
  }
}

/**
 * The manifest comes last: once it is there, the print house begins.
 * @returns the batch with what it has of the carrier; undefined if no mailing joined it
 */
async function issueFiles(
  deps: Deps,
  batch: PrintBatch,
): Promise<{ batch: PrintBatch; manifest: Manifest; ids: string[]; without_codes: number } | undefined> {
  const rows = await deps.batches.mailings(batch.id);
  if (rows.length === 0) return undefined;
  const ids = rows.map(({ id }) => id);
  const rules = await rulesOf(deps.carrier, batch);
  if (!rules) return { batch, ids, manifest: await deps.outbox.writeManifest(batch.id, rows), without_codes: 0 };
  const sorted = presort(rules, rows);
  const numbers = await takeNumbers(
    { ...deps, ...deps.carrier },
    batch,
    rules.profile,
    numbersNeeded(rules.profile, sorted),
  );
  const { card, version } = batch.carrier!;
  await deps.outbox.writeNumbers(batch.id, { card, ...numbers });
  const { people, directory, postalFiles } = deps.carrier;
  const lines = carrierMailings(rules, batch, sorted, { numbers, people: await people(rows), directory });
  const orders = new Map(rows.map(({ id, order }) => [id, order]));
  const codes = await drawCodes(deps.files, rules.profile, lines, orders);
  await postalFiles.write(batch.id, lines, [...(await filesOf(rules.profile, batch, numbers, lines)), codes.file]);
  return {
    batch: { ...batch, carrier: { card, version, numbers, summary: summaryOf(sorted) } },
    ids,
    manifest: await deps.outbox.writeManifest(batch.id, sorted),
    without_codes: codes.without.length,
  };
}

/** What a file does not need is not taken, and stands for nothing. */
const UNUSED = 1;

function filesOf(
  profile: CarrierProfile,
  { id }: PrintBatch,
  { ar_digital_file, e_carta }: CarrierNumbers,
  lines: readonly CarrierMailing[],
): Promise<CarrierFile[]> {
  const numbers = { batch: id, arDigitalFile: ar_digital_file ?? UNUSED, eCartaLot: e_carta?.first ?? UNUSED };
  return carrierFiles(profile, numbers, lines);
}
