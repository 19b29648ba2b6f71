import { randomBytes } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { openActivities } from '../../../lib/adapters/data/accounts/activities.ts';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openMailingTraces } from '../../../lib/adapters/data/mailings/mailing-traces.ts';
import { batchedMailingWrite } from '../../../lib/adapters/data/mailings/print-batches.ts';
import { takeTrackingCodeWrite, TRACKING_CODE } from '../../../lib/adapters/data/mailings/tracking-codes.ts';
import { openUploads } from '../../../lib/adapters/data/mailings/uploads.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { eventWrites, openEvents } from '../../../lib/adapters/data/table/events.ts';
import { ledgerPartition } from '../../../lib/adapters/data/table/keys.ts';
import { queryAll } from '../../../lib/adapters/data/table/queries.ts';
import { transact } from '../../../lib/adapters/data/table/transactions.ts';
import { createId, type RandomBytes } from '../../../lib/core/domain/ids.ts';
import type { Mailing } from '../../../lib/core/domain/mailings.ts';
import { retention } from '../../../lib/core/domain/retention.ts';
import { DAY_MS } from '../../../lib/core/domain/units.ts';
import type { Upload } from '../../../lib/core/domain/uploads.ts';
import { eventOf } from '../../../lib/core/resources/event.ts';
import { eventFor } from '../../../lib/operations/mailings/move-mailing.ts';
import { useTable } from '../../support/dynamodb.ts';
import { letterSample, verificationSample } from '../../support/samples.ts';
import { newTrackingCode } from '../../support/tracking-codes.ts';

/** What a repeated or late write must not change; `test/programs/faults/mutants.ts` removes each of these conditions. */

const table = useTable();
const NOW = Date.UTC(2026, 0, 5, 12);
const newAccount = () => createId('account', NOW, randomBytes);

describe('an item that is stored once', () => {
  const tools = (bytes: RandomBytes = randomBytes) => ({ now: () => NOW, randomBytes: bytes });
  const asNew = <M extends Mailing>(mailing: M) => ({
    mailing,
    event: eventFor(tools(), mailing, mailing),
    charge: undefined,
    upload: undefined,
  });
  /** Rejected, and the name of the write whose condition failed. */
  const lostAt = (write: string) => ({ name: 'ConditionLost', write });

  test('a letter', async () => {
    const letters = openLetters(table(), tools());
    const letter = letterSample({ account_id: newAccount() });
    await letters.create(asNew(letter));
    await expect(letters.create(asNew({ ...letter, color: true }))).rejects.toMatchObject(lostAt('mailing'));
    expect((await letters.find(letter.account_id, letter.id))!.mailing).toEqual(letter);
  });

  test('the page of a verification', async () => {
    const verifications = openVerifications(table(), tools());
    const [first, second] = [newAccount(), newAccount()].map((account_id) => verificationSample({ account_id }));
    const { page_token, hosted_page_url } = first!;
    await verifications.create(asNew(first!));
    const other = verifications.create(asNew({ ...second!, page_token, hosted_page_url }));
    await expect(other).rejects.toMatchObject(lostAt('page'));
    const owner = { account_id: first!.account_id, verification_id: first!.id };
    expect(await verifications.findPage(page_token!)).toEqual(owner);
  });

  test('an upload', async () => {
    const uploads = openUploads(table());
    const upload: Upload = {
      id: createId('upload', NOW, randomBytes),
      account_id: newAccount(),
      filename: 'carta.pdf',
      size: 1,
      upload_url_expires_at: NOW,
      expires_at: NOW,
      created_at: NOW,
      used_by: null,
    };
    await uploads.create(upload);
    const again = uploads.create({ ...upload, filename: 'outra.pdf' });
    await expect(again).rejects.toMatchObject(lostAt('upload'));
    expect(await uploads.find(upload.account_id, upload.id)).toEqual(upload);
  });

  test('the hash of an upload: the first one stays, and none is stored of an upload that is gone', async () => {
    const uploads = openUploads(table());
    const owner = { account_id: newAccount(), id: createId('upload', NOW, randomBytes) };
    await expect(uploads.pin(owner, 'a'.repeat(64))).rejects.toThrow('conditional');
    expect(await uploads.find(owner.account_id, owner.id)).toBeUndefined();
    const upload = { ...owner, filename: 'carta.pdf', size: 1, upload_url_expires_at: NOW, expires_at: NOW };
    await uploads.create({ ...upload, created_at: NOW, used_by: null });
    expect(await uploads.pin(owner, 'b'.repeat(64))).toBe('b'.repeat(64));
    expect(await uploads.pin(owner, 'c'.repeat(64))).toBe('b'.repeat(64));
  });

  test('an entry of the ledger', async () => {
    const account_id = newAccount();
    const bytes: RandomBytes = (size) => new Uint8Array(size);
    const Item = { PK: ledgerPartition(account_id), SK: createId('balance_transaction', NOW, bytes), kind: 'entry' };
    await table().client.send(new PutCommand({ TableName: table().name, Item }));
    const ledger = openLedger(table(), tools(bytes));
    const move = ledger.move({ account_id, type: 'top_up', amount: 100, source_id: null, description: null });
    await expect(move).rejects.toMatchObject(lostAt('ledger entry'));
    expect(await queryAll(table(), Item.PK)).toEqual([Item]);
    expect((await ledger.balance(account_id)).amount).toBe(0);
  });

  test('an event', async () => {
    const account_id = newAccount();
    const of = {
      id: createId('event', NOW, randomBytes),
      account_id,
      type: 'letter.received',
      created_at: NOW,
    } as const;
    const [first, second] = ['ltr_1', 'ltr_2'].map((id) => eventOf(of, { id }));
    await transact(table(), eventWrites(table(), first!));
    await expect(transact(table(), eventWrites(table(), second!))).rejects.toMatchObject(lostAt('event'));
    expect(await openEvents(table(), () => NOW).find(account_id, of.id)).toEqual(first);
  });

  test('a mailing of a batch', async () => {
    const letter = letterSample({ account_id: newAccount() });
    const batch = createId('print_batch', NOW, randomBytes);
    const write = batchedMailingWrite(table(), batch, letter);
    await transact(table(), [write]);
    await expect(transact(table(), [write])).rejects.toMatchObject(lostAt(write.name));
  });

  test('a tracking code, for as long as carriers do not reuse it', async () => {
    const code = newTrackingCode();
    const take = (now: number) => transact(table(), [takeTrackingCodeWrite(table(), code, now)]);
    await take(NOW);
    const end = NOW + retention.trackingCodeDays * DAY_MS;
    await expect(take(end - DAY_MS)).rejects.toMatchObject(lostAt(TRACKING_CODE));
    await take(end + DAY_MS);
    await expect(take(end + DAY_MS)).rejects.toMatchObject(lostAt(TRACKING_CODE));
  });
});

describe('an item that is gone does not come back', () => {
  test('by an erasure of what it says', async () => {
    const account_id = newAccount();
    const id = createId('event', NOW, randomBytes);
    const event = eventOf({ id, account_id, type: 'letter.received', created_at: NOW }, { id: 'ltr_1' });
    const traces = openMailingTraces(table(), () => NOW);
    await traces.rewriteEvent(event, '{}');
    expect(await openEvents(table(), () => NOW).find(account_id, id)).toBeUndefined();
    await transact(table(), eventWrites(table(), event));
    await traces.rewriteEvent(event, '{}');
    expect((await openEvents(table(), () => NOW).find(account_id, id))!.body).toBe('{}');
  });

  test('by the outcome of an action that was rejected', async () => {
    const activities = openActivities(table());
    const activity = {
      id: createId('activity', NOW, randomBytes),
      account_id: newAccount(),
      person: { id: createId('person', NOW, randomBytes), name: 'Ana' },
      operation: 'letters.cancel',
      created_at: NOW,
    };
    await activities.begin(activity);
    await activities.drop(activity);
    await expect(activities.complete(activity, null)).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
    });
    expect((await activities.list(activity.account_id, { limit: 9 }, NOW)).rows).toEqual([]);
  });
});
