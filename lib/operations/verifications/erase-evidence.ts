import type { Evidence } from '../../adapters/data/mailings/evidence.ts';
import type { EvidenceResource } from '../../core/schemas/evidence.ts';

/**
 * Removes the personal parts from every edition of a verification's evidence. The signature covers their salted hashes,
 * so each edition still verifies (rule EVI-6).
 */
export async function eraseEvidence(
  evidence: Pick<Evidence, 'editions' | 'replace'>,
  accountId: string,
  verificationId: string,
): Promise<void> {
  const nothing: EvidenceResource['disclosures'] = { recipient: null, order: null, confirmer: null, networks: null };
  let isErased = false;
  // A time stamp may be added between reading an edition and replacing it.
  while (!isErased) {
    isErased = true;
    for (const edition of await evidence.editions(accountId, verificationId)) {
      const file = JSON.parse(edition.body) as EvidenceResource;
      const body = JSON.stringify({ ...file, disclosures: nothing });
      if (!(await evidence.replace(edition, { ...edition, body }))) isErased = false;
    }
  }
}
