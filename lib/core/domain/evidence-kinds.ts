import { EVIDENCE_EVENTS, EVIDENCE_FORMAT, personalParts } from './evidence.ts';
import { LETTER_EVIDENCE_EVENTS, LETTER_EVIDENCE_FORMAT, letterParts } from './letter-evidence.ts';
import type { MailingKind } from './mailing-fields.ts';

interface EvidenceKind {
  /** Name of the object. */
  object: string;
  /** Name of the id in file, statement and signature. */
  id: string;
  format: string;
  parts: readonly string[];
}

/** The names in a file of evidence, by what it is about. */
export const evidenceKinds = {
  verification: {
    object: 'verification_evidence',
    id: 'verification_id',
    format: EVIDENCE_FORMAT,
    parts: personalParts,
  },
  letter: { object: 'letter_evidence', id: 'letter_id', format: LETTER_EVIDENCE_FORMAT, parts: letterParts },
} as const satisfies Record<MailingKind, EvidenceKind>;

/** Events at which evidence is frozen. */
export const evidenceEvents = [...EVIDENCE_EVENTS, ...LETTER_EVIDENCE_EVENTS];
