import type { EvidenceSigner } from '../../lib/adapters/evidence/signer.ts';
import { type Letter, type LetterMove, moveLetter } from '../../lib/core/domain/letters.ts';
import type { StoredEvidence } from '../../lib/core/schemas/evidence.ts';
import { sha256 } from '../../lib/core/sha256.ts';
import { letterEvidence } from '../../lib/operations/evidence/letter-evidence.ts';
import { accountSample, letterSample } from './samples.ts';

export const LETTER_CREATED = Date.parse('2027-03-01T14:00:00Z');

const report = (status: 'printed' | 'posted') => ({
  status,
  at: '2027-03-02T08:00:00-03:00',
  line: JSON.stringify({ status, at: '2027-03-02T08:00:00-03:00' }),
});
export const toPosted: LetterMove[] = [
  { trigger: 'batch', batch_id: 'bat_1' },
  { trigger: 'print', report: report('printed') },
  { trigger: 'post', tracking_code: 'AA123456785BR', report: report('posted') },
];

/** A registered letter after these moves, an hour apart; its print file is the given bytes. */
export function livedLetter(file: Uint8Array, moves: readonly LetterMove[] = toPosted, fields: Partial<Letter> = {}) {
  const letter = letterSample({
    created_at: LETTER_CREATED,
    reached: { received: LETTER_CREATED },
    postal_services: ['registered'],
    reference: 'contrato 7',
    print_file: { key: 'letters/1.pdf', sha256: sha256(file), size: file.length },
    shown_pages: { renderer: 'drawer 1', sha256: [sha256('page 1'), sha256('page 2')] },
    asked: {
      api_key_id: 'key_1',
      to: { name: 'Maria', postal_code: '01310100', number: '1000' },
      from: null,
      directory: 'e-DNE 2027-02',
      document_sha256: sha256('document'),
    },
    ...fields,
  });
  return moves.reduce<Letter>(
    (before, move, index) => moveLetter(before, move, LETTER_CREATED + (index + 1) * 3_600_000)!,
    letter,
  );
}

/** What freezes the evidence of a letter, which may change between calls, into editions in memory. */
export function letterEvidenceDeps({
  signer,
  letter,
  editions = [],
}: {
  signer: EvidenceSigner;
  letter: () => Letter;
  editions?: StoredEvidence[];
}) {
  let salts = 0;
  return {
    now: () => LETTER_CREATED + 10 * 3_600_000,
    randomBytes: (size: number) => new Uint8Array(size).fill(++salts),
    subject: letterEvidence({ find: async () => ({ mailing: letter(), version: 1, wait: null }) }),
    accounts: { find: async () => accountSample({ id: letter().account_id }) },
    batches: { find: async () => undefined },
    manifestLines: { find: async () => undefined },
    evidence: {
      editions: async () => editions,
      add: async (evidence: StoredEvidence) => editions.push(evidence) > 0,
      replace: async (_: StoredEvidence, after: StoredEvidence) => {
        editions[after.edition - 1] = after;
        return true;
      },
    },
    signer,
  };
}
