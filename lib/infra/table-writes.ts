import {
  accountPartition,
  activitiesPartition,
  apiKeyKey,
  apiKeysPartition,
  apiKeySpendingsPartition,
  apiKeyUsesPartition,
  apiRequestsPartition,
  authenticityNumberKey,
  callKey,
  CARRIER_LABELS_PARTITION,
  carrierLotKey,
  correctionsPartition,
  deliveryKey,
  eventsPartition,
  evidencePartition,
  idempotencyKey,
  invitationsPartition,
  ledgerPartition,
  letterBatchLettersPartition,
  mailingPartition,
  mailMergeRowsPartition,
  mailMergesPartition,
  mailOptOutKey,
  mailOptOutLinkKey,
  mailsOfAccountKey,
  mailsToAddressKey,
  outboxPartition,
  pageKey,
  pageTriesKey,
  pendingChargesPartition,
  peoplePartition,
  personEmailKey,
  personIdentityKey,
  personKey,
  printBatchPartition,
  recipientPartition,
  requestCountKey,
  sessionKey,
  takenLabelsPartition,
  targetHostKey,
  trackingCodeKey,
  uploadKey,
  waitingPartition,
  webhookEndpointsPartition,
} from '../adapters/data/table/keys.ts';
import { sandboxIdOf } from '../core/domain/sandbox.ts';

/** Item operations. A transaction needs the permissions of the operations in it. */
type WriteAction = 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'ConditionCheckItem' | 'BatchWriteItem';

/** Actions on partitions, given as IAM patterns: `*` matches any characters. */
type Grants = Partial<Record<WriteAction, readonly string[]>>;

/** The account, its balance and the leader of its charges share one partition; permissions cannot tell them apart. */
const OWN_ITEMS = accountPartition('*');
/** Every sandbox, and nothing else: no other id ends like theirs. */
const SANDBOXES = sandboxIdOf('*');
const SANDBOXES_OWN_ITEMS = accountPartition(SANDBOXES);
const EVENTS = eventsPartition('*');
const OUTBOX = outboxPartition('*');
const LETTERS = mailingPartition('*', 'letter');
const VERIFICATIONS = mailingPartition('*', 'verification');
const RECIPIENTS = (['letter', 'verification'] as const).map((kind) => recipientPartition('*', kind, '*'));
const BATCHES = printBatchPartition('*');
const MAIL_MERGES = mailMergesPartition('*');
const MAIL_MERGE_ROWS = mailMergeRowsPartition('*', '*');
const ENDPOINTS = webhookEndpointsPartition('*');
const ANSWERS = idempotencyKey('*', '').PK;
const ACTIVITIES = activitiesPartition('*');
const PEOPLE = peoplePartition('*');
const INVITATIONS = invitationsPartition('*');
const SESSIONS = sessionKey('*').PK;
const AUTHENTICITY_NUMBERS = authenticityNumberKey('*').PK;
const PENDING_CHARGES = pendingChargesPartition('*', '*');

const letterChanges: Grants = { UpdateItem: [LETTERS], PutItem: [EVENTS, OUTBOX] };
const verificationChanges: Grants = { UpdateItem: [VERIFICATIONS], PutItem: [EVENTS, OUTBOX] };
const money: Grants = { PutItem: [OWN_ITEMS, ledgerPartition('*')], ConditionCheckItem: [OWN_ITEMS] };

/** What functions write to the table, by purpose. */
const purposes = {
  requestCounts: { UpdateItem: [requestCountKey('*', 0).PK] },
  /** When a dashboard session was last seen. */
  sessionNotes: { UpdateItem: [SESSIONS] },
  activities: { PutItem: [ACTIVITIES], UpdateItem: [ACTIVITIES], DeleteItem: [ACTIVITIES] },
  /** What is written down when it is done. */
  newActivities: { PutItem: [ACTIVITIES] },
  sessions: { PutItem: [SESSIONS], UpdateItem: [SESSIONS], DeleteItem: [SESSIONS] },
  /** People whose sessions all end. */
  endedSessions: { UpdateItem: [personKey('*').PK] },
  apiKeys: {
    PutItem: [apiKeyKey('*').PK, apiKeySpendingsPartition('*')],
    UpdateItem: [apiKeyKey('*').PK, apiKeysPartition('*')],
  },
  /** What a key is restricted to. */
  keyRestrictions: {
    PutItem: [apiKeySpendingsPartition('*')],
    UpdateItem: [apiKeyKey('*').PK, apiKeySpendingsPartition('*')],
  },
  revokedApiKeys: { UpdateItem: [apiKeyKey('*').PK, apiKeysPartition('*')] },
  /** Requests with API keys, and when the keys were used last. */
  apiRequests: { BatchWriteItem: [apiRequestsPartition('*')], UpdateItem: [apiKeyUsesPartition('*')] },
  accounts: { UpdateItem: [OWN_ITEMS] },
  logos: { UpdateItem: [OWN_ITEMS], PutItem: [OWN_ITEMS], DeleteItem: [OWN_ITEMS] },
  /** People who sign in, of whatever account. */
  people: {
    PutItem: [personKey('*').PK, personEmailKey('*').PK, personIdentityKey('*').PK],
    UpdateItem: [personKey('*').PK],
  },
  /** Places of people in accounts, and invitations. */
  memberships: {
    PutItem: [PEOPLE, INVITATIONS],
    UpdateItem: [PEOPLE, INVITATIONS],
    DeleteItem: [PEOPLE, INVITATIONS],
  },
  /** Whether who sent an invitation may still invite. */
  inviters: { ConditionCheckItem: [PEOPLE] },
  /** Who sends an invitation again. */
  renewedInvitations: { UpdateItem: [INVITATIONS] },
  /** Counts of an account's invitations. */
  invitationMails: { UpdateItem: [mailsOfAccountKey('*', '').PK] },
  /** Counts of mails by address, and links in them. */
  mails: { UpdateItem: [mailsToAddressKey('*', '').PK], PutItem: [mailOptOutLinkKey('*').PK] },
  mailOptOuts: { PutItem: [mailOptOutKey('*').PK] },
  /** The outcomes of calls without an Idempotency-Key. */
  outcomes: { PutItem: [callKey('*').PK] },
  /** The same, and idempotency records. */
  answers: { PutItem: [ANSWERS, callKey('*').PK], UpdateItem: [ANSWERS], DeleteItem: [ANSWERS] },
  uploads: { PutItem: [uploadKey('*', '').PK] },
  /** The marks of an upload: the hash of the file that a quote accepted, the mailing that took its document from it. */
  usedUploads: { UpdateItem: [uploadKey('*', '').PK] },
  letterChanges,
  verificationChanges,
  /** A letter's place in the index of recipients, after an edit. */
  movedRecipients: { PutItem: RECIPIENTS, DeleteItem: RECIPIENTS },
  money,
  /**
   * Charges and refunds of calls. The leader of a group commits the charges of the others in the account, so each function that
   * joins a group may write everything that any of them may (lib/adapters/data/money/group-leader.ts).
   */
  charges: merge([
    letterChanges,
    verificationChanges,
    money,
    {
      PutItem: [
        LETTERS,
        VERIFICATIONS,
        ...RECIPIENTS,
        pageKey('*').PK,
        AUTHENTICITY_NUMBERS,
        PENDING_CHARGES,
        apiKeySpendingsPartition('*'),
      ],
      UpdateItem: [uploadKey('*', '').PK, PENDING_CHARGES, MAIL_MERGES],
      DeleteItem: [OWN_ITEMS, PENDING_CHARGES],
    },
  ]),
  /** Outbox marks without an event, which start work. */
  announcements: { PutItem: [OUTBOX] },
  newMailMerges: { PutItem: [MAIL_MERGES] },
  /** A person's confirmation or cancellation, with the outbox mark that starts work on the rows. */
  mailMergeMoves: { UpdateItem: [MAIL_MERGES], PutItem: [OUTBOX] },
  /** Letters from a spreadsheet and of letter batches, each with the result of its row; findings of dry runs. */
  mailMergeLetters: merge([
    letterChanges,
    money,
    {
      PutItem: [LETTERS, ...RECIPIENTS, AUTHENTICITY_NUMBERS, MAIL_MERGE_ROWS, letterBatchLettersPartition('*', '*')],
      UpdateItem: [MAIL_MERGES, MAIL_MERGE_ROWS],
    },
  ]),
  /** An edition is written once and never changed. */
  evidence: { PutItem: [evidencePartition('*', '*')] },
  /** The writes of the simulated print house, which reach no live mailing. */
  sandboxChanges: {
    UpdateItem: [mailingPartition(SANDBOXES, 'letter'), mailingPartition(SANDBOXES, 'verification')],
    PutItem: [eventsPartition(SANDBOXES), OUTBOX],
  },
  /** Play money, and refunds of it. */
  sandboxMoney: {
    PutItem: [SANDBOXES_OWN_ITEMS, ledgerPartition(SANDBOXES), correctionsPartition(SANDBOXES)],
    ConditionCheckItem: [SANDBOXES_OWN_ITEMS],
  },
  /** Personal data of mailings, and its copies elsewhere (lib/operations/mailings/erase-mailing.ts). */
  erasures: {
    UpdateItem: [
      LETTERS,
      VERIFICATIONS,
      EVENTS,
      ANSWERS,
      AUTHENTICITY_NUMBERS,
      uploadKey('*', '').PK,
      deliveryKey('*', '').PK,
    ],
    PutItem: [deliveryKey('*', '').PK, evidencePartition('*', '*')],
    DeleteItem: RECIPIENTS,
  },
  trackingCodes: { PutItem: [trackingCodeKey('*').PK] },
  printBatches: { PutItem: [BATCHES], UpdateItem: [BATCHES], DeleteItem: [BATCHES] },
  /** How often the authenticity number of a letter was looked up. */
  lookUps: { UpdateItem: [AUTHENTICITY_NUMBERS] },
  /** The stock of object numbers, and lots. */
  carrierNumbers: { PutItem: [CARRIER_LABELS_PARTITION, takenLabelsPartition('*'), carrierLotKey('*').PK] },
  pageTries: { UpdateItem: [pageTriesKey('*', 0).PK] },
  relayedEvents: { UpdateItem: [EVENTS, OUTBOX] },
  fannedOutEvents: { DeleteItem: [OUTBOX] },
  /** Charges whose functions died. */
  abandonedCharges: { DeleteItem: [PENDING_CHARGES] },
  deliveries: { PutItem: [deliveryKey('*', '').PK] },
  waitingDeliveries: { BatchWriteItem: [waitingPartition('*')] },
  /** Hosts of endpoints and documents, and their calls by the second. */
  targetHosts: { UpdateItem: [targetHostKey('*').PK] },
  newEndpoints: { PutItem: [ENDPOINTS], UpdateItem: [ENDPOINTS], ConditionCheckItem: [OWN_ITEMS] },
  editedEndpoints: { UpdateItem: [ENDPOINTS] },
  removedEndpoints: { UpdateItem: [ENDPOINTS], DeleteItem: [ENDPOINTS] },
  /** The mark of paused endpoints that are being resumed. */
  resumedEndpoints: { UpdateItem: [ENDPOINTS] },
  /** The run that calls an endpoint, its health, and the event about it. */
  endpointRuns: { UpdateItem: [ENDPOINTS], PutItem: [EVENTS, OUTBOX] },
} satisfies Record<string, Grants>;

export type WritePurpose = keyof typeof purposes;

export interface WriteStatement {
  actions: string[];
  conditions: Record<string, { 'dynamodb:LeadingKeys': string[] }>;
}

/**
 * Permissions to write for these purposes only; with `sparesSandboxes`, only to live accounts. `dynamodb:LeadingKeys`
 * is the partition key of each item that a request writes
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html), also of each operation
 * in a transaction (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html).
 */
export function writeStatements(
  names: readonly WritePurpose[],
  { sparesSandboxes = false }: { sparesSandboxes?: boolean } = {},
): WriteStatement[] {
  const grants = merge(names.map((name) => purposes[name]));
  const spared = sparesSandboxes ? [SANDBOXES_OWN_ITEMS, `${SANDBOXES_OWN_ITEMS}#*`] : [];
  return Object.entries(grants).flatMap(([action, partitions]) => {
    const actions = [`dynamodb:${action}`];
    const own = partitions.filter((pattern) => ownItems.has(pattern));
    const beneath = partitions.filter((pattern) => !ownItems.has(pattern));
    const statements: WriteStatement[] = [];
    if (beneath.length > 0) statements.push({ actions, conditions: writing(beneath, spared) });
    // All other partitions of an account start with the same prefix.
    const others = own.map((pattern) => `${pattern}#*`);
    if (own.length > 0) statements.push({ actions, conditions: writing(own, [...others, ...spared]) });
    return statements;
  });
}

const ownItems: ReadonlySet<string> = new Set([OWN_ITEMS, SANDBOXES_OWN_ITEMS]);

const writing = (partitions: readonly string[], except: readonly string[]): WriteStatement['conditions'] => ({
  'ForAllValues:StringLike': leading(partitions),
  ...(except.length > 0 && { 'ForAllValues:StringNotLike': leading(except) }),
});

const leading = (patterns: readonly string[]) => ({ 'dynamodb:LeadingKeys': [...patterns].sort() });

function merge(all: readonly Grants[]): Grants {
  const merged: Partial<Record<WriteAction, string[]>> = {};
  for (const grants of all) {
    for (const [action, partitions] of Object.entries(grants) as [WriteAction, readonly string[]][])
      merged[action] = [...new Set([...(merged[action] ?? []), ...partitions])];
  }
  return merged;
}
