import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import { historyOf, isEvidenceStatus, limitsOf, type PersonalParts } from '../../core/domain/evidence.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { Verification } from '../../core/domain/verifications.ts';
import { timestamp, timestampOrNull } from '../../core/resources/timestamps.ts';
import type { EvidenceResource } from '../../core/schemas/evidence.ts';
import type { EvidenceSubject } from './freeze-evidence.ts';

type Subject = EvidenceSubject<Verification, EvidenceResource>;

/** Evidence of verifications (rule EVI-1). */
export const verificationEvidence = (verifications: Pick<Verifications, 'find'>): Subject => ({
  find: verifications.find,
  requireEnded: ({ status }) => {
    if (!isEvidenceStatus(status)) throw new Problem('verification_not_final', { values: { status } });
  },
  history: historyOf,
  disclosures,
  statement,
});

const disclosures: Subject['disclosures'] = (verification, part) => {
  const { to, asked, document, instructions, return_url, reference, metadata, confirmation } = verification;
  const confirmer: PersonalParts['confirmer'] = confirmation && {
    ip: confirmation.ip,
    location: confirmation.location,
    user_agent: confirmation.user_agent,
    device: confirmation.device,
    client: confirmation.client,
    precise_location: confirmation.precise_location && {
      latitude: confirmation.precise_location.latitude,
      longitude: confirmation.precise_location.longitude,
      accuracy_meters: confirmation.precise_location.accuracy_meters,
    },
  };
  return {
    recipient: part({ as_sent: asked?.to ?? null, as_printed: to } satisfies PersonalParts['recipient']),
    order: part({ document, instructions, return_url, reference, metadata } satisfies PersonalParts['order']),
    confirmer: confirmer && part(confirmer),
    networks: part({ salt: verification.network_salt ?? null } satisfies PersonalParts['networks']),
  };
};

const statement: Subject['statement'] = (verification, manifest) => {
  const { reached, confirmation, asked, attempts = [], print_file, preview_file } = verification;
  return {
    method: verification.method,
    source: verification.source,
    previous_verification_id: verification.previous_verification_id ?? null,
    postal_code_directory: asked?.directory ?? null,
    letter: {
      // Erased with the file: a hash would confirm a guess of its content.
      printed_sha256: print_file.sha256 || null,
      preview_sha256: preview_file.sha256 || null,
      pages: verification.pages,
      sheets: verification.sheets,
    },
    production: {
      batch_id: verification.batch_id,
      ...manifest,
      reported_posted_at: verification.reported_posted_at ?? null,
      reported_line: verification.reported_line ?? null,
      posted_at: timestampOrNull(reached.awaiting_code),
      expires_at: timestampOrNull(verification.expires_at),
    },
    attempts: attempts.map(({ number, at, entry, correct, network_hash }) => ({
      number,
      at: timestamp(at),
      entry,
      correct,
      network_hash,
    })),
    confirmation: confirmation && {
      method: confirmation.method,
      confirmed_at: timestamp(confirmation.confirmed_at),
    },
    location_shared_at: timestampOrNull(confirmation?.precise_location?.shared_at),
    location_consent: confirmation?.precise_location?.consent ?? null,
    revoked_at: timestampOrNull(reached.revoked),
    does_not_prove: limitsOf(verification),
  };
};
