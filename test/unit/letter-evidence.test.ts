import { describe, expect, test } from '@jest/globals';
import { erasedLetter } from '../../lib/core/domain/erasure.ts';
import {
  isLetterEvidenceStatus,
  LETTER_EVIDENCE_EVENTS,
  letterHistoryOf,
  letterLimitsOf,
} from '../../lib/core/domain/letter-evidence.ts';
import { letterStatuses } from '../../lib/core/domain/letter-statuses.ts';
import type { Letter, LetterMove } from '../../lib/core/domain/letters.ts';
import { checkEvidence } from '../../lib/core/evidence/check.ts';
import { checkLetter } from '../../lib/core/evidence/check-letter.ts';
import type { StoredEvidence } from '../../lib/core/schemas/evidence.ts';
import type { LetterEvidenceResource } from '../../lib/core/schemas/letter-evidence.ts';
import { sha256 } from '../../lib/core/sha256.ts';
import { eraseEvidence } from '../../lib/operations/evidence/erase-evidence.ts';
import { freezeEvidence } from '../../lib/operations/evidence/freeze-evidence.ts';
import { letterEvidenceReport } from '../../lib/texts/evidence/letter-report.ts';
import { evidenceSample, newEvidenceSigner } from '../support/evidence.ts';
import { LETTER_CREATED, letterEvidenceDeps, livedLetter, toPosted } from '../support/letter-evidence.ts';
import { letterSample } from '../support/samples.ts';

const file = Buffer.from('%PDF-1.7 the very print file');
const { signer, key } = newEvidenceSigner();
const keys = { keys: [key] };

const freeze = (letter: Letter, editions?: StoredEvidence[]) =>
  freezeEvidence(letterEvidenceDeps({ signer, letter: () => letter, editions }), letter.account_id, letter.id);
const check = (evidence: object) => checkEvidence(JSON.stringify(evidence), keys);

describe('evidence of a letter (rules EVI-9 to EVI-12)', () => {
  test('is valid unchanged, and with any one byte changed is rejected', async () => {
    const evidence = await freeze(livedLetter(file));
    expect(check(evidence)).toMatchObject({
      ok: true,
      shown: ['recipient', 'sender', 'order', 'pages', 'posting'],
      erased: [],
    });
    const bytes = Buffer.from(JSON.stringify(evidence));
    const passed: number[] = [];
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      if (checkEvidence(changed.toString(), keys).ok) passed.push(at);
    }
    expect(passed).toEqual([]);
  });

  test('names the person of the dashboard who ordered it', async () => {
    const letter = livedLetter(file);
    const { statement } = await freeze({ ...letter, asked: { ...letter.asked!, person_id: 'usr_1' } });
    expect(statement.requested_by).toEqual({ type: 'person', id: 'usr_1' });
  });

  test('is one edition, however often it is asked for', async () => {
    const editions: StoredEvidence[] = [];
    const first = JSON.stringify(await freeze(livedLetter(file, toPosted, { id: 'ltr_1' }), editions));
    expect(JSON.stringify(await freeze(livedLetter(file, toPosted, { id: 'ltr_1' }), editions))).toBe(first);
    expect(editions).toHaveLength(1);
    expect(editions[0]).toMatchObject({ letter_id: 'ltr_1', edition: 1 });
  });

  test('cannot pass for that of a verification, nor the other way round', async () => {
    const [letter, verification] = [await freeze(livedLetter(file)), await evidenceSample()];
    expect(check({ ...letter, object: 'verification_evidence' }).ok).toBe(false);
    expect(check({ ...letter, statement: verification.statement }).ok).toBe(false);
    expect(check({ ...letter, letter_id: undefined, verification_id: letter.letter_id }).ok).toBe(false);
  });

  test('without its personal data still verifies, still knows the letter, and reveals nothing of the person', async () => {
    const editions: StoredEvidence[] = [];
    const letter = livedLetter(file);
    const deps = letterEvidenceDeps({ signer, letter: () => letter, editions });
    const whole = await freezeEvidence(deps, letter.account_id, letter.id);
    await eraseEvidence(deps.evidence, letter.account_id, letter.id);
    const erased = JSON.parse(editions[0]!.body) as LetterEvidenceResource;
    expect(erased.statement).toEqual(whole.statement);
    expect(check(erased)).toMatchObject({
      ok: true,
      shown: [],
      erased: ['recipient', 'sender', 'order', 'pages', 'posting'],
    });
    expect(checkLetter(file, erased.statement)).toBe('same');
    const personal = [
      letter.to.name,
      letter.to.street,
      'contrato 7',
      'AA123456785BR',
      sha256('document'),
      sha256('page 1'),
    ];
    for (const secret of personal) expect(editions[0]!.body).not.toContain(secret);
    expect(await freeze(erasedLetter(letter, LETTER_CREATED), editions)).toEqual(erased);
    expect(JSON.stringify(letterEvidenceReport(JSON.stringify(erased), 'https://x.example'))).toContain(
      'apagado a pedido',
    );
  });

  test('first asked for after an erasure has nothing of the erased letter, and says so', async () => {
    const letter = erasedLetter(livedLetter(file), LETTER_CREATED);
    const { statement } = await freeze(letter);
    expect(statement.letter).toMatchObject({ printed_sha256: null, printed_bytes: null });
    expect(checkLetter(file, statement)).toBe('unknown');
    expect(JSON.stringify(letter)).not.toMatch(new RegExp([sha256('document'), sha256('page 1'), 'AA123'].join('|')));
  });
});

describe('whether a PDF is the letter', () => {
  test('is a matter of every byte', async () => {
    const { statement } = await freeze(livedLetter(file));
    expect(checkLetter(file, statement)).toBe('same');
    for (const other of [file.subarray(1), Buffer.concat([file, Buffer.from('\n')]), Buffer.alloc(0)])
      expect(checkLetter(other, statement)).toBe('other');
    expect(checkLetter(file, (await evidenceSample()).statement)).toBe('not_of_a_letter');
  });
});

describe('the history of a letter', () => {
  const steps = (moves: LetterMove[], fields: Partial<Letter> = {}) =>
    letterHistoryOf(livedLetter(file, moves, fields)).map(({ what }) => what);

  test('has every step in order', () => {
    expect(steps(toPosted)).toEqual(['created', 'charged', 'in_production', 'printed', 'posted']);
    const scheduled = { status: 'scheduled', reached: { scheduled: LETTER_CREATED } } as const;
    expect(steps([{ trigger: 'cancel', reason: 'requested' }], scheduled)).toEqual(['created', 'canceled']);
    expect(steps([{ trigger: 'fail', reason: 'other' }], { edited_at: LETTER_CREATED + 1 })).toEqual([
      'created',
      'charged',
      'edited',
      'failed',
    ]);
  });

  test('ends at every final status, by the event of that status', () => {
    const frozen = letterStatuses.filter(isLetterEvidenceStatus);
    expect(frozen).toEqual(['posted', 'canceled', 'failed']);
    expect(LETTER_EVIDENCE_EVENTS).toEqual(frozen.map((status) => `letter.${status}`));
  });
});

describe('what the evidence of a letter does not prove', () => {
  const shown_pages = { renderer: 'drawer 1', sha256: [] };
  const posted = { status: 'posted', shown_pages } as const;

  test.each<[string, Partial<Letter>, RegExp]>([
    ['a reader', posted, /^Não prova que o destinatário recebeu/],
    ['a delivery without tracking', posted, /não tem rastreamento/],
    ['a tracked delivery', { ...posted, postal_services: ['registered'] }, /registrada pelos Correios/],
    ['what lay in the envelope', posted, /o que a gráfica pôs no envelope/],
    ['a scanned paper', posted, /papel digitalizado/],
    ['a posting after a cancellation', { ...posted, status: 'canceled' }, /não foi impressa nem postada/],
    ['a posting after a failure', { ...posted, status: 'failed' }, /não foi postada/],
    ['pages that were not drawn', { status: 'posted' }, /Não há hash do que cada página mostra/],
    ['the first order, after an edit', { ...posted, edited_at: 1 }, /alterado antes da produção/],
    ['anything, in a sandbox', { ...posted, account_id: 'acc_1sandbox' }, /Não prova nada/],
  ])('names %s', (_, fields, sentence) => {
    expect(letterLimitsOf(letterSample(fields))).toContainEqual(expect.stringMatching(sentence));
  });

  test('says nothing that does not apply', () => {
    expect(letterLimitsOf(letterSample(posted))).toHaveLength(5);
  });
});
