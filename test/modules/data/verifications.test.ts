import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { openLetters } from '../../../lib/adapters/data/mailings/letters.ts';
import { mailingsToPrint } from '../../../lib/adapters/data/mailings/mailings.ts';
import { openPageTries } from '../../../lib/adapters/data/mailings/page-tries.ts';
import { openVerifications } from '../../../lib/adapters/data/mailings/verifications.ts';
import { openLedger } from '../../../lib/adapters/data/money/ledger.ts';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { chargeOf } from '../../../lib/core/domain/mailing-fields.ts';
import type { Mailing } from '../../../lib/core/domain/mailings.ts';
import { confirmedByApi, type Verification, type VerificationMove } from '../../../lib/core/domain/verifications.ts';
import { eventFor } from '../../../lib/operations/mailings/move-mailing.ts';
import { auditAccount } from '../../../lib/operations/money/audit-account.ts';
import { moveVerificationTo } from '../../../lib/operations/verifications/move-verification.ts';
import { useTable } from '../../support/dynamodb.ts';
import { pagesOf } from '../../support/pages.ts';
import { letterSample, verificationSample } from '../../support/samples.ts';

const table = useTable();
const tools = { now: () => Date.now(), randomBytes };
const stores = () => ({
  ...tools,
  letters: openLetters(table(), tools),
  verifications: openVerifications(table(), tools),
  ledger: openLedger(table(), tools),
  events: openEvents(table(), tools.now),
  links: { link: async () => 'https://files.test/preview.pdf' },
});

async function newAccount(amount = 10_000): Promise<string> {
  const account = createId('account', Date.now(), randomBytes);
  await stores().ledger.move({ account_id: account, type: 'top_up', amount, source_id: null, description: null });
  return account;
}

const asNew = <M extends Mailing>(mailing: M) => ({
  mailing,
  event: eventFor(tools, mailing, mailing),
  charge: chargeOf(mailing),
  upload: undefined,
});

async function create(fields: Partial<Verification> = {}): Promise<Verification> {
  const verification = verificationSample({ account_id: await newAccount(), ...fields });
  await stores().verifications.create(asNew(verification));
  return verification;
}

/** Takes a verification through moves, each from where it then stands. */
async function take({ account_id, id }: Verification, ...moves: VerificationMove[]) {
  const { verifications, ...deps } = stores();
  let moved = true;
  for (const move of moves) {
    const found = await verifications.find(account_id, id);
    ({ moved } = await moveVerificationTo({ ...deps, verifications }, found!, move));
  }
  return { moved, mailing: (await verifications.find(account_id, id))!.mailing };
}

const toAwaitingCode: VerificationMove[] = [{ trigger: 'batch', batch_id: 'bat_1' }, { trigger: 'post' }];

describe('creating a verification', () => {
  test('stores it with its charge, its event and its page', async () => {
    const { verifications, ledger, events } = stores();
    const verification = await create();
    const { account_id, id, page_token } = verification;
    expect((await verifications.find(account_id, id))!.mailing).toEqual(verification);
    expect(await verifications.findPage(page_token!)).toEqual({ account_id, verification_id: id });
    const { rows: entries } = await ledger.list(account_id, { limit: 1 });
    expect(entries).toMatchObject([{ type: 'verification', amount: -690, source_id: id }]);
    const { rows } = await events.list(account_id, { limit: 10 }, { object_id: id });
    expect(rows.map(({ type }) => type)).toEqual(['verification.received']);
  });

  test('with method code has no page', async () => {
    const { verifications } = stores();
    const { account_id, id } = await create({ method: 'code', page_token: null, hosted_page_url: null });
    expect((await verifications.find(account_id, id))!.mailing.page_token).toBeNull();
    expect(await verifications.findPage('bcdf-ghjk-mnpq')).toBeUndefined();
  });

  test('rejects a page token that is already used, and then stores nothing', async () => {
    const { verifications, ledger } = stores();
    const { page_token } = await create();
    const account = await newAccount();
    const second = verificationSample({ account_id: account, page_token });
    await expect(verifications.create(asNew(second))).rejects.toMatchObject({ write: 'page' });
    expect(await verifications.find(account, second.id)).toBeUndefined();
    expect((await ledger.balance(account)).amount).toBe(10_000);
  });
});

test('letters and verifications wait for the print house together, and are stored apart', async () => {
  const { letters, verifications } = stores();
  const account = await newAccount();
  const letter = letterSample({ account_id: account });
  const verification = verificationSample({ account_id: account });
  await letters.create(asNew(letter));
  await verifications.create(asNew(verification));
  const waiting = (await pagesOf(mailingsToPrint(table()))).map(({ mailing }) => mailing.id);
  expect(waiting).toEqual(expect.arrayContaining([letter.id, verification.id]));
  expect((await letters.list(account, { limit: 10 }, {})).rows.map(({ id }) => id)).toEqual([letter.id]);
  const listed = await verifications.list(account, { limit: 10 }, { status: 'received' });
  expect(listed.rows.map(({ id }) => id)).toEqual([verification.id]);
});

describe('many at once', () => {
  const outcomes = async (verification: Verification, moves: VerificationMove[]) => {
    const deps = stores();
    const found = (await deps.verifications.find(verification.account_id, verification.id))!;
    return Promise.all(moves.map((move) => moveVerificationTo(deps, found, move)));
  };
  const expectClean = async ({ account_id }: Verification) =>
    expect(await auditAccount({ ...stores(), mailMerges: { inProgress: async () => [] } }, account_id)).toEqual([]);

  test('20 wrong codes: five count, and one event reports the lock', async () => {
    const verification = await create();
    await take(verification, ...toAwaitingCode);
    const wrong = Array.from({ length: 20 }, (): VerificationMove => ({
      trigger: 'refuse_code',
      confirmer: confirmedByApi,
    }));
    const moved = (await outcomes(verification, wrong)).filter(({ moved: counted }) => counted);
    expect(moved.map(({ mailing }) => mailing.attempts_remaining).sort()).toEqual([0, 1, 2, 3, 4]);
    const { rows } = await stores().events.list(verification.account_id, { limit: 20 }, { object_id: verification.id });
    expect(rows.filter(({ type }) => type === 'verification.failed')).toHaveLength(1);
    await expectClean(verification);
  });

  test('right code, cancellation and wrong codes: every outcome is in the state table', async () => {
    for (let round = 0; round < 5; round++) {
      const verification = await create();
      await take(verification, ...toAwaitingCode);
      const moves: VerificationMove[] = [
        { trigger: 'refuse_code', confirmer: confirmedByApi },
        { trigger: 'confirm', confirmer: confirmedByApi },
        { trigger: 'confirm', confirmer: confirmedByApi },
        { trigger: 'cancel' },
        { trigger: 'refuse_code', confirmer: confirmedByApi },
      ];
      const [, first, second, canceled] = await outcomes(verification, moves);
      expect(first!.moved && second!.moved).toBe(false);
      expect(canceled!.moved).toBe(true);
      const { mailing } = await take(verification);
      expect(mailing.status).toBe('revoked');
      expect(mailing.confirmation !== null).toBe(first!.moved || second!.moved);
      await expectClean(verification);
    }
  });

  test('cancellations before production: one refund', async () => {
    const verification = await create();
    const canceled = await outcomes(
      verification,
      Array.from({ length: 10 }, () => ({ trigger: 'cancel' as const })),
    );
    expect(canceled.filter(({ moved }) => moved)).toHaveLength(1);
    expect((await stores().ledger.balance(verification.account_id)).amount).toBe(10_000);
    await expectClean(verification);
  });
});

test('events show the verification without its preview; responses include it', async () => {
  const verification = await create();
  const deps = stores();
  const found = (await deps.verifications.find(verification.account_id, verification.id))!;
  const { resource } = await moveVerificationTo(deps, found, { trigger: 'cancel' });
  expect(resource.preview_url).toBe('https://files.test/preview.pdf');
  const { rows } = await deps.events.list(verification.account_id, { limit: 1 }, {});
  expect(JSON.parse(rows[0]!.body)).toMatchObject({
    type: 'verification.canceled',
    data: { id: verification.id, status: 'canceled', preview_url: null },
  });
});

describe('attempts at pages', () => {
  const NOW = Date.parse('2026-03-10T15:04:00Z');
  const WAIT = 360;

  test('are limited per link, for the rest of ten minutes', async () => {
    const tries = openPageTries(table());
    const taken = await Promise.all(Array.from({ length: 25 }, (_, index) => tries.take('link', `net-${index}`, NOW)));
    expect(taken.filter((wait) => wait === undefined)).toHaveLength(20);
    expect(taken.filter((wait) => wait === WAIT)).toHaveLength(5);
    expect(await tries.take('another link', null, NOW)).toBeUndefined();
    expect(await tries.take('link', null, NOW + WAIT * 1000)).toBeUndefined();
  });

  test('are limited per network address, over all links', async () => {
    const tries = openPageTries(table());
    const taken = await Promise.all(
      Array.from({ length: 105 }, (_, index) => tries.take(`l-${index}`, '10.1.1.1', NOW)),
    );
    expect(taken.filter((wait) => wait === WAIT)).toHaveLength(5);
  });
});
