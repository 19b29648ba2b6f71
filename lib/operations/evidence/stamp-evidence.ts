import type { Evidence } from '../../adapters/data/mailings/evidence.ts';
import type { TimestampAuthority } from '../../adapters/evidence/timestamp-authority.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import type { AnyEvidence } from '../../core/schemas/letter-evidence.ts';
import { freezeEvidence, type FreezeEvidenceDeps } from './freeze-evidence.ts';

export interface StampEvidenceDeps<M extends Mailing, E extends AnyEvidence> extends FreezeEvidenceDeps<M, E> {
  evidence: FreezeEvidenceDeps<M, E>['evidence'] & Pick<Evidence, 'replace'>;
  /** Undefined if the setting names none. */
  timestamps: TimestampAuthority | undefined;
}

/**
 * The evidence of a mailing from `freezeEvidence`, with a time stamp of its signature if there is an authority. The stamp
 * is stored with the edition; the first one wins.
 * @throws NoTimestamp · Problem resource_not_found, letter_not_final, verification_not_final
 */
export async function stampEvidence<M extends Mailing, E extends AnyEvidence>(
  deps: StampEvidenceDeps<M, E>,
  accountId: string,
  mailingId: string,
): Promise<E> {
  for (;;) {
    const evidence = await freezeEvidence(deps, accountId, mailingId);
    if (!deps.timestamps || evidence.timestamp !== null) return evidence;
    const { edition } = evidence.statement;
    const kept = (await deps.evidence.editions(accountId, mailingId)).find((one) => one.edition === edition);
    // Adds the stamp to the stored file, so that data erased in the meantime stays erased.
    const file = kept && (JSON.parse(kept.body) as E);
    const timestamp = await deps.timestamps.stamp(evidence.signature);
    const stamped = { ...(file ?? evidence), timestamp };
    if (!kept || (await deps.evidence.replace(kept, { ...kept, body: JSON.stringify(stamped) }))) return stamped;
  }
}
