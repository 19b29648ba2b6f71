import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { openApiKeys } from '../../../lib/adapters/data/accounts/api-keys.ts';
import { openLetterBatches } from '../../../lib/adapters/data/mailings/letter-batches.ts';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { openMailMerges } from '../../../lib/adapters/data/mailings/mail-merges.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import { openWebhookEndpoints } from '../../../lib/adapters/data/webhooks/webhook-endpoints.ts';
import { erasedLetter } from '../../../lib/core/domain/erasure.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import type { Letter } from '../../../lib/core/domain/letters.ts';
import { moveMailMerge } from '../../../lib/core/domain/mail-merges.ts';
import { letterResource } from '../../../lib/core/resources/letter.ts';
import type { MailMerge } from '../../../lib/core/schemas/mail-merge.ts';
import { exportAccount } from '../../../lib/operations/accounts/export-account.ts';
import { eventFor } from '../../../lib/operations/mailings/move-mailing.ts';
import { useTable } from '../../support/dynamodb.ts';
import { accountSample, letterSample } from '../../support/samples.ts';

/** More than a page. */
const LETTERS = 110;
const PAGE = 100;

const table = useTable();
const tools = { now: () => Date.now(), randomBytes };
let account_id: string;
let pagesRead: number;

beforeEach(() => {
  account_id = createId('account', Date.now(), randomBytes);
  pagesRead = 0;
});

async function store(created_at: number): Promise<Letter> {
  const letter = letterSample({ id: createId('letter', created_at, randomBytes), account_id, created_at });
  const event = eventFor(tools, letter, letterResource(letter, null));
  const none = { charge: undefined, upload: undefined };
  await openLetters(table(), tools).create({ mailing: letter, event, ...none });
  return letter;
}

function exported() {
  const letters = openLetters(table(), tools);
  const list: typeof letters.list = (...request) => {
    pagesRead++;
    return letters.list(...request);
  };
  const account = accountSample({ id: account_id });
  const deps = {
    accounts: { find: async () => account, ids: async () => [account_id] },
    ledger: openLedger(table(), tools),
    apiKeys: openApiKeys(table()),
    endpoints: openWebhookEndpoints(table()),
    letters: { list },
    verifications: openVerifications(table(), tools),
    mailMerges: openMailMerges(table(), tools),
    letterBatches: openLetterBatches(table(), tools),
    events: openEvents(table(), tools.now),
  };
  return exportAccount(deps, account_id);
}

test('an export holds one page at a time, and contains each letter once despite concurrent writes', async () => {
  const start = Date.now() - LETTERS;
  const stored = await Promise.all(Array.from({ length: LETTERS }, (_, index) => store(start + index)));
  const oldest = stored[0]!;
  const seen: string[] = [];
  const names: unknown[] = [];
  for await (const object of exported()) {
    if (object.object !== 'letter') continue;
    if (seen.length === 0) {
      // New letters arrive, and one that has not been exported yet is erased.
      await store(Date.now());
      const letters = openLetters(table(), tools);
      const before = (await letters.find(account_id, oldest.id))!;
      const after = erasedLetter(before.mailing, Date.now());
      await letters.change({ before, after, events: [], money: [] });
    }
    const letter = object as ReturnType<typeof letterResource>;
    seen.push(letter.id);
    names.push(letter.to.name);
    expect(pagesRead).toBe(Math.ceil(seen.length / PAGE));
  }
  expect(seen).toEqual(stored.map(({ id }) => id).reverse());
  expect([names.at(-2), names.at(-1)]).toEqual([stored[1]!.to.name, '[apagado]']);
});

test('an export contains the letters from confirmed spreadsheets, with the results of their rows', async () => {
  const mailMerges = openMailMerges(table(), tools);
  const created_at = Date.now();
  const draft = (): MailMerge => ({
    id: createId('mail_merge', created_at, randomBytes),
    account_id,
    status: 'draft',
    pause_reason: null,
    filename: 'carta.pdf',
    document_size: 1,
    rows: 2,
    rows_size: 1,
    tally: null,
    created_at,
    confirmed_at: null,
  });
  const [confirmed, unconfirmed] = [draft(), draft()];
  for (const one of [confirmed, unconfirmed]) await mailMerges.create(one);
  const sending = moveMailMerge(confirmed, {
    to: 'sending',
    at: created_at,
    files: { document_sha256: 'a'.repeat(64), rows_sha256: 'b'.repeat(64) },
  })!;
  await mailMerges.move((await mailMerges.find(account_id, confirmed.id))!, sending);
  await mailMerges.endRow(sending, { row: 1, line: 2, state: 'refused', letter_id: null, total: null, problems: [] });
  const found: object[] = [];
  for await (const object of exported()) if (object.object === 'mail_merge') found.push(object);
  expect(found).toMatchObject([{ id: confirmed.id, status: 'sending', counts: { refused: 1, waiting: 1 } }]);
});
