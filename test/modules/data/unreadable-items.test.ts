import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, jest, test } from '@jest/globals';
import { openActivities } from '../../../lib/adapters/data/accounts/activities.ts';
import { openApiKeys } from '../../../lib/adapters/data/accounts/api-keys.ts';
import { openApiRequests } from '../../../lib/adapters/data/accounts/api-requests.ts';
import { openInvitations } from '../../../lib/adapters/data/accounts/invitations.ts';
import { openPeople } from '../../../lib/adapters/data/accounts/people.ts';
import { openSessions } from '../../../lib/adapters/data/accounts/sessions.ts';
import { openLetterBatches } from '../../../lib/adapters/data/mailings/letter-batches.ts';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openMailMerges } from '../../../lib/adapters/data/mailings/mail-merges.ts';
import { openMailingSearch } from '../../../lib/adapters/data/mailings/mailing-search.ts';
import { letterShape } from '../../../lib/adapters/data/mailings/mailing-shapes.ts';
import {
  mailingsInProduction,
  mailingsInStatus,
  mailingsToPrint,
  mailingsToSimulate,
} from '../../../lib/adapters/data/mailings/mailings.ts';
import { openPrintBatches } from '../../../lib/adapters/data/mailings/print-batches.ts';
import { indexRecipients } from '../../../lib/adapters/data/mailings/recipient-index.ts';
import { spendingsOf } from '../../../lib/adapters/data/money/key-spending.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { passOnEvents } from '../../../lib/adapters/data/table/event-stream.ts';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import * as keys from '../../../lib/adapters/data/table/keys.ts';
import { SHAPE_VERSION } from '../../../lib/adapters/data/table/stored.ts';
import { type ItemSetAside, openTable, type Table } from '../../../lib/adapters/data/table/table.ts';
import { openDeliveries } from '../../../lib/adapters/data/webhooks/deliveries.ts';
import { openWaitingDeliveries } from '../../../lib/adapters/data/webhooks/waiting-deliveries.ts';
import { openWebhookEndpoints } from '../../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { createId, type IdKind } from '../../../lib/core/domain/ids.ts';
import { placesOf } from '../../../lib/core/domain/recipient-names.ts';
import { DAY_MS } from '../../../lib/core/domain/units.ts';
import type { MailMergeRow } from '../../../lib/core/schemas/mail-merge.ts';
import { sha256 } from '../../../lib/core/sha256.ts';
import { useTable } from '../../support/dynamodb.ts';
import { letterSample } from '../../support/samples.ts';

/**
 * An item that cannot be read, because it is damaged or a newer release wrote it, stops nothing but itself. Each reader
 * of several items meets one before a good one, sets it aside, and still returns the good one.
 */

const NOW = Date.UTC(2026, 10, 5, 12);
const DATA = join(import.meta.dirname, '../../../lib/adapters/data');
const table = useTable();
const tools = { now: () => NOW, randomBytes };
const stored = JSON.parse(readFileSync(join(import.meta.dirname, 'stored-values.json'), 'utf8')) as Record<
  string,
  object[]
>;
/** A value of each shape with these fields. */
const value = (shape: string, fields: object = {}) => ({ ...stored[shape]![0]!, ...fields });
const expires_at_epoch = (NOW + DAY_MS) / 1000;
const dueText = new Date(NOW - 1).toISOString();

/** What identifies the items of one case. */
interface Place {
  account: string;
  /** A time-ordered id. */
  id: string;
}

const apiKeyItem = ({ account: account_id, id }: Place) => ({
  ...keys.apiKeyKey(id),
  kind: 'api_key',
  api_key: value('storedApiKey', { id, account_id }),
  GSI1PK: keys.apiKeysPartition(account_id),
  GSI1SK: id,
});
type Item = Record<string, unknown> & keys.Key;

interface Reader {
  file: string;
  kind: IdKind;
  /** The good item. */
  item: (place: Place) => Item;
  /** Further items that the good one needs. */
  beside?: (place: Place) => Item[];
  /** Where the bad item differs from the good one; default: its sort key. */
  differs?: 'PK';
  /** @returns the ids of what it read */
  read: (own: Table, place: Place) => Promise<readonly string[]>;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
const page = { limit: 10 };

async function idsIn(pages: AsyncIterable<readonly { mailing: { id: string } }[]>): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of pages) ids.push(...rows.map(({ mailing }) => mailing.id));
  return ids;
}

const letter = ({ account: account_id, id }: Place, work: object = {}): Item => ({
  PK: keys.mailingPartition(account_id, 'letter'),
  SK: id,
  kind: 'letter',
  version: 1,
  mailing: letterSample({ id, account_id, created_at: NOW }),
  [SHAPE_VERSION]: 1,
  GSI1PK: keys.mailingStatusPartition(account_id, 'letter', 'received'),
  GSI1SK: id,
  ...work,
});
const mailMerge = ({ account: account_id, id }: Place): Item => ({
  ...keys.mailMergeKey(account_id, id),
  kind: 'mail_merge',
  version: 1,
  mail_merge: value('storedMailMerge', { id, account_id, status: 'sending', created_at: NOW }),
  GSI1PK: keys.confirmedMailMergesPartition(account_id),
  GSI1SK: id,
  GSI3PK: keys.MAIL_MERGES_IN_PROGRESS,
  GSI3SK: dueText,
});
const row = ({ account, id }: Place): Item => ({
  ...keys.mailMergeRowKey(account, id, 1),
  kind: 'mail_merge_row',
  row: value('storedMailMergeRow', { row: 1, state: 'refused' }),
});
const delivery = ({ account: account_id, id: event_id }: Place, work: object = {}): Item => ({
  ...keys.deliveryKey(event_id, `whe_${account_id}`),
  kind: 'webhook_delivery',
  delivery: value('storedDelivery', {
    event_id,
    endpoint_id: `whe_${account_id}`,
    account_id,
    attempt: 0,
    attempts: [],
    due_at: NOW - 1,
  }),
  GSI1PK: keys.endpointDeliveriesPartition(`whe_${account_id}`),
  GSI1SK: event_id,
  expires_at_epoch,
  ...work,
});
const event = ({ account: account_id, id }: Place): Item => ({
  PK: keys.eventsPartition(account_id),
  SK: id,
  kind: 'event',
  type: 'letter.posted',
  account_id,
  object_id: 'ltr_1',
  body: '{}',
  created_at_ms: NOW,
  expires_at_epoch,
});
const endpoint = ({ account: account_id, id }: Place): Item => ({
  ...keys.webhookEndpointKey(account_id, id),
  kind: 'webhook_endpoint',
  endpoint: value('storedWebhookEndpoint', { id, account_id }),
  GSI3PK: keys.RESUMED_ENDPOINTS_PARTITION,
  GSI3SK: id,
});
const ledgerEntry = ({ account: account_id, id }: Place): Item => ({
  PK: keys.ledgerPartition(account_id),
  SK: id,
  kind: 'ledger_entry',
  entry: value('storedLedgerEntry', { id, account_id }),
  GSI2PK: keys.ledgerSourcePartition(account_id, 'ltr_1'),
  GSI2SK: id,
});
const membership = ({ account: account_id, id: person_id }: Place): Item => ({
  ...keys.membershipKey(account_id, person_id),
  kind: 'membership',
  membership: value('storedMembership', { account_id, person_id }),
  GSI1PK: keys.personAccountsPartition(person_id),
  GSI1SK: account_id,
});
const person = ({ id }: Place): Item => ({
  ...keys.personKey(id),
  kind: 'person',
  person: value('storedPerson', { id }),
});
const batched = ({ account: account_id, id }: Place): Item => ({
  ...keys.printBatchMailingKey(`bat_${account_id}`, id),
  kind: 'batched_mailing',
  mailing: value('storedBatchedMailing', { id, account_id }),
});
const invitation = ({ account: account_id, id }: Place): Item => ({
  ...keys.invitationKey(account_id, id),
  kind: 'invitation',
  invitation: value('storedInvitation', { id, account_id }),
  GSI1PK: keys.invitationsToPartition(sha256(`${id}@exemplo.com.br`)),
  GSI1SK: account_id,
});
const endpointOf = ({ account }: Place) => `whe_${account}`;

const readers: Readonly<Record<string, Reader>> = {
  'what the restricted keys of an account have ordered': {
    file: 'key-spending',
    kind: 'api_key',
    item: ({ account, id }) => ({
      ...keys.apiKeySpendingKey(account, id),
      kind: 'api_key_spending',
      spending: value('storedKeySpending'),
    }),
    read: async (own, { account, id }) => ((await spendingsOf(own, account))(id) ? [id] : []),
  },
  'mailings by the name of their recipient': {
    file: 'filtered-page',
    kind: 'letter',
    item: letter,
    beside: ({ account, id }) =>
      [id, before(id)].map((SK) => ({
        PK: keys.recipientPartition(account, 'letter', placesOf('Ana')[0]!),
        SK,
        kind: 'recipient',
        words: ['ana'],
      })),
    read: async (own, { account }) =>
      idsOf((await openLetters(own, tools).list(account, page, { recipient: 'ana' })).rows),
  },
  'the mailings that the index of recipients lacks': {
    file: 'recipient-index',
    kind: 'letter',
    item: letter,
    read: async (own, { account, id }) => ((await indexRecipients(own, letterShape, account)) === 1 ? [id] : []),
  },
  'activities of an account': {
    file: 'activities',
    kind: 'activity',
    item: ({ account: account_id, id }) => ({
      ...keys.activityKey(account_id, id),
      kind: 'activity',
      activity: value('storedActivity', { id, account_id, created_at: NOW }),
    }),
    read: async (own, { account }) => idsOf((await openActivities(own).list(account, page, NOW)).rows),
  },
  'API keys of an account': {
    file: 'api-keys',
    kind: 'api_key',
    differs: 'PK',
    item: apiKeyItem,
    read: async (own, { account }) => idsOf(await openApiKeys(own).list(account)),
  },
  'API keys that are counted for the first time': {
    file: 'api-keys',
    kind: 'api_key',
    differs: 'PK',
    item: apiKeyItem,
    read: async (own, { account }) => {
      const { apiKey } = await openApiKeys(own).issue(account, NOW, randomBytes);
      return idsOf(await openApiKeys(own).list(account)).filter((id) => id !== apiKey.id);
    },
  },
  'requests with API keys': {
    file: 'api-requests',
    kind: 'request',
    item: ({ account: account_id, id }) => ({
      ...keys.apiRequestKey(account_id, id),
      kind: 'api_request',
      api_request: value('storedApiRequest', { id, account_id, created_at: NOW, status: 200 }),
    }),
    read: async (own, { account }) =>
      idsOf((await openApiRequests(own).list(account, page, { outcome: '2xx' }, NOW)).rows),
  },
  'due deliveries': {
    file: 'deliveries',
    kind: 'event',
    item: (place) => delivery(place, { GSI3PK: keys.duePartition(0), GSI3SK: dueText }),
    read: async (own) => (await openDeliveries(own, tools.now).due(2)).map(({ event_id }) => event_id),
  },
  'parked deliveries': {
    file: 'deliveries',
    kind: 'event',
    item: (place) => delivery(place, { GSI3PK: keys.parkedPartition(endpointOf(place)), GSI3SK: place.id }),
    read: async (own, place) =>
      (await openDeliveries(own, tools.now).parked(endpointOf(place), 1)).deliveries.map(({ event_id }) => event_id),
  },
  'deliveries to an endpoint': {
    file: 'deliveries',
    kind: 'event',
    item: (place) => delivery(place),
    read: async (own, place) =>
      (await openDeliveries(own, tools.now).log(endpointOf(place), 1)).map(({ delivery: { event_id } }) => event_id),
  },
  'deliveries of an event': {
    file: 'deliveries',
    kind: 'event',
    item: (place) => delivery(place),
    read: async (own, { id }) =>
      (await openDeliveries(own, tools.now).logsOfEvent(id)).map(({ delivery: { event_id } }) => event_id),
  },
  'attempts of a delivery': {
    file: 'deliveries',
    kind: 'event',
    beside: (place) => [delivery(place)],
    item: (place) => ({
      ...keys.deliveryAttemptKey(place.id, endpointOf(place), 1),
      kind: 'webhook_attempt',
      endpoint_id: endpointOf(place),
      attempt: value('storedAttempt', { attempt: 1 }),
      expires_at_epoch,
    }),
    read: async (own, place) => {
      const log = await openDeliveries(own, tools.now).findLog(place.id, endpointOf(place));
      return log!.attempts.map(() => place.id);
    },
  },
  'events of the stream': {
    file: 'event-stream',
    kind: 'event',
    item: event,
    read: async (own, { account, id }) => {
      const passed: string[] = [];
      const image = (fields: object) => ({
        dynamodb: {
          NewImage: Object.fromEntries(
            Object.entries({ PK: keys.eventsPartition(account), ...fields }).map(([name, S]) => [name, { S }]),
          ),
        },
      });
      const good = { SK: id, account_id: account, object_id: 'ltr_1', type: 'letter.posted' };
      await passOnEvents(own, [image({ SK: before(id) }), image(good)], async (notices) => {
        passed.push(...notices.map(({ event_id }) => event_id));
        return [];
      });
      return passed;
    },
  },
  'events of an account': {
    file: 'events',
    kind: 'event',
    item: event,
    read: async (own, { account }) => idsOf((await openEvents(own, tools.now).list(account, page, {})).rows),
  },
  'marks in the outbox': {
    file: 'events',
    kind: 'event',
    item: ({ account: account_id, id }) => ({
      ...keys.outboxKey(id),
      kind: 'outbox_mark',
      account_id,
      object_id: 'ltr_1',
      type: 'letter.posted',
    }),
    read: async (own) => (await openEvents(own, tools.now).unrelayed(NOW, 2)).map(({ event_id }) => event_id),
  },
  'events without a mark': {
    file: 'events',
    kind: 'event',
    item: (place) => ({ ...event(place), GSI3PK: keys.outboxPartition(1), GSI3SK: String(NOW - 1).padStart(15, '0') }),
    read: async (own) => (await openEvents(own, tools.now).unrelayed(NOW, 2)).map(({ event_id }) => event_id),
  },
  'invitations of an account': {
    file: 'invitations',
    kind: 'person',
    item: invitation,
    read: async (own, { account }) => idsOf(await openInvitations(own).list(account)),
  },
  'invitations to an address': {
    file: 'invitations',
    kind: 'person',
    item: invitation,
    read: async (own, { id }) => idsOf(await openInvitations(own).to(`${id}@exemplo.com.br`)),
  },
  'a page of the ledger': {
    file: 'ledger',
    kind: 'balance_transaction',
    item: ledgerEntry,
    read: async (own, { account }) => idsOf((await openLedger(own, tools).list(account, page)).rows),
  },
  'the entries of a mailing': {
    file: 'ledger',
    kind: 'balance_transaction',
    item: ledgerEntry,
    read: async (own, { account }) => idsOf(await openLedger(own, tools).ofSource(account, 'ltr_1')),
  },
  'the whole ledger': {
    file: 'ledger',
    kind: 'balance_transaction',
    item: ledgerEntry,
    read: async (own, { account }) => idsOf(await openLedger(own, tools).all(account)),
  },
  'letters from spreadsheets': {
    file: 'mail-merges',
    kind: 'mail_merge',
    item: mailMerge,
    read: async (own, { account }) => idsOf((await openMailMerges(own, tools).list(account, page)).rows),
  },
  'letters from spreadsheets in progress': {
    file: 'mail-merges',
    kind: 'mail_merge',
    item: mailMerge,
    read: async (own, { account }) =>
      (await openMailMerges(own, tools).inProgress(account)).map(({ mailMerge: { id } }) => id),
  },
  'letters from spreadsheets to look at': {
    file: 'mail-merges',
    kind: 'mail_merge',
    item: mailMerge,
    read: async (own) => (await openMailMerges(own, tools).toLookAt(20)).map(({ mailMerge: { id } }) => id),
  },
  'rows of a slice': {
    file: 'mail-merges',
    kind: 'mail_merge',
    item: row,
    read: async (own, { account: account_id, id: mail_merge_id }) =>
      (await openMailMerges(own, tools).results({ account_id, mail_merge_id, first: 0, last: 9 })).map(
        () => mail_merge_id,
      ),
  },
  'rows that are counted': {
    file: 'mail-merges',
    kind: 'mail_merge',
    item: row,
    read: async (own, { account: account_id, id }) =>
      (await openMailMerges(own, tools).tally({ account_id, id })).refused === 1 ? [id] : [],
  },
  'letters of rows': {
    file: 'mail-merges',
    kind: 'letter',
    item: (place) => letter(place),
    read: async (own, { account, id }) => {
      // The bad letter is the one right before it.
      const rows = [before(id), id].map((letter_id) => ({ letter_id }) as MailMergeRow);
      return [...(await openMailMerges(own, tools).lettersOfRows(account, rows)).keys()];
    },
  },
  'rows of a letter batch': {
    file: 'letter-batches',
    kind: 'mail_merge',
    item: row,
    read: async (own, { account: account_id, id }) =>
      (
        await openLetterBatches(own, tools).rows({ account_id, id }, { after: -1, limit: 10, state: undefined })
      ).rows.map(() => id),
  },
  'letters by tracking code': {
    file: 'mailing-search',
    kind: 'letter',
    item: (place) => letter(place, { GSI3PK: keys.trackingPartition(place.account), GSI3SK: place.id }),
    read: async (own, { account }) => idsOf(await openMailingSearch(own).byTrackingCode(account)),
  },
  'a page of mailings': {
    file: 'mailings',
    kind: 'letter',
    item: (place) => letter(place),
    read: async (own, { account }) => idsOf((await openLetters(own, tools).list(account, page, {})).rows),
  },
  'all mailings of an account': {
    file: 'mailings',
    kind: 'letter',
    item: (place) => letter(place),
    read: async (own, { account }) => idsOf(await openLetters(own, tools).all(account)),
  },
  'mailings in a status': {
    file: 'mailings',
    kind: 'letter',
    item: (place) => letter(place),
    read: (own, { account }) => idsIn(mailingsInStatus(own, account, 'letter', 'received')),
  },
  'mailings to print': {
    file: 'mailings',
    kind: 'letter',
    item: (place) => letter(place, { GSI3PK: keys.toPrintPartition(0), GSI3SK: place.id }),
    read: (own) => idsIn(mailingsToPrint(own)),
  },
  'mailings of sandboxes': {
    file: 'mailings',
    kind: 'letter',
    item: (place) => letter(place, { GSI3PK: keys.simulatedPartition(0), GSI3SK: place.id }),
    read: (own) => idsIn(mailingsToSimulate(own)),
  },
  'mailings in production': {
    file: 'mailings',
    kind: 'letter',
    item: (place) => letter(place, { GSI3PK: keys.inProductionPartition(0), GSI3SK: place.id }),
    read: async (own) => {
      const ids: string[] = [];
      for await (const rows of mailingsInProduction(own)) ids.push(...idsOf(rows));
      return ids;
    },
  },
  'accounts of a person': {
    file: 'people',
    kind: 'person',
    differs: 'PK',
    item: membership,
    read: async (own, { id }) => (await openPeople(own).membershipsOf(id)).map(({ person_id }) => person_id),
  },
  'people of an account, by membership': {
    file: 'people',
    kind: 'person',
    item: membership,
    beside: (place) => [person(place)],
    read: async (own, { account }) => (await openPeople(own).list(account)).map(({ person: { id } }) => id),
  },
  'people of an account': {
    file: 'people',
    kind: 'person',
    differs: 'PK',
    item: person,
    beside: (place) => [membership(place), membership({ ...place, id: before(place.id) })],
    read: async (own, { account }) => (await openPeople(own).list(account)).map(({ person: { id } }) => id),
  },
  'print batches in a state': {
    file: 'print-batches',
    kind: 'print_batch',
    differs: 'PK',
    item: ({ id }) => ({
      ...keys.printBatchKey(id),
      kind: 'print_batch',
      batch: value('storedPrintBatch', { id }),
      GSI3PK: keys.printBatchesPartition('forming'),
      GSI3SK: id,
    }),
    read: async (own) => idsOf(await openPrintBatches(own).inState('forming', 20, 'oldest')),
  },
  'mailings of a print batch': {
    file: 'print-batches',
    kind: 'letter',
    item: batched,
    read: async (own, { account }) => idsOf(await openPrintBatches(own).mailings(`bat_${account}`)),
  },
  'sessions of a person': {
    file: 'sessions',
    kind: 'person',
    differs: 'PK',
    item: ({ id }) => ({
      ...keys.sessionKey(id),
      kind: 'session',
      session: value('storedSession', { person_id: id }),
      GSI1PK: keys.personSessionsPartition(id),
      GSI1SK: id,
    }),
    read: async (own, { id }) => (await openSessions(own).ofPerson(id)).map(({ session }) => session.person_id),
  },
  'sessions that are compared with the provider': {
    file: 'sessions',
    kind: 'person',
    differs: 'PK',
    item: ({ id }) => ({
      ...keys.sessionKey(id),
      kind: 'session',
      session: value('storedSession', { person_id: id }),
      GSI1PK: keys.personSessionsPartition(id),
      GSI1SK: id,
      GSI3PK: keys.SESSIONS_TO_CHECK,
      GSI3SK: keys.instantKey(NOW - 1),
    }),
    read: async (own) => (await openSessions(own).dueForCheck(NOW, 20)).map(({ session }) => session.person_id),
  },
  'waiting deliveries, the first one': {
    file: 'waiting-deliveries',
    kind: 'event',
    item: (place) => waitingItem(place),
    read: async (own, place) => {
      const first = await openWaitingDeliveries(own, tools.now).first(endpointOf(place));
      return first ? [first.event_id] : [];
    },
  },
  'waiting deliveries': {
    file: 'waiting-deliveries',
    kind: 'event',
    item: (place) => waitingItem(place),
    read: async (own, place) =>
      (await openWaitingDeliveries(own, tools.now).take(endpointOf(place), 10)).map(({ event_id }) => event_id),
  },
  'endpoints of an account': {
    file: 'webhook-endpoints',
    kind: 'webhook_endpoint',
    item: endpoint,
    read: async (own, { account }) => idsOf(await openWebhookEndpoints(own).list(account)),
  },
  'resumed endpoints': {
    file: 'webhook-endpoints',
    kind: 'webhook_endpoint',
    item: endpoint,
    read: async (own) => idsOf(await openWebhookEndpoints(own).resumed()),
  },
};

function waitingItem({ account, id: event_id }: Place): Item {
  const endpoint_id = `whe_${account}`;
  return {
    ...keys.waitingKey(endpoint_id, NOW, event_id),
    kind: 'waiting_delivery',
    ...{ event_id, endpoint_id, account_id: account, attempt: 1, due: NOW },
  };
}

/** A key that sorts just before another one. */
function before(key: string): string {
  return key.slice(0, -1) + String.fromCharCode(key.charCodeAt(key.length - 1) - 1);
}

function spoiled(item: Item, differs: 'PK' | 'SK', damage: object): Item {
  return {
    ...item,
    [differs]: before(item[differs]),
    // Newest first or oldest first, it comes before the good one.
    ...(typeof item.GSI1SK === 'string' && { GSI1SK: `${item.GSI1SK}!` }),
    ...(typeof item.GSI3SK === 'string' && { GSI3SK: before(item.GSI3SK) }),
    ...damage,
  };
}

/** The contents of an item: whatever is not a key. */
const emptied = (item: Item) =>
  Object.fromEntries(
    Object.keys(item)
      .filter((name) => !/^(PK|SK|GSI.*|kind|expires_at_epoch|endpoint_id)$/.test(name))
      .map((name) => [name, undefined]),
  );

describe.each(Object.entries(readers))('%s', (_, { file, kind, item, beside, differs, read }) => {
  test.each(['written by a newer release', 'damaged'])('are read behind one that is %s', async (cause) => {
    const asideOf: ItemSetAside[] = [];
    const own: Table = { ...table(), setAside: (each) => asideOf.push(each) };
    const place = { account: createId('account', NOW, randomBytes), id: createId(kind, NOW - 1, randomBytes) };
    const good = item(place);
    const bad = spoiled(good, differs ?? 'SK', cause === 'damaged' ? emptied(good) : { [SHAPE_VERSION]: 99 });
    const all = [...(file === 'event-stream' ? [] : [good, bad]), ...(beside?.(place) ?? [])];
    for (const Item of all) await own.client.send(new PutCommand({ TableName: own.name, Item }));
    expect(await read(own, place)).toContain(place.id);
    expect(asideOf.map(({ partition, sort_key }) => ({ partition, sort_key }))).toContainEqual({
      partition: bad.PK,
      sort_key: bad.SK,
    });
    expect(JSON.stringify(asideOf)).not.toMatch(/Ana|Sé/);
  });
});

/**
 * Readers of several items that fail as a whole, with the reason: all their items belong to one object, and without one
 * of them what they say about it would be wrong.
 */
const whole: Readonly<Record<string, readonly string[]>> = {
  // Numbers that a batch has taken would pass for free ones.
  'carrier-numbers.ts': ['takenShape.read'],
  // An older edition would pass for the newest.
  'evidence.ts': ['shape.read'],
  // The sum of a quote or a refund would be wrong.
  'letter-batches.ts': ['shape.read'],
  // Data of an erased mailing would remain without a word.
  'mailing-traces.ts': ['readEvent', 'uploadShape.read'],
};

describe('no reader of several items is forgotten', () => {
  const sources = globSync('*/*.ts', { cwd: DATA })
    .sort()
    .map((path) => [basename(path), readFileSync(join(DATA, path), 'utf8')] as const);

  test('each either sets items aside, or is known to fail as a whole', () => {
    const found = sources.flatMap(([name, text]) =>
      [...text.matchAll(/\.map\((?:\(item\) => )?(\w*[sS]hape\.read|readEvent|mailingOf)\b/g)].map(([, read]) => [
        name,
        read,
      ]),
    );
    expect(found).toEqual(Object.entries(whole).flatMap(([name, reads]) => reads.map((read) => [name, read])));
  });

  test('each that sets items aside is tried above', () => {
    const tried = Object.values(readers).map(({ file }) => `${file}.ts`);
    for (const [name, text] of sources) {
      if (name === 'queries.ts' || name === 'stored.ts') continue;
      // A first read for the keys of further items reports nothing.
      const calls = [...text.matchAll(/(?<!function )\b(?:readEach|readWork|queryPage)\((?!quiet)/g)].length;
      expect([name, tried.filter((file) => file === name).length >= calls]).toEqual([name, true]);
    }
  });
});

test('one that is set aside by a function is one line, log and metric in one', () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    openTable('malote').setAside({ kind: 'letter', partition: 'P', sort_key: 'S', reason: '#/required/to' });
    expect(write).toHaveBeenCalledTimes(1);
    const line = write.mock.calls[0]![0] as string;
    expect(JSON.parse(line)).toMatchObject({
      level: 'ERROR',
      kind: 'letter',
      partition: 'P',
      sort_key: 'S',
      reason: '#/required/to',
      service: 'table',
      UnreadableItems: 1,
      _aws: { CloudWatchMetrics: [{ Namespace: 'Malote', Dimensions: [['service']] }] },
    });
  } finally {
    write.mockRestore();
  }
});
