import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { openMailMerges } from '../../../lib/adapters/data/mailings/mail-merges.ts';
import { monthStart } from '../../../lib/core/domain/home.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { sandboxIdOf } from '../../../lib/core/domain/sandbox.ts';
import { DAY_MS } from '../../../lib/core/domain/units.ts';
import type { MailMerge } from '../../../lib/core/schemas/mail-merge.ts';
import type { Browser } from '../../support/browser.ts';
import { signedIn } from '../../support/dashboard.ts';
import { moveLetter, moveMoney, sharedTable, storeLetter } from '../../support/internals.ts';
import { letterSample } from '../../support/samples.ts';
import { openCustomer } from '../../support/service.ts';
import { storeVerification } from '../../support/stored-verifications.ts';

const home = async (browser: Browser, accountId: string) => {
  const { status, body } = await browser.ask('GET', `/accounts/${accountId}/home`);
  expect(status).toBe(200);
  return body;
};
const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);
const to = (name: string) => ({ to: { ...letterSample().to, name } });

async function storeMailMerge(accountId: string, fields: Partial<MailMerge>): Promise<string> {
  const at = Date.now();
  const mailMerges = openMailMerges(sharedTable(), { now: () => at, randomBytes });
  const mailMerge: MailMerge = {
    id: createId('mail_merge', at, randomBytes),
    account_id: accountId,
    status: 'draft',
    pause_reason: null,
    filename: 'carta.pdf',
    document_size: 1,
    rows: 300,
    rows_size: 1,
    tally: null,
    created_at: at,
    confirmed_at: null,
  };
  await mailMerges.create(mailMerge);
  const found = (await mailMerges.find(accountId, mailMerge.id))!;
  expect(await mailMerges.move(found, { ...mailMerge, confirmed_at: at, ...fields })).toBe(true);
  return mailMerge.id;
}

describe('GET /home (rule DASH-20)', () => {
  test('a new account has nothing but its first steps', async () => {
    const { id } = await openCustomer();
    const owner = await signedIn(id, 'owner');
    const price = 690;
    const { balance, ...rest } = await home(owner, id);
    expect(rest).toEqual({
      object: 'home',
      letter_price: price,
      letters_covered: Math.floor(balance / price),
      month: { since: expect.stringMatching(/-01T03:00:00Z$/), spent: 0 },
      unsent: [],
      mail_merges: [],
      scheduled: 0,
      expiring: [],
      letters: [],
      verifications: [],
      first_steps: { sender: expect.any(String), has_key: true },
    });
    expect((await home(await signedIn(id, 'viewer'), id)).first_steps.has_key).toBeNull();
    for (const { id: key } of (await owner.ask('GET', `/accounts/${id}/api-keys`)).body.data)
      expect((await owner.ask('DELETE', `/accounts/${id}/api-keys/${key}`)).status).toBe(200);
    expect((await home(owner, id)).first_steps.has_key).toBe(false);
    await storeVerification(id);
    expect((await home(owner, id)).first_steps).toBeNull();
  });

  test('shows what failed or lacked balance this week, the last first, and no cancellation by request', async () => {
    const { id } = await openCustomer();
    const viewer = await signedIn(id, 'viewer');
    const stored = async (name: string, fields: object = {}) =>
      (await storeLetter(id, { ...to(name), ...fields })).letter.id;
    const damaged = await stored('Ana Souza', { created_at: Date.now() - 170 * DAY_MS });
    const unpaid = await stored('Bia Lima', { status: 'scheduled', send_date: '2026-01-02', reached: {} });
    const requested = await stored('Caio Sá');
    const old = { status: 'failed', failure_reason: 'other', created_at: Date.now() - 8 * DAY_MS } as const;
    await stored('Davi Reis', { ...old, reached: { received: old.created_at, failed: old.created_at } });
    await storeLetter(sandboxIdOf(id), { ...to('Eva'), status: 'failed', reached: { failed: Date.now() } });
    await moveLetter(id, damaged, { trigger: 'batch', batch_id: 'bat_1' });
    await moveLetter(id, damaged, { trigger: 'fail', reason: 'damaged_in_production' });
    await moveLetter(id, unpaid, { trigger: 'cancel', reason: 'insufficient_balance' });
    await moveLetter(id, requested, { trigger: 'cancel', reason: 'requested' });

    const { unsent } = await home(viewer, id);
    expect(idsOf(unsent)).toEqual([unpaid, damaged]);
    expect(unsent[0]).toMatchObject({ recipient: 'Bia Lima', cancellation_reason: 'insufficient_balance' });
    expect(unsent[1]).toMatchObject({
      object: 'letter',
      status: 'failed',
      recipient: 'Ana Souza',
      failure_reason: 'damaged_in_production',
      cancellation_reason: null,
      ended_at: expect.stringMatching(/Z$/),
    });
  });

  test('shows the codes that expire within a week, the next first, the open spreadsheets, and counts scheduled letters', async () => {
    const { id } = await openCustomer();
    const viewer = await signedIn(id, 'viewer');
    const now = Date.now();
    const awaiting = async (days: number, status: 'awaiting_code' | 'verified' = 'awaiting_code') => {
      const expires_at = now + days * DAY_MS;
      const created_at = expires_at - 62 * DAY_MS;
      return (await storeVerification(id, { status, created_at, expires_at })).id;
    };
    const [later, next] = [await awaiting(5), await awaiting(1)];
    // As many as are looked at, newer than those.
    for (let more = 0; more < 10; more++) await awaiting(8);
    await awaiting(3, 'verified');
    for (let day = 1; day <= 3; day++) await storeLetter(id, { status: 'scheduled', send_date: '2027-01-02' });
    const sending = await storeMailMerge(id, { status: 'sending' });
    await storeMailMerge(id, { status: 'done' });
    const paused = await storeMailMerge(id, { status: 'paused', pause_reason: 'insufficient_balance' });

    const body = await home(viewer, id);
    expect(idsOf(body.expiring)).toEqual([next, later]);
    expect(body.scheduled).toBe(3);
    expect(body.mail_merges[0]).toEqual({
      id: paused,
      object: 'mail_merge',
      status: 'paused',
      pause_reason: 'insufficient_balance',
      filename: 'carta.pdf',
      rows: 300,
    });
    expect(idsOf(body.mail_merges)).toContain(sending);
    expect(body.mail_merges).toHaveLength(2);
    expect([body.letters.length, body.verifications.length, body.first_steps]).toEqual([3, 6, null]);
  });

  test('says what the month has cost without its refunds, and how many letters the balance pays for', async () => {
    const { id } = await openCustomer({ plan: 'scale' });
    const viewer = await signedIn(id, 'viewer');
    const { balance, letter_price } = await home(viewer, id);
    // The account's own money is of this month.
    const from = Math.max(monthStart(Date.now()), Date.now() - 1_000);
    await moveMoney(id, 'top_up', 100_000, from);
    await moveMoney(id, 'letter', -30_000, from + 1);
    await moveMoney(id, 'verification', -5_000, from + 2);
    await moveMoney(id, 'refund', 10_000, from + 3);
    await moveMoney(id, 'adjustment', -1_000, from + 4);
    const after = await home(viewer, id);
    expect(after.month.spent).toBe(25_000);
    expect(after.balance).toBe(balance + 74_000);
    expect(after.letters_covered).toBe(Math.floor(after.balance / letter_price));
    for (let paid = 0; paid < 30; paid++) await moveMoney(id, 'top_up', 1, Date.now());
    expect((await home(viewer, id)).month.spent).toBeNull();
  });
});
