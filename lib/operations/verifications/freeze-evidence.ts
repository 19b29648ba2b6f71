import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Evidence } from '../../adapters/data/mailings/evidence.ts';
import type { PrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import type { EvidenceSigner } from '../../adapters/evidence/signer.ts';
import type { ManifestLines } from '../../adapters/production/outbox.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { Account } from '../../core/domain/accounts.ts';
import {
  EVIDENCE_FORMAT,
  type EvidenceStatus,
  historyOf,
  isEvidenceStatus,
  limitsOf,
  type PersonalParts,
} from '../../core/domain/evidence.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import { Problem } from '../../core/domain/problems.ts';
import { retention } from '../../core/domain/retention.ts';
import { DAY_MS } from '../../core/domain/units.ts';
import type { Verification } from '../../core/domain/verifications.ts';
import { timestamp, timestampOrNull } from '../../core/resources/timestamps.ts';
import type { EvidenceResource, EvidenceStatement, StoredEvidence } from '../../core/schemas/evidence.ts';
import { settleAll } from '../../core/settle-all.ts';
import { sha256 } from '../../core/sha256.ts';

export interface FreezeEvidenceDeps {
  now: () => number;
  randomBytes: RandomBytes;
  verifications: Pick<Verifications, 'find'>;
  accounts: Pick<Accounts, 'find'>;
  batches: Pick<PrintBatches, 'find'>;
  manifestLines: ManifestLines;
  evidence: Pick<Evidence, 'editions' | 'add'>;
  signer: EvidenceSigner;
}

const SALT_BYTES = 16;

/**
 * The current evidence of a verification: the newest edition, or a new one if something has happened since. An erased
 * verification gets no further edition, because no personal data is left to sign.
 * @throws Problem resource_not_found, verification_not_final
 */
export async function freezeEvidence(
  deps: FreezeEvidenceDeps,
  accountId: string,
  verificationId: string,
): Promise<EvidenceResource> {
  for (;;) {
    const [found, editions, account] = await settleAll([
      deps.verifications.find(accountId, verificationId),
      deps.evidence.editions(accountId, verificationId),
      deps.accounts.find(accountId),
    ]);
    if (!found || !account) throw new Problem('resource_not_found');
    const { mailing: verification } = found;
    const newest = editions.at(-1);
    const shown = newest && readEdition(newest);
    if (shown && (verification.erased_at !== undefined || isComplete(shown.statement, verification))) return shown;
    const { status } = verification;
    if (!isEvidenceStatus(status)) throw new Problem('verification_not_final', { values: { status } });
    const evidence = await nextEdition(deps, { account, verification, status, before: shown });
    if (await deps.evidence.add(storedAs(evidence, accountId, account, deps.now()))) return evidence;
  }
}

/** Unchanged, with its order of fields; editions of earlier releases have no time stamp field. */
function readEdition({ body }: StoredEvidence): EvidenceResource {
  const evidence = JSON.parse(body) as Omit<EvidenceResource, 'timestamp'> & { timestamp?: string | null };
  return { ...evidence, timestamp: evidence.timestamp ?? null };
}

/** Whether the statement covers everything that has happened. */
function isComplete({ status, history }: EvidenceStatement, verification: Verification): boolean {
  return status === verification.status && history.length === historyOf(verification).length;
}

interface Basis {
  account: Account;
  verification: Verification;
  status: EvidenceStatus;
  before: EvidenceResource | undefined;
}

async function nextEdition(deps: FreezeEvidenceDeps, basis: Basis): Promise<EvidenceResource> {
  const { verification, before } = basis;
  const manifest = await manifestOf(deps, basis);
  const disclosures = disclosuresOf(verification, deps.randomBytes);
  const statement = statementOf(basis, deps.now(), {
    manifest,
    personal: {
      recipient: hashOf(disclosures.recipient),
      order: hashOf(disclosures.order),
      confirmer: disclosures.confirmer && hashOf(disclosures.confirmer),
      networks: hashOf(disclosures.networks),
    },
    edition: (before?.statement.edition ?? 0) + 1,
  });
  const { verification_id, edition } = statement;
  const signature = await deps.signer.sign({ verification_id, edition, statement_sha256: hashOf(statement) });
  return { object: 'verification_evidence', verification_id, statement, disclosures, signature, timestamp: null };
}

interface ManifestPart {
  manifest_sha256: string | null;
  manifest_line: string | null;
}

/** The letter's line in its batch's manifest. The manifest may no longer exist when a later edition is created. */
async function manifestOf(
  { batches, manifestLines }: FreezeEvidenceDeps,
  { verification, before }: Basis,
): Promise<ManifestPart> {
  const { id, batch_id, erased_at } = verification;
  const batch = batch_id === null ? undefined : await batches.find(batch_id);
  if (!batch?.manifest) return { manifest_sha256: null, manifest_line: null };
  const line = before?.statement.production.manifest_line ?? (await manifestLines.find(batch.id, id)) ?? null;
  // The line contains the hash of the file with the code, which an erasure removes.
  return { manifest_sha256: batch.manifest.sha256.jsonl, manifest_line: erased_at === undefined ? line : null };
}

/** Each personal part with its own salt: without it, a hash of few possible values could be guessed. */
function disclosuresOf(verification: Verification, randomBytes: RandomBytes) {
  const { to, asked, document, instructions, return_url, reference, metadata, confirmation } = verification;
  const part = <Value extends object>(value: Value) => ({
    salt: Buffer.from(randomBytes(SALT_BYTES)).toString('base64'),
    value,
  });
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
    recipient: part<PersonalParts['recipient']>({ as_sent: asked?.to ?? null, as_printed: to }),
    order: part<PersonalParts['order']>({ document, instructions, return_url, reference, metadata }),
    confirmer: confirmer && part(confirmer),
    networks: part<PersonalParts['networks']>({ salt: verification.network_salt ?? null }),
  };
}

function statementOf(
  { account, verification, status, before }: Basis,
  now: number,
  { manifest, ...rest }: Pick<EvidenceStatement, 'personal' | 'edition'> & { manifest: ManifestPart },
): EvidenceStatement {
  const { reached, confirmation, asked, attempts = [], print_file, preview_file } = verification;
  return {
    format: EVIDENCE_FORMAT,
    verification_id: verification.id,
    previous: before ? hashOf(before.statement) : null,
    issued_at: timestamp(now),
    status,
    company: {
      account_id: account.id,
      legal_name: account.legal_name,
      trade_name: account.trade_name,
      cnpj: account.cnpj,
    },
    requested_by: requesterOf(asked),
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
    history: chained(verification),
    does_not_prove: limitsOf(verification),
    ...rest,
  };
}

function requesterOf(asked: Verification['asked']): EvidenceStatement['requested_by'] {
  if (asked?.person_id) return { type: 'person', id: asked.person_id };
  return asked?.api_key_id ? { type: 'api_key', id: asked.api_key_id } : null;
}

/** Each entry contains the previous entry's hash, so that none can be removed or inserted. */
function chained(verification: Verification): EvidenceStatement['history'] {
  const history: EvidenceStatement['history'] = [];
  for (const [index, { what, at }] of historyOf(verification).entries()) {
    const entry = { number: index + 1, at: timestamp(at), what, previous: history.at(-1)?.hash ?? null };
    history.push({ ...entry, hash: hashOf(entry) });
  }
  return history;
}

const hashOf = (value: unknown): string => sha256(canonicalJson(value));

function storedAs(
  evidence: EvidenceResource,
  account_id: string,
  { evidence_years = retention.evidenceYears }: Account,
  now: number,
): StoredEvidence {
  const { verification_id, statement } = evidence;
  const kept_until = now + Math.ceil(evidence_years * DAYS_A_YEAR) * DAY_MS;
  return { account_id, verification_id, edition: statement.edition, body: JSON.stringify(evidence), kept_until };
}

const DAYS_A_YEAR = 365.25;
