import { describe, expect, test } from '@jest/globals';
import { EVIDENCE_EVENTS, historyOf, isEvidenceStatus, limitsOf } from '../../lib/core/domain/evidence.ts';
import { verificationStatuses } from '../../lib/core/domain/verification-statuses.ts';
import { confirmedByApi, type Verification } from '../../lib/core/domain/verifications.ts';
import { confirmerSample, verificationSample } from '../support/samples.ts';

const confirmation = { ...confirmerSample, confirmed_at: 50, precise_location: null };
const attempt = { number: 1, entry: 'typed' as const };
const precise_location = { latitude: 1, longitude: 2, accuracy_meters: 3, shared_at: 60 };
const approximate = { country: 'BR', region: null, city: null } as unknown as typeof confirmerSample.location;

describe('the history of a verification (rule EVI-2)', () => {
  const stepsOf = (fields: Partial<Verification>) =>
    historyOf(verificationSample({ created_at: 10, reached: { received: 10 }, ...fields })).map(({ what, at }) => [
      what,
      at,
    ]);

  test('begins with its creation', () => expect(stepsOf({})).toEqual([['created', 10]]));

  test('has every step in order, regardless of the stored order', () => {
    const reached = { received: 10, in_production: 20, awaiting_code: 30, verified: 50, revoked: 70 };
    const attempts = [
      { ...attempt, at: 50, correct: true },
      { ...attempt, at: 40, correct: false },
    ] as unknown as NonNullable<Verification['attempts']>;
    expect(stepsOf({ reached, attempts, confirmation: { ...confirmation, precise_location } })).toEqual([
      ['created', 10],
      ['in_production', 20],
      ['posted', 30],
      ['code_refused', 40],
      ['code_accepted', 50],
      ['location_shared', 60],
      ['revoked', 70],
    ]);
  });

  test('has the accepted code even if an earlier release stored no attempts', () => {
    expect(stepsOf({ confirmation })).toEqual([
      ['created', 10],
      ['code_accepted', 50],
    ]);
  });

  test.each(['failed', 'expired', 'canceled', 'revoked'] as const)('ends when it is %s', (status) => {
    expect(stepsOf({ status, reached: { received: 10, [status]: 20 } })).toEqual([
      ['created', 10],
      [status, 20],
    ]);
  });
});

describe('what evidence does not prove', () => {
  const said = (fields: Partial<Verification>) => limitsOf(verificationSample(fields));
  const always = [/^Não prova quem informou o código/, /não tem rastreamento/, /^A assinatura prova/];

  test.each<[string, Partial<Verification>, RegExp[]]>([
    ['always', {}, always],
    ['of one that was confirmed on the page', { confirmation }, always],
    [
      'of one that the company confirmed',
      { confirmation: { ...confirmation, ...confirmedByApi } },
      [...always, /servidor da empresa/],
    ],
    [
      'of a network’s place',
      { confirmation: { ...confirmation, location: approximate } },
      [...always, /aproximada é a da rede/],
    ],
    [
      'of a device’s place',
      { confirmation: { ...confirmation, precise_location } },
      [...always, /precisa é a que o aparelho informou/],
    ],
    ['of one that was revoked', { reached: { received: 10, revoked: 20 } }, [...always, /empresa revogou/]],
    ['of a sandbox: nothing', { account_id: 'acc_1sandbox' }, [/^É um teste.*123456.*Não prova nada/, ...always]],
  ])('is said %s', (_, fields, sentences) => {
    expect(said(fields)).toEqual(sentences.map((sentence) => expect.stringMatching(sentence)));
  });
});

test('evidence is frozen at every status that ends a verification, by the event of that status', () => {
  const frozen = verificationStatuses.filter(isEvidenceStatus);
  expect(frozen).toEqual(['verified', 'failed', 'expired', 'canceled', 'revoked']);
  expect(EVIDENCE_EVENTS).toEqual(frozen.map((status) => `verification.${status}`));
});
