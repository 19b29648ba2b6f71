import type { Accounts } from '../../adapters/data/accounts/accounts.ts';
import type { Evidence } from '../../adapters/data/mailings/evidence.ts';
import type { PrintBatches } from '../../adapters/data/mailings/print-batches.ts';
import type { EvidenceSigner } from '../../adapters/evidence/signer.ts';
import { isLineOf } from '../../adapters/production/manifest.ts';
import type { ManifestLines } from '../../adapters/production/outbox.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import type { Account } from '../../core/domain/accounts.ts';
import type { HistoryEntry } from '../../core/domain/evidence.ts';
import { evidenceKinds } from '../../core/domain/evidence-kinds.ts';
import type { RandomBytes } from '../../core/domain/ids.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { printOrderOf } from '../../core/domain/print-batches.ts';
import { Problem } from '../../core/domain/problems.ts';
import { retention } from '../../core/domain/retention.ts';
import { DAY_MS } from '../../core/domain/units.ts';
import { timestamp } from '../../core/resources/timestamps.ts';
import type { EvidenceStatement, StoredEvidence } from '../../core/schemas/evidence.ts';
import type { AnyEvidence } from '../../core/schemas/letter-evidence.ts';
import { settleAll } from '../../core/settle-all.ts';
import { sha256 } from '../../core/sha256.ts';

/** One kind of mailing, and what its evidence says of it. */
export interface EvidenceSubject<M extends Mailing, E extends AnyEvidence> {
  find: (accountId: string, id: string) => Promise<{ mailing: M } | undefined>;
  /** @throws Problem while the mailing has not ended */
  requireEnded: (mailing: M) => void;
  history: (mailing: M) => HistoryEntry<E['statement']['history'][number]['what']>[];
  /** Each personal part with its own salt: without it, a hash of few possible values could be guessed. */
  disclosures: (mailing: M, part: (value: object) => Disclosure) => E['disclosures'];
  /** What is stated of this kind alone. */
  statement: (mailing: M, manifest: ManifestPart) => Omit<E['statement'], StatedOfEach>;
}

type StatedOfEach =
  | (typeof evidenceKinds)[keyof typeof evidenceKinds]['id']
  | 'format'
  | 'edition'
  | 'previous'
  | 'issued_at'
  | 'status'
  | 'company'
  | 'requested_by'
  | 'personal'
  | 'history';

export interface FreezeEvidenceDeps<M extends Mailing, E extends AnyEvidence> {
  now: () => number;
  randomBytes: RandomBytes;
  subject: EvidenceSubject<M, E>;
  accounts: Pick<Accounts, 'find'>;
  batches: Pick<PrintBatches, 'find'>;
  manifestLines: ManifestLines;
  evidence: Pick<Evidence, 'editions' | 'add'>;
  signer: EvidenceSigner;
}

interface Disclosure {
  salt: string;
  value: object;
}

const SALT_BYTES = 16;

/**
 * The current evidence of a mailing: the newest edition, or a new one if something has happened since. An erased mailing
 * gets no further edition, because no personal data is left to sign.
 * @throws Problem resource_not_found, letter_not_final, verification_not_final
 */
export async function freezeEvidence<M extends Mailing, E extends AnyEvidence>(
  deps: FreezeEvidenceDeps<M, E>,
  accountId: string,
  mailingId: string,
): Promise<E> {
  for (;;) {
    const [found, editions, account] = await settleAll([
      deps.subject.find(accountId, mailingId),
      deps.evidence.editions(accountId, mailingId),
      deps.accounts.find(accountId),
    ]);
    if (!found || !account) throw new Problem('resource_not_found');
    const { mailing } = found;
    const newest = editions.at(-1);
    const shown = newest && readEdition<E>(newest);
    if (shown && (mailing.erased_at !== undefined || isComplete(deps, shown.statement, mailing))) return shown;
    deps.subject.requireEnded(mailing);
    const evidence = await nextEdition(deps, { account, mailing, before: shown });
    if (await deps.evidence.add(storedAs(evidence, mailing, account, deps.now()))) return evidence;
  }
}

/** Unchanged, with its order of fields; editions of earlier releases have no time stamp field. */
function readEdition<E extends AnyEvidence>({ body }: StoredEvidence): E {
  const evidence = JSON.parse(body) as E & { timestamp?: string | null };
  return { ...evidence, timestamp: evidence.timestamp ?? null };
}

/** Whether the statement covers everything that has happened. */
function isComplete<M extends Mailing, E extends AnyEvidence>(
  { subject }: FreezeEvidenceDeps<M, E>,
  { status, history }: E['statement'],
  mailing: M,
): boolean {
  return status === mailing.status && history.length === subject.history(mailing).length;
}

interface Basis<M, E> {
  account: Account;
  mailing: M;
  before: E | undefined;
}

async function nextEdition<M extends Mailing, E extends AnyEvidence>(
  deps: FreezeEvidenceDeps<M, E>,
  basis: Basis<M, E>,
): Promise<E> {
  const { subject, randomBytes, now } = deps;
  const { account, mailing, before } = basis;
  const manifest = await manifestOf(deps, basis);
  const disclosures = subject.disclosures(mailing, (value) => ({
    salt: Buffer.from(randomBytes(SALT_BYTES)).toString('base64'),
    value,
  }));
  const { object, id, format } = evidenceKinds[mailing.kind];
  const edition = (before?.statement.edition ?? 0) + 1;
  const statement = {
    format,
    [id]: mailing.id,
    edition,
    previous: before ? hashOf(before.statement) : null,
    issued_at: timestamp(now()),
    status: mailing.status,
    company: {
      account_id: account.id,
      legal_name: account.legal_name,
      trade_name: account.trade_name,
      cnpj: account.cnpj,
    },
    requested_by: requesterOf(mailing.asked),
    ...subject.statement(mailing, manifest),
    personal: Object.fromEntries(Object.entries(disclosures).map(([name, part]) => [name, part && hashOf(part)])),
    history: chained(subject.history(mailing)),
  };
  const claims = { [id]: mailing.id, edition, statement_sha256: hashOf(statement) };
  const signature = await deps.signer.sign(claims);
  return { object, [id]: mailing.id, statement, disclosures, signature, timestamp: null } as unknown as E;
}

export interface ManifestPart {
  manifest_sha256: string | null;
  manifest_line: string | null;
}

/** The mailing's line in its batch's manifest. The manifest may no longer exist when a later edition is created. */
async function manifestOf<M extends Mailing, E extends AnyEvidence>(
  { batches, manifestLines }: FreezeEvidenceDeps<M, E>,
  { mailing, before }: Basis<M, E>,
): Promise<ManifestPart> {
  const { batch_id, erased_at } = mailing;
  const batch = batch_id === null ? undefined : await batches.find(batch_id);
  if (!batch?.manifest) return { manifest_sha256: null, manifest_line: null };
  const line = before?.statement.production.manifest_line ?? (await pinnedLine(manifestLines, mailing, batch.id));
  // The line contains the hash of the print file, which an erasure removes.
  return {
    manifest_sha256: batch.manifest.sha256.jsonl,
    manifest_line: erased_at === undefined ? (line ?? null) : null,
  };
}

/**
 * The line as the print house got it, if it states what was committed: nobody who may write the outbox writes evidence
 * (docs/decisions/pinned-files.md).
 * @throws Error if it states something else
 */
async function pinnedLine(lines: ManifestLines, mailing: Mailing, batchId: string): Promise<string | undefined> {
  if (mailing.erased_at !== undefined) return undefined;
  const line = await lines.find(batchId, mailing.id);
  if (line !== undefined && !isLineOf(line, { id: mailing.id, order: printOrderOf(mailing) }))
    throw new Error(`the manifest of ${batchId} is not the committed one`);
  return line;
}

function requesterOf(asked: Mailing['asked']): EvidenceStatement['requested_by'] {
  if (asked?.person_id) return { type: 'person', id: asked.person_id };
  return asked?.api_key_id ? { type: 'api_key', id: asked.api_key_id } : null;
}

/** Each entry contains the previous entry's hash, so that none can be removed or inserted. */
function chained<Step extends string>(entries: readonly HistoryEntry<Step>[]) {
  const history: { number: number; at: string; what: Step; previous: string | null; hash: string }[] = [];
  for (const [index, { what, at }] of entries.entries()) {
    const entry = { number: index + 1, at: timestamp(at), what, previous: history.at(-1)?.hash ?? null };
    history.push({ ...entry, hash: hashOf(entry) });
  }
  return history;
}

const hashOf = (value: unknown): string => sha256(canonicalJson(value));

function storedAs(
  evidence: AnyEvidence,
  { kind, id, account_id }: Mailing,
  { evidence_years = retention.evidenceYears }: Account,
  now: number,
): StoredEvidence {
  const kept_until = now + Math.ceil(evidence_years * DAYS_A_YEAR) * DAY_MS;
  const { edition } = evidence.statement;
  return { account_id, [evidenceKinds[kind].id]: id, edition, body: JSON.stringify(evidence), kept_until };
}

const DAYS_A_YEAR = 365.25;
