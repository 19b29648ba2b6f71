import type { Letters } from '../../adapters/data/mailings/letters.ts';
import {
  isLetterEvidenceStatus,
  letterHistoryOf,
  letterLimitsOf,
  type LetterPersonalParts,
} from '../../core/domain/letter-evidence.ts';
import type { Letter } from '../../core/domain/letters.ts';
import { Problem } from '../../core/domain/problems.ts';
import { timestampOrNull } from '../../core/resources/timestamps.ts';
import type { LetterEvidenceResource } from '../../core/schemas/letter-evidence.ts';
import type { EvidenceSubject } from './freeze-evidence.ts';

type Subject = EvidenceSubject<Letter, LetterEvidenceResource>;

/** Evidence of letters (rule EVI-9). */
export const letterEvidence = (letters: Pick<Letters, 'find'>): Subject => ({
  find: letters.find,
  requireEnded: ({ status }) => {
    if (!isLetterEvidenceStatus(status)) throw new Problem('letter_not_final', { values: { status } });
  },
  history: letterHistoryOf,
  disclosures,
  statement,
});

const disclosures: Subject['disclosures'] = (letter, part) => {
  const { to, from, asked, document, reference, metadata, shown_pages, tracking_code, reports = [] } = letter;
  const document_sha256 = asked?.document_sha256 ?? null;
  return {
    recipient: part({ as_sent: asked?.to ?? null, as_printed: to } satisfies LetterPersonalParts['recipient']),
    sender: part({ as_sent: asked?.from ?? null, as_printed: from } satisfies LetterPersonalParts['sender']),
    order: part({ document, document_sha256, reference, metadata } satisfies LetterPersonalParts['order']),
    pages: shown_pages ? part(shown_pages) : null,
    posting: part({ tracking_code, reports } satisfies LetterPersonalParts['posting']),
  };
};

const statement: Subject['statement'] = (letter, manifest) => {
  const { asked, reached, print_file } = letter;
  return {
    cancellation_reason: letter.cancellation_reason,
    failure_reason: letter.failure_reason,
    postal_code_directory: asked?.directory ?? null,
    send_date: letter.send_date,
    letter: {
      // Empty once the letter was erased, with its file.
      printed_sha256: print_file.sha256 || null,
      printed_bytes: print_file.size || null,
      pages: letter.pages,
      sheets: letter.sheets,
      color: letter.color,
      double_sided: letter.double_sided,
      address_placement: letter.address_placement,
      postal_services: letter.postal_services,
    },
    price: letter.price,
    production: {
      batch_id: letter.batch_id,
      ...manifest,
      printed_at: timestampOrNull(reached.printed),
      posted_at: timestampOrNull(reached.posted),
    },
    does_not_prove: letterLimitsOf(letter),
  };
};
