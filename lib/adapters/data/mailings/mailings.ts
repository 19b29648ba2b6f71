import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { PendingResponse } from '../../../core/domain/calls.ts';
import type { StoredEvent } from '../../../core/domain/events.ts';
import type { KeyCharge } from '../../../core/domain/key-restrictions.ts';
import type { Balance, MoneyMove } from '../../../core/domain/ledger.ts';
import { type Letter, letterDueAt } from '../../../core/domain/letters.ts';
import { type MailingKind, mailingKindOf } from '../../../core/domain/mailing-fields.ts';
import type { Mailing } from '../../../core/domain/mailings.ts';
import { producerOf } from '../../../core/domain/sandbox.ts';
import { TrackingCodeTaken } from '../../../core/domain/tracking-codes.ts';
import type { Upload } from '../../../core/domain/uploads.ts';
import { daysToConfirm, type Verification } from '../../../core/domain/verifications.ts';
import { settleAll } from '../../../core/settle-all.ts';
import { commitCharge } from '../money/group-commit.ts';
import { BALANCE, commitMoney, commitMoneyAsJudged, type Tools } from '../money/ledger.ts';
import { commit } from '../table/calls.ts';
import { eventWrites } from '../table/events.ts';
import { filteredPage } from '../table/filtered-page.ts';
import {
  confirmedPartition,
  confirmedPlace,
  inProductionPartition,
  mailingPartition,
  mailingReferencePartition,
  mailingReferenceStatusPartition,
  mailingStatusPartition,
  shardOf,
  simulatedPartition,
  toPrintPartition,
  trackingPartition,
  WORK_SHARDS,
} from '../table/keys.ts';
import {
  countWork,
  type CreatedWithin,
  KEYS_A_READ,
  type Page,
  type PageRequest,
  queryAll,
  queryPage,
  querySortKeys,
  readItems,
  type Source,
  walkStale,
  walkWork,
} from '../table/queries.ts';
import type { Item } from '../table/schema.ts';
import { readEach, type Shape, SHAPE_VERSION } from '../table/stored.ts';
import type { Table } from '../table/table.ts';
import { ConditionLost, type Write } from '../table/transactions.ts';
import { mailingOf, type MailingShape } from './mailing-shapes.ts';
import { batchedMailingWrite } from './print-batches.ts';
import { entriesBy, filteredEntries, type FoundBy, type MailingFilter, recipientWrites } from './recipients.ts';
import { takeTrackingCodeWrite, TRACKING_CODE } from './tracking-codes.ts';
import { consumeUploadWrite, UPLOAD } from './uploads.ts';

/** A mailing with its optimistic lock. */
export interface Versioned<M> {
  mailing: M;
  version: number;
  /** The wait of its state machine, if one has begun. */
  wait: Wait | null;
}

export type VersionedMailing = Versioned<Letter> | Versioned<Verification>;

export function isLetter(found: VersionedMailing): found is Versioned<Letter> {
  return found.mailing.kind === 'letter';
}

/** Only the state machine writes it, under the condition that the mailing has the status in which it waits. */
export interface Wait {
  task_token: string;
  status: Mailing['status'];
}

export interface NewMailing<M> {
  mailing: M;
  event: StoredEvent;
  /** The charge of a mailing that is sent immediately. */
  charge: MoneyMove | undefined;
  /** What it counts against the limits of the restricted key that orders it. */
  spends?: KeyCharge | undefined;
  /** The account's balance, if already read. */
  balance?: Balance | undefined;
  upload: Upload | undefined;
  /** The call's response, if a call is waiting. */
  response?: PendingResponse | undefined;
}

export interface MailingChange<M> {
  before: Versioned<M>;
  after: M;
  /** None if the status does not change. */
  events: readonly StoredEvent[];
  money: readonly MoneyMove[];
  /** The upload of its new document. */
  upload?: Upload | undefined;
  /** Whether the print batch that it joins has a carrier profile. */
  forCarrier?: boolean;
  /** The call's response, if a call is waiting. */
  response?: PendingResponse | undefined;
}

/** Another mailing used the upload first; nothing was written. */
export class UploadTaken extends Error {
  constructor() {
    super('another mailing used the upload first');
    this.name = 'UploadTaken';
  }
}

/** Name of the mailing's own write in its transactions. */
const MAILING = 'mailing';

/**
 * The mailings of one kind. Each create and each change is one conditional transaction with its money and its event
 * (rule MON-9).
 * @param alongside further writes in the transaction that creates a mailing
 */
export function openMailings<M extends Mailing>(
  table: Table,
  tools: Tools,
  shape: MailingShape<M>,
  alongside: (mailing: M) => Write[] = () => [],
) {
  const { kind } = shape;
  return {
    /** Strongly consistent. */
    find: async (accountId: string, mailingId: string): Promise<Versioned<M> | undefined> => {
      const { Item } = await table.client.send(
        new GetCommand({
          TableName: table.name,
          Key: { PK: mailingPartition(accountId, kind), SK: mailingId },
          ConsistentRead: true,
        }),
      );
      return Item && { mailing: shape.read(Item), ...lockOf(Item) };
    },

    /**
     * Stores a new mailing with its event, charge, used upload and the call's response.
     * @throws Problem insufficient_balance, api_key_limit_reached · UploadTaken when another mailing used the upload first
     */
    create: async ({ mailing, event, charge, spends, balance, upload, response }: NewMailing<M>): Promise<void> => {
      const writes = [
        newMailingWrite(table, shape, mailing),
        ...recipientWrites(table, null, mailing),
        ...eventWrites(table, event),
        ...alongside(mailing),
      ];
      if (upload) writes.push(consumeUploadWrite(table, upload, mailing.id));
      try {
        await commitWithMoney(table, tools, charge ? [charge] : [], writes, { read: balance, response, spends });
      } catch (error) {
        throw error instanceof ConditionLost && error.write === UPLOAD ? new UploadTaken() : error;
      }
    },

    /**
     * Stores a mailing's transitions or edit.
     * @returns false, with nothing written, if the mailing changed since it was read
     * @throws Problem insufficient_balance · TrackingCodeTaken if it would be posted with the code of another letter ·
     *   UploadTaken when another mailing used the upload first
     */
    change: (change: MailingChange<M>): Promise<boolean> => changeAll(table, tools, shape, [change]),

    /**
     * Stores changes of several mailings of one account, all or none: at most 24, the limit of one transaction.
     * @param judgedBy the account's balance that the decision was based on
     * @returns false, with nothing written, if one of them or the balance changed since it was read
     */
    changeAll: (changes: readonly MailingChange<M>[], judgedBy: Balance): Promise<boolean> =>
      changeAll(table, tools, shape, changes, judgedBy),

    /** A page, newest first. */
    list: (accountId: string, request: PageRequest, filter: MailingFilter<M['status']>): Promise<Page<M>> =>
      filter.recipient === undefined && filter.tracking_code === undefined && filter.letter_batch_id === undefined
        ? queryPage(table, listSource(accountId, kind, filter), kind, request, shape.read)
        : filteredPage(table, filteredEntries(accountId, kind, filter), kind, request, shape.read),

    /** The newest to a postal code of eight digits, or with a reference whatever its case and accents, at most `limit`. */
    newest: async (accountId: string, by: FoundBy, limit: number): Promise<M[]> =>
      (await filteredPage(table, entriesBy(accountId, kind, by), kind, { limit }, shape.read)).rows,

    /** Ids with a status that were created in a period, newest first by default, at most `limit`; reads only the index. */
    idsInStatus: (accountId: string, status: M['status'], request: CreatedWithin): Promise<string[]> =>
      querySortKeys(table, 'GSI1', mailingStatusPartition(accountId, kind, status), kind, request),

    /** Every mailing of an account, for the audit. */
    all: async (accountId: string): Promise<M[]> =>
      readEach(table, await queryAll(table, mailingPartition(accountId, kind)), shape.read),
  };
}

export type Mailings<M extends Mailing> = ReturnType<typeof openMailings<M>>;

async function changeAll<M extends Mailing>(
  table: Table,
  tools: Tools,
  shape: MailingShape<M>,
  changes: readonly MailingChange<M>[],
  judgedBy?: Balance,
): Promise<boolean> {
  const moves = changes.flatMap(({ money }) => money);
  const writes = changes.flatMap((change) => changeWrites(table, tools, shape, change));
  try {
    if (judgedBy)
      await commitMoneyAsJudged(table, tools, changes[0]!.after.account_id, judgedBy, moves.filter(isMovement), writes);
    else await commitWithMoney(table, tools, moves, writes, { response: changes[0]?.response });
    return true;
  } catch (error) {
    if (error instanceof ConditionLost && (error.write === MAILING || error.write === BALANCE)) return false;
    if (error instanceof ConditionLost && error.write === TRACKING_CODE) throw new TrackingCodeTaken();
    if (error instanceof ConditionLost && error.write === UPLOAD) throw new UploadTaken();
    throw error;
  }
}

/** The mailing comes first, so that of two calls with the same change, the second learns that the mailing changed. */
function changeWrites<M extends Mailing>(
  table: Table,
  tools: Tools,
  shape: MailingShape<M>,
  { before, after, events, upload, forCarrier = false }: MailingChange<M>,
): Write[] {
  const isPrinted = producerOf(after) === 'print_house';
  // Simulated mailings join no batch, so print reports cannot find them, and they do not reserve tracking codes.
  const joins = isPrinted && after.batch_id && !before.mailing.batch_id;
  const joined = joins ? [batchedMailingWrite(table, after.batch_id!, after, forCarrier)] : [];
  const code = isPrinted && trackingCodeOf(before.mailing) === null ? trackingCodeOf(after) : null;
  return [
    changedMailingWrite(table, shape, before, after),
    ...recipientWrites(table, before.mailing, after),
    ...events.flatMap((event) => eventWrites(table, event)),
    ...joined,
    ...(upload ? [consumeUploadWrite(table, upload, after.id)] : []),
    ...(code === null ? [] : [takeTrackingCodeWrite(table, code, tools.now())]),
  ];
}

const trackingCodeOf = (mailing: Mailing) => (mailing.kind === 'letter' ? mailing.tracking_code : null);

/** A movement of zero makes no ledger entry. */
const isMovement = ({ amount }: MoneyMove) => amount !== 0;

/**
 * A single charge of a call goes through `commitCharge`; other moves are retried until they succeed.
 */
async function commitWithMoney(
  table: Table,
  tools: Tools,
  moves: readonly MoneyMove[],
  writes: Write[],
  {
    read,
    response,
    spends,
  }: { read?: Balance | undefined; response?: PendingResponse | undefined; spends?: KeyCharge | undefined },
): Promise<void> {
  const [first, ...more] = moves.filter(isMovement);
  if (spends) await commitCharge(table, tools, first, writes, response!, { read, spends });
  else if (!first) await commit(table, writes, response);
  else if (response && more.length === 0) await commitCharge(table, tools, first, writes, response, { read });
  else await commitMoney(table, tools, [first, ...more], writes);
}

const shards = Array.from({ length: WORK_SHARDS }, (_, shard) => shard);

/** Mailings of one page of the walks below. */
const PAGE = 100;

/** Mailings at one place of the work index, shard by shard, a page at a time. */
async function* mailingsAt(table: Table, place: (shard: number) => string): AsyncGenerator<VersionedMailing[]> {
  for (const shard of shards) {
    for await (const items of walkWork(table, place(shard), PAGE)) yield readEach(table, items, readMailing);
  }
}

/** Received mailings of both kinds, which wait for a print batch: one walk over all of them, a page at a time. */
export const mailingsToPrint = (table: Table) => mailingsAt(table, toPrintPartition);

/** Number of mailings that wait for a print batch. */
export async function countMailingsToPrint(table: Table): Promise<number> {
  const counts = await settleAll(shards.map((shard) => countWork(table, toPrintPartition(shard))));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Mailings of sandboxes on their way through the simulated print house, in no order, a page at a time. */
export const mailingsToSimulate = (table: Table) => mailingsAt(table, simulatedPartition);

/** Mailings at the print house, in no order, a page at a time. */
export async function* mailingsInProduction(table: Table): AsyncGenerator<Mailing[]> {
  for (const shard of shards) {
    for await (const items of walkWork(table, inProductionPartition(shard), PAGE))
      yield readEach(table, items, mailingOf);
  }
}

/** Mailings of both kinds by id, strongly consistent; those that do not exist are left out. */
export async function findMailings(
  table: Table,
  wanted: readonly { id: string; account_id: string }[],
): Promise<Map<string, Mailing>> {
  const found = new Map<string, Mailing>();
  for (let start = 0; start < wanted.length; start += KEYS_A_READ) {
    const keys = wanted
      .slice(start, start + KEYS_A_READ)
      .map(({ id, account_id }) => ({ PK: mailingPartition(account_id, mailingKindOf(id)), SK: id }));
    for (const mailing of readEach(table, await readItems(table, keys), mailingOf)) found.set(mailing.id, mailing);
  }
  return found;
}

/** Mailings of an account in a status, a page at a time: as they were up to a second ago. */
export async function* mailingsInStatus(
  table: Table,
  accountId: string,
  kind: MailingKind,
  status: Mailing['status'],
): AsyncGenerator<VersionedMailing[]> {
  for await (const items of walkStale(table, mailingStatusPartition(accountId, kind, status), 'GSI1'))
    yield readEach(table, items, readMailing);
}

function readMailing(item: Item): VersionedMailing {
  const mailing = mailingOf(item);
  const lock = lockOf(item);
  return mailing.kind === 'letter' ? { mailing, ...lock } : { mailing, ...lock };
}

function lockOf(item: Item): Pick<VersionedMailing, 'version' | 'wait'> {
  const { version, task_token, waits_in } = item;
  return {
    version: version as number,
    wait: task_token === undefined ? null : { task_token: task_token as string, status: waits_in as Mailing['status'] },
  };
}

/** The parts of the mailing's shape that a write needs. */
type Writing = Pick<Shape<Mailing, MailingKind>, 'kind' | 'stamp'>;

function newMailingWrite({ name: TableName }: Table, { kind, stamp }: Writing, mailing: Mailing): Write {
  return {
    name: MAILING,
    item: {
      Put: {
        TableName,
        Item: {
          PK: mailingPartition(mailing.account_id, kind),
          SK: mailing.id,
          kind,
          version: 1,
          mailing,
          ...stamp,
          ...additionalAttributes(kind, mailing),
        },
        ConditionExpression: 'attribute_not_exists(PK)',
      },
    },
  };
}

/** Sets only the changed attributes, so the state machine's wait is kept. */
function changedMailingWrite(
  table: Table,
  { kind, stamp }: Writing,
  before: Versioned<Mailing>,
  after: Mailing,
): Write {
  const beside = additionalAttributes(kind, after);
  const names = Object.keys(beside);
  const obsolete = Object.keys(additionalAttributes(kind, before.mailing)).filter((name) => !(name in beside));
  const sets = [
    'mailing = :mailing',
    `${SHAPE_VERSION} = :shape`,
    'version = :next',
    ...names.map((name) => `#${name} = :${name}`),
  ];
  return {
    name: MAILING,
    item: {
      Update: {
        TableName: table.name,
        Key: { PK: mailingPartition(after.account_id, kind), SK: after.id },
        UpdateExpression: `SET ${sets.join(', ')}${obsolete.length > 0 ? ` REMOVE ${obsolete.join(', ')}` : ''}`,
        ConditionExpression: 'version = :version',
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ':mailing': after,
          ':shape': stamp[SHAPE_VERSION],
          ':version': before.version,
          ':next': before.version + 1,
          ...Object.fromEntries(Object.entries(beside).map(([name, value]) => [`:${name}`, value])),
        },
      },
    },
  };
}

/** Attributes beside a mailing: the keys of its indexes, and the values that conditions of its state machine compare. */
function additionalAttributes(kind: MailingKind, mailing: Mailing): Record<string, string> {
  const { id, account_id, status, reference } = mailing;
  const due = mailing.kind === 'letter' ? letterDueAt(mailing) : null;
  return {
    status,
    ...(due !== null && { due_at: new Date(due).toISOString() }),
    GSI1PK: mailingStatusPartition(account_id, kind, status),
    GSI1SK: id,
    ...(reference !== null && {
      GSI2PK: mailingReferencePartition(account_id, kind, reference),
      GSI2SK: id,
      GSI4PK: mailingReferenceStatusPartition(account_id, kind, reference, status),
      GSI4SK: id,
    }),
    ...workKeys(mailing),
  };
}

/**
 * The place of a mailing in the work index. A mailing waits for one reader at a time, so one index serves all: the next
 * print batch, then the check for delays at the print house, and finally the lookup of a registered letter's code or of the
 * days until a verification was confirmed. A sandbox's mailing is never in the places of the print house.
 */
function workKeys(mailing: Mailing): Record<string, string> {
  const { id, account_id, status } = mailing;
  const days = mailing.kind === 'verification' && status === 'verified' ? daysToConfirm(mailing) : null;
  if (days !== null) return { GSI3PK: confirmedPartition(account_id), GSI3SK: confirmedPlace(id, days) };
  if (status === 'received' || status === 'in_production' || status === 'printed') {
    if (producerOf(mailing) === 'simulator') return { GSI3PK: simulatedPartition(shardOf(id)), GSI3SK: id };
    if (status === 'received') return { GSI3PK: toPrintPartition(shardOf(id)), GSI3SK: id };
    // The same place for both: a changed key would cost another write of the index.
    return { GSI3PK: inProductionPartition(shardOf(id)), GSI3SK: id };
  }
  const code = trackingCodeOf(mailing);
  return code === null ? {} : { GSI3PK: trackingPartition(code), GSI3SK: id };
}

/** Where a list without `recipient` and `tracking_code` is read. */
function listSource(accountId: string, kind: MailingKind, { status, reference }: MailingFilter): Source {
  const base = mailingPartition(accountId, kind);
  if (reference !== undefined && status !== undefined) {
    return { index: 'GSI4', partition: mailingReferenceStatusPartition(accountId, kind, reference, status), base };
  }
  if (reference !== undefined) {
    return { index: 'GSI2', partition: mailingReferencePartition(accountId, kind, reference), base };
  }
  if (status !== undefined) {
    return { index: 'GSI1', partition: mailingStatusPartition(accountId, kind, status), base };
  }
  return { partition: base };
}
