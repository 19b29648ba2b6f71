import type { Evidence } from '../../adapters/data/evidence.ts';
import type { EvidenceResource } from '../../core/schemas/evidence.ts';

/**
 * Takes the personal parts out of every edition of a verification's evidence. What is signed are their salted hashes, so each
 * edition still verifies (rule EVI-6).
 */
export async function eraseEvidence(
  evidence: Pick<Evidence, 'editions' | 'replace'>,
  accountId: string,
  verificationId: string,
): Promise<void> {
  for (const edition of await evidence.editions(accountId, verificationId)) {
    const file = JSON.parse(edition.body) as EvidenceResource;
    const nothing: EvidenceResource['disclosures'] = { recipient: null, order: null, confirmer: null, networks: null };
    await evidence.replace({ ...edition, body: JSON.stringify({ ...file, disclosures: nothing }) });
  }
}
