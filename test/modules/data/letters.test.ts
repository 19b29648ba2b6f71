import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { mailingsToPrint } from '../../../lib/adapters/data/mailings/mailings.ts';
import { openPrintBatches } from '../../../lib/adapters/data/mailings/print-batches.ts';
import { openUploads } from '../../../lib/adapters/data/mailings/uploads.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import type { Letter } from '../../../lib/core/domain/letters.ts';
import { moveLetter } from '../../../lib/core/domain/letters.ts';
import { chargeOf } from '../../../lib/core/domain/mailing-fields.ts';
import { sandboxIdOf } from '../../../lib/core/domain/sandbox.ts';
import type { Upload } from '../../../lib/core/domain/uploads.ts';
import { eventOf } from '../../../lib/core/resources/event.ts';
import { useTable } from '../../support/dynamodb.ts';
import { pagesOf } from '../../support/pages.ts';
import { letterSample } from '../../support/samples.ts';
import { newTrackingCode } from '../../support/tracking-codes.ts';

const table = useTable();
const tools = { now: () => Date.now(), randomBytes };
const stores = () => ({
  letters: openLetters(table(), tools),
  ledger: openLedger(table(), tools),
  events: openEvents(table(), tools.now),
  uploads: openUploads(table()),
  batches: openPrintBatches(table()),
});

const newAccount = () => createId('account', Date.now(), randomBytes);
const eventFor = (letter: Letter) =>
  eventOf(
    {
      id: createId('event', Date.now(), randomBytes),
      account_id: letter.account_id,
      type: `letter.${letter.status}`,
      created_at: Date.now(),
    },
    { id: letter.id },
  );
const newLetter = (letter: Letter, upload?: Upload) => ({
  mailing: letter,
  event: eventFor(letter),
  charge: chargeOf(letter),
  upload,
});

async function fundedAccount(amount: number): Promise<string> {
  const account = newAccount();
  await stores().ledger.move({ account_id: account, type: 'top_up', amount, source_id: null, description: null });
  return account;
}

describe('creating a letter', () => {
  test('stores the letter, its event and its charge together', async () => {
    const { letters, ledger, events } = stores();
    const account = await fundedAccount(1_000);
    const letter = letterSample({ account_id: account });
    await letters.create(newLetter(letter));
    expect((await letters.find(account, letter.id))?.mailing).toEqual(letter);
    expect((await ledger.balance(account)).amount).toBe(1_000 - letter.price.total);
    expect((await events.list(account, { limit: 10 }, {})).rows.map((event) => event.object_id)).toEqual([letter.id]);
  });

  test('without the balance stores nothing', async () => {
    const { letters, ledger, events } = stores();
    const account = await fundedAccount(689);
    const letter = letterSample({ account_id: account });
    await expect(letters.create(newLetter(letter))).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(await letters.find(account, letter.id)).toBeUndefined();
    expect((await ledger.balance(account)).amount).toBe(689);
    expect((await events.list(account, { limit: 10 }, {})).rows).toEqual([]);
  });

  test('an upload serves one letter: of ten concurrent requests, one succeeds and is charged', async () => {
    const { letters, ledger, uploads } = stores();
    const account = await fundedAccount(100_000);
    const now = Date.now();
    const upload: Upload = {
      id: createId('upload', now, randomBytes),
      account_id: account,
      filename: 'carta.pdf',
      size: 1,
      upload_url_expires_at: now,
      expires_at: now + 1_000_000,
      created_at: now,
      used_by: null,
    };
    await uploads.create(upload);
    const made = Array.from({ length: 10 }, () => letterSample({ account_id: account }));
    const outcomes = await Promise.allSettled(made.map((letter) => letters.create(newLetter(letter, upload))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await ledger.balance(account)).amount).toBe(100_000 - 690);
    const stored = (await letters.all(account)).map((letter) => letter.id);
    expect(stored).toEqual([(await uploads.find(account, upload.id))!.used_by]);
  });
});

describe('changing a letter', () => {
  test('twice from the same read rejects the later change, which writes nothing', async () => {
    const { letters, events } = stores();
    const account = await fundedAccount(1_000);
    const letter = letterSample({ account_id: account });
    await letters.create(newLetter(letter));
    const before = (await letters.find(account, letter.id))!;
    const failed = moveLetter(letter, { trigger: 'fail', reason: 'other' }, 5)!;
    const canceled = moveLetter(letter, { trigger: 'cancel', reason: 'requested' }, 5)!;
    expect(await letters.change({ before, after: failed, events: [eventFor(failed)], money: [] })).toBe(true);
    expect(await letters.change({ before, after: canceled, events: [eventFor(canceled)], money: [] })).toBe(false);
    expect((await letters.find(account, letter.id))!.mailing.status).toBe('failed');
    expect((await events.list(account, { limit: 10 }, {})).rows).toHaveLength(2);
  });

  test('a letter that joins a batch leaves the work index and is found only by its id', async () => {
    const { letters, batches } = stores();
    const account = await fundedAccount(1_000);
    const letter = letterSample({ account_id: account });
    await letters.create(newLetter(letter));
    const waits = async () => (await pagesOf(mailingsToPrint(table()))).some(({ mailing }) => mailing.id === letter.id);
    expect(await waits()).toBe(true);
    const before = (await letters.find(account, letter.id))!;
    const after = moveLetter(letter, { trigger: 'batch', batch_id: 'bat_test' }, 5)!;
    await letters.change({ before, after, events: [eventFor(after)], money: [] });
    expect(await waits()).toBe(false);
    expect(await batches.findMailing(letter.id)).toEqual({
      id: letter.id,
      account_id: account,
      batch_id: 'bat_test',
      order: {
        file: letter.print_file,
        pages: 1,
        sheets: 1,
        color: false,
        double_sided: false,
        address_placement: 'first_page',
        postal_services: [],
      },
    });
    expect((await batches.mailings('bat_test')).map((mailing) => mailing.id)).toContain(letter.id);
  });
});

describe('listing letters', () => {
  test('newest first, by status, by reference, between dates, page by page', async () => {
    const { letters } = stores();
    const account = await fundedAccount(100_000);
    const made = Array.from({ length: 6 }, (_, index) =>
      letterSample({
        account_id: account,
        created_at: 1_000_000 + index * 1_000,
        reference: index < 2 ? 'contrato 1' : null,
      }),
    );
    for (const letter of made) await letters.create(newLetter(letter));
    const ids = made.map((letter) => letter.id).reverse();
    const listed = async (...request: Parameters<typeof letters.list> extends [string, ...infer Rest] ? Rest : never) =>
      (await letters.list(account, ...request)).rows.map((letter) => letter.id);

    const first = await letters.list(account, { limit: 4 }, {});
    expect(first.rows.map((letter) => letter.id)).toEqual(ids.slice(0, 4));
    expect(await listed({ limit: 4, after: first.next! }, {})).toEqual(ids.slice(4));
    expect(await listed({ limit: 10 }, { reference: 'contrato 1' })).toEqual(ids.slice(4));
    expect(await listed({ limit: 10 }, { status: 'received' })).toEqual(ids);
    expect(await listed({ limit: 10 }, { status: 'posted' })).toEqual([]);
    expect(await listed({ limit: 10 }, { status: 'received', reference: 'contrato 1' })).toEqual(ids.slice(4));
    expect(await listed({ limit: 10 }, { status: 'posted', reference: 'contrato 1' })).toEqual([]);
    expect(await listed({ limit: 10, createdAfter: 1_002_000, createdBefore: 1_004_000 }, {})).toEqual(ids.slice(2, 4));
    expect(await listed({ limit: 10, createdAfter: 1_004_000, createdBefore: 1_002_000 }, {})).toEqual([]);
  });

  test('by tracking code, in a sandbox as in a live account', async () => {
    const { letters } = stores();
    const live = await fundedAccount(100_000);
    const tracking_code = newTrackingCode();
    for (const account_id of [live, sandboxIdOf(live)]) {
      const posted = letterSample({ account_id, status: 'posted', tracking_code });
      await letters.create({ ...newLetter(posted), charge: undefined });
      const { rows, next } = await letters.list(account_id, { limit: 1 }, { tracking_code });
      expect([rows, next]).toEqual([[posted], null]);
    }
  });
});
