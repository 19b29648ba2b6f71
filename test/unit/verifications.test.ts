import { describe, expect, test } from '@jest/globals';
import { pageStateOf } from '../../lib/core/domain/confirmation-page.ts';
import { type VerificationStatus, verificationStatuses } from '../../lib/core/domain/verification-statuses.ts';
import {
  canShareLocation,
  codeFileNeededUntil,
  confirmedByApi,
  daysToConfirm,
  isOverdue,
  moveVerification,
  previewOfVerification,
  type Verification,
  verificationDueAt,
  verificationMoney,
  type VerificationMove,
  verificationNotice,
} from '../../lib/core/domain/verifications.ts';
import { confirmerSample, verificationSample } from '../support/samples.ts';

const DAY = 86_400_000;
const POSTED = Date.parse('2026-03-10T15:00:00.789Z');
const EXPIRES = Date.parse('2026-05-09T15:00:00Z');

/** A verification in a status, with the fields it has at that point. */
function inStatus(status: VerificationStatus, fields: Partial<Verification> = {}): Verification {
  const posted = !['received', 'in_production', 'canceled'].includes(status);
  return verificationSample({
    status,
    created_at: POSTED - DAY,
    ...(posted && { expires_at: EXPIRES, reached: { awaiting_code: POSTED } }),
    ...(status === 'verified' && {
      confirmation: { ...confirmerSample, confirmed_at: POSTED + DAY, precise_location: null },
    }),
    ...fields,
  });
}

const moves: VerificationMove[] = [
  { trigger: 'cancel' },
  { trigger: 'give_up' },
  { trigger: 'batch', batch_id: 'bat_1' },
  { trigger: 'post' },
  { trigger: 'confirm', confirmer: confirmedByApi },
  { trigger: 'refuse_code', confirmer: confirmedByApi },
];

/** The state table, written out (rule VER-10). */
const allowed: Record<VerificationStatus, Partial<Record<VerificationMove['trigger'], VerificationStatus>>> = {
  received: { cancel: 'canceled', give_up: 'canceled', batch: 'in_production' },
  in_production: { cancel: 'revoked', give_up: 'canceled', post: 'awaiting_code' },
  awaiting_code: { cancel: 'revoked', confirm: 'verified', refuse_code: 'awaiting_code' },
  verified: { cancel: 'revoked' },
  failed: {},
  expired: {},
  canceled: {},
  revoked: {},
};

describe('verification transitions', () => {
  for (const status of verificationStatuses) {
    for (const move of moves) {
      const to = allowed[status][move.trigger];
      test(`${status} + ${move.trigger} → ${to ?? 'nothing'}`, () => {
        const at = POSTED + DAY;
        const moved = moveVerification(inStatus(status), move, at);
        expect(moved?.status).toBe(to);
        if (to && to !== status) expect(moved?.reached[to]).toBe(at);
      });
    }
  }

  test('posting starts 60 days, counted from the second that is shown', () => {
    const posted = moveVerification(inStatus('in_production'), { trigger: 'post' }, POSTED)!;
    expect(posted).toMatchObject({ status: 'awaiting_code', expires_at: EXPIRES, reached: { awaiting_code: POSTED } });
  });

  test('each wrong code uses an attempt, the fifth locks', () => {
    let verification = inStatus('awaiting_code');
    for (const left of [4, 3, 2, 1]) {
      verification = moveVerification(
        verification,
        { trigger: 'refuse_code', confirmer: confirmedByApi },
        POSTED + left,
      )!;
      expect(verification).toMatchObject({ status: 'awaiting_code', attempts_remaining: left });
      expect(verification.reached.awaiting_code).toBe(POSTED);
    }
    expect(moveVerification(verification, { trigger: 'confirm', confirmer: confirmedByApi }, POSTED + 9)).toMatchObject(
      {
        status: 'verified',
        attempts_remaining: 1,
      },
    );
    const locked = moveVerification(verification, { trigger: 'refuse_code', confirmer: confirmedByApi }, POSTED + 9)!;
    expect(locked).toMatchObject({ status: 'failed', attempts_remaining: 0, reached: { failed: POSTED + 9 } });
    expect(
      moveVerification(locked, { trigger: 'refuse_code', confirmer: confirmedByApi }, POSTED + 10),
    ).toBeUndefined();
  });

  test('a code counts until the last millisecond; after that only the expiry can happen', () => {
    const awaiting = inStatus('awaiting_code');
    const possible = (at: number) =>
      [...moves.slice(4), { trigger: 'expire' } as const].map((move) => moveVerification(awaiting, move, at)?.status);
    expect(possible(EXPIRES - 1)).toEqual(['verified', 'awaiting_code', undefined]);
    expect(possible(EXPIRES)).toEqual([undefined, undefined, 'expired']);
    expect(moveVerification(inStatus('verified'), { trigger: 'expire' }, EXPIRES)).toBeUndefined();
  });

  test('the notice of expiry is given once, in the last seven days, while the code is awaited', () => {
    const notice: VerificationMove = { trigger: 'give_notice' };
    const awaiting = inStatus('awaiting_code');
    const due = EXPIRES - 7 * DAY;
    expect(verificationDueAt(awaiting)).toBe(due);
    expect(moveVerification(awaiting, notice, due - 1)).toBeUndefined();
    expect(moveVerification(awaiting, notice, EXPIRES)).toBeUndefined();
    const noticed = moveVerification(awaiting, notice, due)!;
    expect(noticed).toEqual({ ...awaiting, notice_at: due });
    expect(verificationDueAt(noticed)).toBe(EXPIRES);
    expect(moveVerification(noticed, notice, due + 1)).toBeUndefined();
    expect(verificationNotice(awaiting, noticed)).toBe('verification.expiring');
    expect(verificationNotice(noticed, { ...noticed, status: 'awaiting_code' })).toBeUndefined();
    for (const status of verificationStatuses.filter((one) => one !== 'awaiting_code'))
      expect(moveVerification(inStatus(status), notice, due)).toBeUndefined();
  });

  test('the confirmation is kept when it is revoked', () => {
    const verified = moveVerification(
      inStatus('awaiting_code'),
      { trigger: 'confirm', confirmer: confirmerSample },
      POSTED + 5,
    )!;
    const confirmation = { ...confirmerSample, confirmed_at: POSTED + 5, precise_location: null };
    expect(verified.confirmation).toEqual(confirmation);
    const revoked = moveVerification(verified, { trigger: 'cancel' }, POSTED + 6)!;
    expect(revoked).toMatchObject({
      status: 'revoked',
      confirmation,
      reached: { verified: POSTED + 5, revoked: POSTED + 6 },
    });
  });
});

describe('the precise location', () => {
  const location = { latitude: -23.5, longitude: -46.6, accuracy_meters: 10 };
  const share: VerificationMove = {
    trigger: 'share_location',
    location,
    browser_sha256: confirmerSample.browser_sha256,
  };
  const BROWSER = confirmerSample.browser_sha256;
  const CONFIRMED = POSTED + DAY;

  test('is accepted within 30 minutes, once', () => {
    const shared = moveVerification(inStatus('verified'), share, CONFIRMED + 30 * 60_000 - 1)!;
    expect(shared.confirmation!.precise_location).toEqual({ ...location, shared_at: CONFIRMED + 30 * 60_000 - 1 });
    expect(shared.status).toBe('verified');
    expect(moveVerification(shared, share, CONFIRMED + 30 * 60_000 - 1)).toBeUndefined();
    expect(moveVerification(inStatus('verified'), share, CONFIRMED + 30 * 60_000)).toBeUndefined();
  });

  test('is not requested once the verification is revoked or erased, or without a confirmation', () => {
    const verified = inStatus('verified');
    expect(canShareLocation(verified, CONFIRMED, BROWSER)).toBe(true);
    expect(canShareLocation({ ...verified, status: 'revoked' }, CONFIRMED, BROWSER)).toBe(false);
    expect(canShareLocation({ ...verified, erased_at: CONFIRMED }, CONFIRMED, BROWSER)).toBe(false);
    expect(canShareLocation({ ...verified, confirmation: null }, CONFIRMED, BROWSER)).toBe(false);
  });

  test('comes only from the browser that confirmed', () => {
    for (const browser_sha256 of [undefined, '', 'ab12'])
      expect(moveVerification(inStatus('verified'), { ...share, browser_sha256 }, CONFIRMED)).toBeUndefined();
  });

  test('is absent from a check by API', () => {
    const confirmation = { ...confirmedByApi, confirmed_at: CONFIRMED, precise_location: null };
    expect(moveVerification(inStatus('verified', { confirmation }), share, CONFIRMED)).toBeUndefined();
    expect(moveVerification(inStatus('awaiting_code'), share, CONFIRMED)).toBeUndefined();
  });
});

describe('the values of each move', () => {
  test.each<[VerificationStatus, VerificationMove, VerificationStatus, object]>([
    ['received', { trigger: 'cancel' }, 'canceled', {}],
    ['received', { trigger: 'give_up' }, 'canceled', {}],
    ['received', { trigger: 'batch', batch_id: 'bat_1' }, 'in_production', { batch_id: 'bat_1' }],
    ['awaiting_code', { trigger: 'expire' }, 'expired', {}],
  ])('%s + %j', (status, move, to, brought) => {
    const before = inStatus(status);
    const after = moveVerification(before, move, EXPIRES);
    expect(after).toStrictEqual({ ...before, ...brought, status: to, reached: { ...before.reached, [to]: EXPIRES } });
  });

  test('a check by API is recorded as such, without a person', () => {
    expect(confirmedByApi).toEqual({
      method: 'api',
      hosted_page_entry: null,
      ip: null,
      location: null,
      user_agent: null,
      device: null,
      client: null,
    });
  });
});

describe('the file with the code', () => {
  const PRODUCTION = 5 * DAY;

  test.each<[string, VerificationStatus, Verification['reached'], number]>([
    ['its posting', 'awaiting_code', { awaiting_code: 7 }, 7],
    ['its posting, even if it is revoked then', 'revoked', { awaiting_code: 7, revoked: 9 }, 7],
    ['the end of its production, if it is revoked during production', 'revoked', { revoked: 9 }, 9 + PRODUCTION],
    ['its cancellation', 'canceled', { canceled: 9 }, 9],
    ['an unknown instant, while it is produced', 'in_production', { in_production: 9 }, Infinity],
  ])('is needed until %s (rule PRIV-1)', (_, status, reached, until) => {
    expect(codeFileNeededUntil(verificationSample({ status, reached }), PRODUCTION)).toBe(until);
  });
});

describe('times', () => {
  test('the days to confirm are whole ones, from the posting to the confirmation', () => {
    const confirmed = (after: number) =>
      inStatus('verified', {
        confirmation: { ...confirmerSample, confirmed_at: POSTED + after, precise_location: null },
      });
    expect([DAY - 1, DAY, 60 * DAY].map((after) => daysToConfirm(confirmed(after)))).toEqual([0, 1, 60]);
    expect(daysToConfirm(inStatus('awaiting_code'))).toBeNull();
    expect(daysToConfirm({ ...confirmed(DAY), reached: {} })).toBeNull();
  });

  test('one that was never posted is not overdue', () => {
    expect(isOverdue(inStatus('received'), EXPIRES)).toBe(false);
    expect(isOverdue(inStatus('awaiting_code'), EXPIRES - 1)).toBe(false);
    expect(isOverdue(inStatus('awaiting_code'), EXPIRES)).toBe(true);
  });

  test('one that awaits its code is due when its notice is due, every other never', () => {
    const due = verificationStatuses.map((status) => verificationDueAt(inStatus(status)));
    expect(due).toEqual(verificationStatuses.map((status) => (status === 'awaiting_code' ? EXPIRES - 7 * DAY : null)));
  });

  test('its preview is the copy without the code, for 90 days or until it is erased', () => {
    const verification = verificationSample({ id: 'ver_1', created_at: 5 });
    const preview = { file: verification.preview_file, filename: 'ver_1.pdf' };
    expect(previewOfVerification(verification)).toEqual({ ...preview, available_until: 5 + 90 * DAY });
    expect(previewOfVerification({ ...verification, erased_at: 7 })).toEqual({ ...preview, available_until: 7 });
  });
});

describe('money', () => {
  test('is refunded once: a canceled verification that moves no further refunds nothing', () => {
    const canceled = inStatus('canceled');
    expect(verificationMoney(canceled, canceled)).toBeUndefined();
  });

  test.each<[VerificationStatus, VerificationMove, number]>([
    ['received', { trigger: 'cancel' }, 690],
    ['received', { trigger: 'give_up' }, 690],
    ['in_production', { trigger: 'give_up' }, 690],
    ['in_production', { trigger: 'cancel' }, 0],
    ['awaiting_code', { trigger: 'cancel' }, 0],
    ['verified', { trigger: 'cancel' }, 0],
    ['awaiting_code', { trigger: 'confirm', confirmer: confirmedByApi }, 0],
  ])('%s + %j refunds %d', (status, move, amount) => {
    const before = inStatus(status);
    const after = moveVerification(before, move, POSTED + DAY)!;
    expect(verificationMoney(before, after)?.amount ?? 0).toBe(amount);
    if (amount > 0) expect(verificationMoney(before, after)).toMatchObject({ type: 'refund', source_id: before.id });
  });
});

describe('the hosted page', () => {
  const shown = (verification: Verification, now = POSTED + DAY, wrong: string | null = null) =>
    pageStateOf(verification, now, wrong).kind;

  test('has a state for every status', () => {
    expect(verificationStatuses.map((status) => shown(inStatus(status)))).toEqual([
      'on_its_way',
      'on_its_way',
      'code_expected',
      'confirmed',
      'locked',
      'expired',
      'no_longer_valid',
      'no_longer_valid',
    ]);
  });

  test('accepts no code from the second the time is over, whether or not the expiry is stored', () => {
    expect(shown(inStatus('awaiting_code'), EXPIRES - 1)).toBe('code_expected');
    expect(shown(inStatus('awaiting_code'), EXPIRES)).toBe('expired');
  });

  test('shows the attempts left, and offers the location while it can be shared', () => {
    expect(pageStateOf(inStatus('awaiting_code', { attempts_remaining: 2 }), POSTED, '042 371')).toEqual({
      kind: 'code_expected',
      attempts_remaining: 2,
      wrong: '042 371',
      expires_at: EXPIRES,
    });
    const untried = pageStateOf(inStatus('awaiting_code', { attempts_remaining: 5 }), POSTED, '042 371');
    expect(untried).toMatchObject({ kind: 'code_expected', wrong: null });
    const verified = inStatus('verified', { return_url: 'https://loja.test/' });
    const offered = { kind: 'confirmed', return_url: 'https://loja.test/' };
    const state = (at: number, browser?: string) => pageStateOf(verified, at, null, browser);
    const { browser_sha256 } = confirmerSample;
    expect(state(POSTED + DAY, browser_sha256)).toEqual({ ...offered, can_share_location: true, shared: false });
    expect(state(POSTED + DAY)).toEqual({ ...offered, can_share_location: false, shared: false });
    expect(state(POSTED + 2 * DAY, browser_sha256)).toMatchObject({ can_share_location: false, shared: false });
  });
});
