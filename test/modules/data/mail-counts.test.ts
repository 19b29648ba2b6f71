import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { openInvitations } from '../../../lib/adapters/data/accounts/invitations.ts';
import { openMailCounts } from '../../../lib/adapters/data/accounts/mail-counts.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { mailLimits } from '../../../lib/core/domain/mail-limits.ts';
import type { Invitation } from '../../../lib/core/domain/people.ts';
import { useTable } from '../../support/dynamodb.ts';

/** Limits of mails, which no removal resets (rule DASH-17). */

const table = useTable();
const DAY = 86_400_000;
/** An hour after a UTC day began. */
const NOW = Date.UTC(2026, 0, 5, 1);
const DISTANCE = mailLimits.secondsBetween * 1000;

const newAccount = () => createId('account', NOW, randomBytes);
const newEmail = () => `${createId('person', NOW, randomBytes)}@example.com`;
const invitations = () => openInvitations(table());
const counts = () => openMailCounts(table());

function invitationOf(account_id: string, email: string, created_at: number): Invitation {
  const id = createId('person', created_at, randomBytes);
  return { account_id, id, email, name: null, role: 'viewer', invited_by: 'Ana', created_at };
}

describe('invitations of an account', () => {
  test('to one address keep their distance, also after the first was withdrawn', async () => {
    const [accountId, email] = [newAccount(), newEmail()];
    const first = invitationOf(accountId, email, NOW);
    expect(await invitations().add(first)).toBe('done');
    expect(await invitations().end(first)).toBe(true);
    expect(await invitations().add(invitationOf(accountId, email, NOW + DISTANCE - 1))).toBe('too_many');
    expect(await invitations().repeat({ accountId, email, now: NOW + DISTANCE - 1 })).toBe('too_many');
    expect(await invitations().wait({ accountId, email, now: NOW + DISTANCE - 90_000 })).toBe(90);
    expect(await invitations().find(accountId, email)).toBeUndefined();
    expect(await invitations().add(invitationOf(accountId, email, NOW + DISTANCE))).toBe('done');
    // Another account, and another address, do not wait.
    expect(await invitations().add(invitationOf(newAccount(), email, NOW))).toBe('done');
    expect(await invitations().add(invitationOf(accountId, newEmail(), NOW + DISTANCE))).toBe('done');
  });

  test(`are at most ${mailLimits.invitationsADay} a day`, async () => {
    const accountId = newAccount();
    const repeat = (now: number) => invitations().repeat({ accountId, email: newEmail(), now });
    for (let count = 1; count < mailLimits.invitationsADay; count++) expect(await repeat(NOW)).toBe('done');
    expect((await Promise.all([repeat(NOW), repeat(NOW)])).toSorted()).toEqual(['done', 'too_many']);
    expect(await invitations().wait({ accountId, email: newEmail(), now: NOW })).toBe(23 * 3600);
    expect(await repeat(NOW + DAY)).toBe('done');
  });
});

describe('mails to an address', () => {
  test.each(Object.entries(mailLimits.toAddressADay))('of the kind %s are at most %i a day', async (kind, most) => {
    const type = kind as keyof typeof mailLimits.toAddressADay;
    const email = newEmail();
    const take = (mail: string, now = NOW) => counts().take(type, email, mail, now);
    for (let count = 0; count < most; count++) expect(await take(`mail-${count}`)).toBe(true);
    expect(await take('one-more')).toBe(false);
    // A mail that is tried again is the same mail.
    expect(await take('mail-0')).toBe(true);
    expect(await take('one-more', NOW + DAY)).toBe(true);
  });
});

describe('an address', () => {
  test('refuses invitations by a link that was sent to it, while the link works', async () => {
    const [email, other] = [newEmail(), newEmail()];
    await counts().newOptOutLink(email, 'token-of-the-link', NOW);
    expect(await counts().optOut('another-token', NOW)).toBe(false);
    expect(await counts().optOut('token-of-the-link', NOW + mailLimits.optOutLinkDays * DAY)).toBe(false);
    expect(await counts().isOptedOut(email)).toBe(false);
    expect(await counts().optOut('token-of-the-link', NOW)).toBe(true);
    expect(await counts().optOut('token-of-the-link', NOW + 1)).toBe(true);
    expect([await counts().isOptedOut(email), await counts().isOptedOut(other)]).toEqual([true, false]);
  });
});
