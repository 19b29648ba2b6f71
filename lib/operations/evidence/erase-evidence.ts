import type { Evidence } from '../../adapters/data/mailings/evidence.ts';
import type { AnyEvidence } from '../../core/schemas/letter-evidence.ts';

/**
 * Removes the personal parts from every edition of a mailing's evidence. The signature covers their salted hashes, so
 * each edition still verifies (rule EVI-6).
 */
export async function eraseEvidence(
  evidence: Pick<Evidence, 'editions' | 'replace'>,
  accountId: string,
  mailingId: string,
): Promise<void> {
  let isErased = false;
  // A time stamp may be added between reading an edition and replacing it.
  while (!isErased) {
    isErased = true;
    for (const edition of await evidence.editions(accountId, mailingId)) {
      const file = JSON.parse(edition.body) as AnyEvidence;
      const nothing = Object.fromEntries(Object.keys(file.disclosures).map((part) => [part, null]));
      const body = JSON.stringify({ ...file, disclosures: nothing });
      if (!(await evidence.replace(edition, { ...edition, body }))) isErased = false;
    }
  }
}
