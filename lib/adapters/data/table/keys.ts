import { lastDigitOfId, lowestId } from '../../../core/domain/ids.ts';
import type { MailingKind } from '../../../core/domain/mailing-fields.ts';

/**
 * Every key of the single table, built from named parts (drawn in docs/architecture.md).
 * Item builders spread these into the item; readers pass them to Get and Query.
 */

export interface Key {
  PK: string;
  SK: string;
}

/** An instant as text that sorts by time. */
export const instantKey = (instant: number) => String(instant).padStart(15, '0');

/** Shards spread the work indexes, because one index key accepts about 1,000 writes a second. */
export const WORK_SHARDS = 16;

/** All accounts, oldest first; only the operator reads them. */
export const ACCOUNTS_PARTITION = 'ACCOUNTS';
/**
 * Short ids do not sort by time, hence the prefix. Old entries are bare long ids that begin with their time; both sort
 * together.
 */
export const accountOrder = ({ id, created_at }: { id: string; created_at: number }) =>
  `${lowestId('account', created_at)}#${id}`;
export const accountPartition = (accountId: string) => `ACCOUNT#${accountId}`;
export const accountOfPartition = (partition: string) => partition.slice(accountPartition('').length);
export const accountKey = (accountId: string): Key => ({ PK: accountPartition(accountId), SK: 'ACCOUNT' });
/** The first account of a company. */
export const cnpjKey = (cnpj: string): Key => ({ PK: `CNPJ#${cnpj}`, SK: 'CNPJ' });
/** The account that owns a host of pages; permanent, because links are printed. */
export const pageHostKey = (host: string): Key => ({ PK: `PAGE_HOST#${host}`, SK: 'PAGE_HOST' });
export const balanceKey = (accountId: string): Key => ({ PK: accountPartition(accountId), SK: 'BALANCE' });

export const ledgerPartition = (accountId: string) => `${accountPartition(accountId)}#LEDGER`;
export const ledgerTypePartition = (accountId: string, type: string) => `${ledgerPartition(accountId)}#TYPE#${type}`;
export const ledgerSourcePartition = (accountId: string, sourceId: string) =>
  `${ledgerPartition(accountId)}#SOURCE#${sourceId}`;

export const correctionsPartition = (accountId: string) => `${accountPartition(accountId)}#CORRECTIONS`;
/** Marks that a credit or adjustment was booked. */
export const correctionKey = (accountId: string, sha256: string): Key => ({
  PK: correctionsPartition(accountId),
  SK: sha256,
});

export const apiKeyKey = (keySha256: string): Key => ({ PK: `API_KEY#${keySha256}`, SK: 'API_KEY' });
export const apiKeysPartition = (accountId: string) => `${accountPartition(accountId)}#API_KEYS`;
/** Marks that a key was created for a reference of the operator. */
export const apiKeyCountKey = (accountId: string): Key => ({ PK: apiKeysPartition(accountId), SK: 'COUNT' });
export const apiKeyReferenceKey = (accountId: string, sha256: string): Key => ({
  PK: `${apiKeysPartition(accountId)}#REFERENCES`,
  SK: sha256,
});

/** Last uses of keys. */
export const apiKeyUsesPartition = (accountId: string) => `${apiKeysPartition(accountId)}#USES`;
export const apiKeyUseKey = (accountId: string, keyId: string): Key => ({
  PK: apiKeyUsesPartition(accountId),
  SK: keyId,
});
/** What restricted keys have ordered. */
export const apiKeySpendingsPartition = (accountId: string) => `${apiKeysPartition(accountId)}#SPENDING`;
export const apiKeySpendingKey = (accountId: string, keyId: string): Key => ({
  PK: apiKeySpendingsPartition(accountId),
  SK: keyId,
});
export const apiRequestsPartition = (accountId: string) => `${accountPartition(accountId)}#REQUESTS`;
export const apiRequestKey = (accountId: string, requestId: string): Key => ({
  PK: apiRequestsPartition(accountId),
  SK: requestId,
});
/** Rejected requests, by class of status. */
export const refusedApiRequestsPartition = (accountId: string, outcome: '4xx' | '5xx') =>
  `${apiRequestsPartition(accountId)}#${outcome}`;

/** A person who signs in to the dashboard. A person can belong to several accounts. */
export const personKey = (personId: string): Key => ({ PK: `PERSON#${personId}`, SK: 'PERSON' });
/** The person of an e-mail address. */
export const personEmailKey = (sha256: string): Key => ({ PK: `PERSON_EMAIL#${sha256}`, SK: 'PERSON_EMAIL' });
/** The person of an issuer and subject. */
export const personIdentityKey = (sha256: string): Key => ({ PK: `PERSON_IDENTITY#${sha256}`, SK: 'PERSON_IDENTITY' });
/** Accounts of a person, by `GSI1SK` = account id. */
export const personAccountsPartition = (personId: string) => `PERSON#${personId}#ACCOUNTS`;
export const peoplePartition = (accountId: string) => `${accountPartition(accountId)}#PEOPLE`;
export const membershipKey = (accountId: string, personId: string): Key => ({
  PK: peoplePartition(accountId),
  SK: personId,
});
/** Invitations of an account: a partition of their own, which earlier releases do not read. */
export const invitationsPartition = (accountId: string) => `${accountPartition(accountId)}#INVITATIONS`;
/** @param emailSha256 of the address: an account invites it once */
export const invitationKey = (accountId: string, emailSha256: string): Key => ({
  PK: invitationsPartition(accountId),
  SK: emailSha256,
});
/** Invitations of an address, by `GSI1SK` = account id. */
export const invitationsToPartition = (emailSha256: string) => `INVITATIONS_TO#${emailSha256}`;
/** Counts of an account's invitation mails: by day, and by address. */
export const mailsOfAccountKey = (accountId: string, of: string): Key => ({
  PK: `${accountPartition(accountId)}#MAILS`,
  SK: of,
});
/** Mails to an address, of all accounts, by kind and day. */
export const mailsToAddressKey = (emailSha256: string, kindAndDay: string): Key => ({
  PK: `MAILS_TO#${emailSha256}`,
  SK: kindAndDay,
});
/** An address that wants no invitations. */
export const mailOptOutKey = (emailSha256: string): Key => ({ PK: `MAIL_OPT_OUT#${emailSha256}`, SK: 'MAIL_OPT_OUT' });
/** A link that ends the invitations to an address. */
export const mailOptOutLinkKey = (tokenSha256: string): Key => ({
  PK: `MAIL_OPT_OUT_LINK#${tokenSha256}`,
  SK: 'MAIL_OPT_OUT_LINK',
});
/** Number of people and owners of an account; it sorts before every person. */
export const peopleCountKey = (accountId: string): Key => ({ PK: peoplePartition(accountId), SK: 'COUNT' });
export const activitiesPartition = (accountId: string) => `${accountPartition(accountId)}#ACTIVITY`;
export const activityKey = (accountId: string, activityId: string): Key => ({
  PK: activitiesPartition(accountId),
  SK: activityId,
});
export const sessionKey = (tokenSha256: string): Key => ({ PK: `SESSION#${tokenSha256}`, SK: 'SESSION' });
/** Sessions about which the provider will be asked, in the work index by when. */
export const SESSIONS_TO_CHECK = 'SESSIONS_TO_CHECK';
/** Sessions of a person, by `GSI1SK` = SHA-256 of the cookie. */
export const personSessionsPartition = (personId: string) => `PERSON#${personId}#SESSIONS`;
/** A sign-in in progress. */

/** The two kinds of mailing live in partitions of the same form. */
const mailingCollections: Readonly<Record<MailingKind, string>> = { letter: 'LETTERS', verification: 'VERIFICATIONS' };
export const mailingPartition = (accountId: string, kind: MailingKind) =>
  `${accountPartition(accountId)}#${mailingCollections[kind]}`;
export const mailingStatusPartition = (accountId: string, kind: MailingKind, status: string) =>
  `${mailingPartition(accountId, kind)}#STATUS#${status}`;
export const mailingReferencePartition = (accountId: string, kind: MailingKind, reference: string) =>
  `${mailingPartition(accountId, kind)}#REFERENCE#${reference}`;
export const mailingReferenceStatusPartition = (
  accountId: string,
  kind: MailingKind,
  reference: string,
  status: string,
) => `${mailingStatusPartition(accountId, kind, status)}#REFERENCE#${reference}`;
/** Recipients with a word that begins so, by mailing id (rule LIST-6). */
export const recipientPartition = (accountId: string, kind: MailingKind, place: string) =>
  `${mailingPartition(accountId, kind)}#RECIPIENT#${place}`;
/** Mailings to a postal code of eight digits, and with a reference whatever its case. */
export const mailingPostalCodePartition = (accountId: string, kind: MailingKind, postalCode: string) =>
  `${mailingPartition(accountId, kind)}#POSTAL_CODE#${postalCode}`;
export const mailingPlainReferencePartition = (accountId: string, kind: MailingKind, reference: string) =>
  `${mailingPartition(accountId, kind)}#PLAIN_REFERENCE#${reference}`;
/** Confirmed verifications; the sort key contains the days until confirmation. */
export const confirmedPartition = (accountId: string) => `${mailingPartition(accountId, 'verification')}#CONFIRMED`;
export const confirmedPlace = (verificationId: string, days: number) => `${verificationId}#${days}`;
export const readConfirmedPlace = (place: string): { id: string; days: number } => {
  const [id = '', days] = place.split('#');
  return { id, days: Number(days) };
};
/** Evidence of a mailing: an item per edition, oldest first. */
export const evidencePartition = (accountId: string, mailingId: string) =>
  `${accountPartition(accountId)}#EVIDENCE#${mailingId}`;
export const evidenceKey = (accountId: string, mailingId: string, edition: number): Key => ({
  PK: evidencePartition(accountId, mailingId),
  SK: String(edition).padStart(6, '0'),
});
/** The verification whose hosted page a token opens. */
export const pageKey = (pageToken: string): Key => ({ PK: `PAGE#${pageToken}`, SK: 'PAGE' });
/** The letter that an authenticity number stands on. */
export const authenticityNumberKey = (number: string): Key => ({ PK: `AUTHENTICITY#${number}`, SK: 'AUTHENTICITY' });
/** Tries on hosted pages by subject and time window. */
export const pageTriesKey = (subject: string, window: number): Key => ({
  PK: `PAGE_TRIES#${subject}`,
  SK: String(window),
});

/** Mailings waiting for a print batch. */
export const toPrintPartition = (shard: number) => `PRINT#${shard}`;
/** Mailings of sandboxes until they are posted; only the simulated print house reads them. */
export const simulatedPartition = (shard: number) => `SANDBOX#${shard}`;
/** Mailings at the print house. */
export const inProductionPartition = (shard: number) => `PRODUCTION#${shard}`;
/** Letters with a tracking code, which need no more work. Carriers reuse codes after years. */
export const trackingPartition = (trackingCode: string) => `TRACKING#${trackingCode}`;
/** A tracking code in use. */
export const trackingCodeKey = (codeSha256: string): Key => ({
  PK: `TRACKING_CODE#${codeSha256}`,
  SK: 'TRACKING_CODE',
});

export const uploadKey = (accountId: string, uploadId: string): Key => ({
  PK: `${accountPartition(accountId)}#UPLOADS`,
  SK: uploadId,
});

export const mailMergesPartition = (accountId: string) => `${accountPartition(accountId)}#MAIL_MERGES`;
export const mailMergeKey = (accountId: string, mailMergeId: string): Key => ({
  PK: mailMergesPartition(accountId),
  SK: mailMergeId,
});
/** Mail merges that a person has confirmed. */
export const confirmedMailMergesPartition = (accountId: string) => `${mailMergesPartition(accountId)}#CONFIRMED`;
/** Mail merges whose rows are being sent or canceled, in the work index by the time of the next look at them. */
export const MAIL_MERGES_IN_PROGRESS = 'MAIL_MERGES_IN_PROGRESS';
export const mailMergeRowsPartition = (accountId: string, mailMergeId: string) =>
  `${mailMergesPartition(accountId)}#${mailMergeId}`;
/** The result of a row; sorts by row: a letter comes after all digits, so six digits come after five. */
export const mailMergeRowKey = (accountId: string, mailMergeId: string, row: number): Key => ({
  PK: mailMergeRowsPartition(accountId, mailMergeId),
  SK: row < 100_000 ? String(row).padStart(5, '0') : `A${row}`,
});
/** What is known of a hundred rows of a letter batch; sorts by slice. */
export const letterBatchSlicesPartition = (accountId: string, mailMergeId: string) =>
  `${mailMergeRowsPartition(accountId, mailMergeId)}#SLICES`;
export const letterBatchSliceKey = (accountId: string, mailMergeId: string, slice: number): Key => ({
  PK: letterBatchSlicesPartition(accountId, mailMergeId),
  SK: String(slice).padStart(4, '0'),
});
/** The letters of a letter batch, by their ids. */
export const letterBatchLettersPartition = (accountId: string, mailMergeId: string) =>
  `${mailingPartition(accountId, 'letter')}#LETTER_BATCH#${mailMergeId}`;

export const eventsPartition = (accountId: string) => `${accountPartition(accountId)}#EVENTS`;
export const eventTypePartition = (accountId: string, type: string) => `${eventsPartition(accountId)}#TYPE#${type}`;
export const eventObjectPartition = (accountId: string, objectId: string) =>
  `${eventsPartition(accountId)}#OBJECT#${objectId}`;
export const eventObjectTypePartition = (accountId: string, objectId: string, type: string) =>
  `${eventObjectPartition(accountId, objectId)}#TYPE#${type}`;
export const outboxPartition = (shard: number | '*') => `OUTBOX#${shard}`;
/** Marks an event that is not relayed to the bus yet. */
export const outboxKey = (eventId: string): Key => ({ PK: outboxPartition(shardOf(eventId)), SK: eventId });

export const idempotencyKey = (accountId: string, keySha256: string): Key => ({
  PK: `${accountPartition(accountId)}#KEYS`,
  SK: keySha256,
});
/**
 * Each pending charge contains all writes of its call, is deleted in a transaction, and is polled until it is gone. One
 * partition could handle fifty a second only for the smallest letters.
 */
export const PENDING_SHARDS = 4;
/** Charges of an account that wait for a group commit, oldest first. */
export const pendingChargesPartition = (accountId: string, shard: number | '*') =>
  `${accountPartition(accountId)}#PENDING_CHARGES${shard}`;
export const pendingChargeKey = (accountId: string, instant: number, callId: string): Key => ({
  PK: pendingChargesPartition(accountId, pendingShardOf(callId)),
  SK: `${instantKey(instant)}#${callId}`,
});
/** @param text ends with the id of the call */
export const pendingShardOf = (text: string) => lastDigitOfId(text) % PENDING_SHARDS;
/** Pending charges of all accounts in the work index, by the time from when no function can still wait for them. */
export const abandonedChargesPartition = (shard: number | string) => `PENDING_CHARGES#${shard}`;
/** The call that is committing them. */
export const groupLeaderKey = (accountId: string): Key => ({ PK: accountPartition(accountId), SK: 'GROUP_LEADER' });
/** The outcome of a call without an Idempotency-Key. */
export const callKey = (requestId: string): Key => ({ PK: `CALL#${requestId}`, SK: 'CALL' });
export const requestCountKey = (accountId: string, second: number): Key => ({
  PK: `${accountPartition(accountId)}#RATE`,
  SK: String(second),
});
/** What an account did in a day (UTC) without paying for it; beside the counts of seconds, which the same functions write. */
export const dayCountKey = (accountId: string, name: string, day: number): Key => ({
  ...requestCountKey(accountId, 0),
  SK: `DAY#${day}#${name}`,
});

/** A host that webhook endpoints name, of whatever account, and its calls of a second. */
export const targetHostKey = (sha256: string): Key => ({ PK: `TARGET_HOST#${sha256}`, SK: 'HOST' });
export const targetHostSecondKey = (sha256: string, second: number): Key => ({
  ...targetHostKey(sha256),
  SK: `SECOND#${second}`,
});

export const webhookEndpointsPartition = (accountId: string) => `${accountPartition(accountId)}#WEBHOOKS`;
export const webhookEndpointKey = (accountId: string, endpointId: string): Key => ({
  PK: webhookEndpointsPartition(accountId),
  SK: endpointId,
});

export const deliveryKey = (eventId: string, endpointId: string): Key => ({ PK: `EVENT#${eventId}`, SK: endpointId });
/** Outcome of an attempt; sorts after its delivery in the event's partition. */
export const deliveryAttemptKey = (eventId: string, endpointId: string, attempt: number): Key => ({
  PK: deliveryKey(eventId, endpointId).PK,
  SK: `${endpointId}#${attempt}`,
});
/** Deliveries of an endpoint, newest event first by `GSI1SK` = event id. */
export const endpointDeliveriesPartition = (endpointId: string) => `ENDPOINT#${endpointId}#DELIVERIES`;
/** Deliveries that became due while their endpoint was busy: the run of the endpoint takes them from here. */
export const waitingPartition = (endpointId: string) => `ENDPOINT#${endpointId}#WAITING`;
/** Sorts by due time. */
export const waitingKey = (endpointId: string, due: number, eventId: string): Key => ({
  PK: waitingPartition(endpointId),
  SK: `${instantKey(due)}#${eventId}`,
});
/** Deliveries waiting for an attempt, by the time of their next sweep. */
export const duePartition = (shard: number) => `DUE#${shard}`;

/** Deliveries to a paused endpoint, by event id in the work index. The sweep ignores this partition. */
export const parkedPartition = (endpointId: string) => `PARKED#${endpointId}`;
/**
 * Resumed endpoints that may have parked deliveries; in the work index with the due deliveries, for the same sweep.
 */
export const RESUMED_ENDPOINTS_PARTITION = 'DUE#RESUMED_ENDPOINTS';

export const printBatchPartition = (batchId: string) => `BATCH#${batchId}`;
export const printBatchKey = (batchId: string): Key => ({ PK: printBatchPartition(batchId), SK: 'BATCH' });
/** A batch's mailings share its partition: the manifest needs a strongly consistent read of the claimed ones. */
export const printBatchMailingKey = (batchId: string, mailingId: string): Key => ({
  PK: printBatchPartition(batchId),
  SK: mailingId,
});
/** Finds the batch and account of a mailing; print reports contain only its id. */
export const batchedMailingPartition = (mailingId: string) => `MAILING#${mailingId}`;
/** Batches by state in the work index. */
export const printBatchesPartition = (state: string) => `BATCHES#${state}`;

/** The card and version of the carrier profile in use. */
export const currentCarrierProfileKey: Key = { PK: 'CARRIER', SK: 'CURRENT' };
export const carrierProfilesPartition = (card: string) => `CARRIER#${card}#PROFILES`;
export const carrierProfileKey = (card: string, version: number): Key => ({
  PK: carrierProfilesPartition(card),
  SK: String(version).padStart(6, '0'),
});
/** The next lot of a posting card. */
export const carrierLotKey = (card: string): Key => ({ PK: `CARRIER#${card}#LOT`, SK: 'LOT' });
/** The stock of object numbers. */
export const CARRIER_LABELS_PARTITION = 'CARRIER_LABELS';
export const carrierLabelsKey = (prefix: string): Key => ({ PK: CARRIER_LABELS_PARTITION, SK: prefix });
/** Object numbers of a prefix that batches have taken, by the first one. */
export const takenLabelsPartition = (prefix: string) => `CARRIER_LABELS#${prefix}#TAKEN`;
export const takenLabelsKey = (prefix: string, first: number): Key => ({
  PK: takenLabelsPartition(prefix),
  SK: String(first).padStart(8, '0'),
});

/** The shard of an id. Ids are spread evenly: they end with one of 32 random characters. */
export function shardOf(id: string): number {
  return lastDigitOfId(id) % WORK_SHARDS;
}
