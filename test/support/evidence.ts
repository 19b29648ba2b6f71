import { generateKeyPairSync, sign } from 'node:crypto';
import type { EvidenceSigner } from '../../lib/adapters/evidence/signer.ts';
import { moveVerification, type Verification, type VerificationMove } from '../../lib/core/domain/verifications.ts';
import { compactJws, publishedKey, signingInput } from '../../lib/core/evidence/jws.ts';
import type { EvidenceResource, StoredEvidence } from '../../lib/core/schemas/evidence.ts';
import { sha256 } from '../../lib/core/sha256.ts';
import { freezeEvidence } from '../../lib/operations/evidence/freeze-evidence.ts';
import { verificationEvidence } from '../../lib/operations/evidence/verification-evidence.ts';
import { accountSample, confirmerSample, verificationSample } from './samples.ts';

/** A signer like KMS, with its own key. */
export function newEvidenceSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publishedKey(publicKey.export({ type: 'spki', format: 'der' }));
  const signer = {
    sign: async (claims: Parameters<typeof signingInput>[1]) => {
      const input = signingInput(key.kid, claims);
      return compactJws(input, sign('sha256', Buffer.from(input), privateKey));
    },
  };
  return { signer, key };
}

const CREATED = Date.parse('2027-03-01T14:00:00Z');
const network_hash = sha256('c2FsdA== 203.0.113.7');
const consent = {
  language: 'pt-BR',
  version: '0a1b2c3d4e5f',
  text: 'Para que serve: dar à empresa mais uma prova.\nConcordo em enviar minha localização exata, uma única vez, para essa finalidade.',
};

const life: VerificationMove[] = [
  { trigger: 'batch', batch_id: 'bat_1' },
  { trigger: 'post', reported_at: '2027-03-02T08:00:00-03:00' },
  { trigger: 'refuse_code', confirmer: confirmerSample, network_hash },
  { trigger: 'confirm', confirmer: confirmerSample, network_hash },
  {
    trigger: 'share_location',
    location: { latitude: -23.561414, longitude: -46.655881, accuracy_meters: 12, consent },
    browser_sha256: confirmerSample.browser_sha256,
  },
];

/** Evidence of a verification that was confirmed on the page at the second attempt, with its location shared. */
export async function evidenceSample({
  signer = newEvidenceSigner().signer,
  editions = [],
  later = [],
}: {
  signer?: EvidenceSigner;
  editions?: StoredEvidence[];
  later?: VerificationMove[];
} = {}): Promise<EvidenceResource> {
  const moves = [...life, ...later];
  const created = verificationSample({
    id: 'ver_1',
    created_at: CREATED,
    network_salt: 'c2FsdA==',
    reference: 'contrato 7',
    asked: {
      api_key_id: 'key_1',
      to: { name: 'Maria', postal_code: '01310100', number: '1000' },
      directory: 'e-DNE 2027-02',
    },
  });
  const verification = moves.reduce<Verification>(
    (before, move, index) => moveVerification(before, move, CREATED + (index + 1) * 600_000)!,
    created,
  );
  return freezeEvidence(
    {
      now: () => CREATED + moves.length * 600_000,
      randomBytes: (size) => new Uint8Array(size),
      subject: verificationEvidence({ find: async () => ({ mailing: verification, version: 1, wait: null }) }),
      accounts: { find: async () => accountSample({ id: verification.account_id }) },
      batches: { find: async () => undefined },
      manifestLines: { find: async () => undefined },
      evidence: { editions: async () => editions, add: async (edition) => editions.push(edition) > 0 },
      signer,
    },
    verification.account_id,
    verification.id,
  );
}
