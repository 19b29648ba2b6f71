import type { AuthenticityNumbers } from '../../adapters/data/mailings/authenticity-numbers.ts';
import type { Evidence } from '../../adapters/data/mailings/evidence.ts';
import type { Letters } from '../../adapters/data/mailings/letters.ts';
import type { MailingTraces } from '../../adapters/data/mailings/mailing-traces.ts';
import { isLetter } from '../../adapters/data/mailings/mailings.ts';
import type { Verifications } from '../../adapters/data/mailings/verifications.ts';
import type { PreviewLinks } from '../../adapters/documents/preview-links.ts';
import type { PrintFiles } from '../../adapters/documents/print-files.ts';
import type { UploadFiles } from '../../adapters/documents/upload-files.ts';
import { canErase, ERASED, erasedLetter, erasedVerification, MailingNotErasable } from '../../core/domain/erasure.ts';
import type { Mailing } from '../../core/domain/mailings.ts';
import { Problem } from '../../core/domain/problems.ts';
import type { LetterResource } from '../../core/schemas/letter.ts';
import type { VerificationResource } from '../../core/schemas/verification.ts';
import { eraseEvidence } from '../evidence/erase-evidence.ts';
import { findMailing } from './mailings-of-both-kinds.ts';
import { showMailing } from './show-mailing.ts';

export interface EraseMailingDeps {
  letters: Pick<Letters, 'find' | 'change'>;
  verifications: Pick<Verifications, 'find' | 'change'>;
  traces: MailingTraces;
  authenticityNumbers: Pick<AuthenticityNumbers, 'forgetLookUps'>;
  evidence: Pick<Evidence, 'editions' | 'replace'>;
  /** All buckets with print files and previews. */
  buckets: readonly Pick<PrintFiles, 'removeAllOf'>[];
  links: PreviewLinks;
  uploadFiles: Pick<UploadFiles, 'remove'>;
  now: () => number;
}

type Resource = LetterResource | VerificationResource;

/**
 * Why a mailing will not be erased, however often it is tried: it does not exist, or needs its data and has no way back
 * to where it did not. Null for any other error.
 */
export function refusalForGood(error: unknown): { reason: string; status?: Mailing['status'] } | null {
  if (error instanceof MailingNotErasable) return { reason: 'mailing_not_erasable', status: error.status };
  if (error instanceof Problem && error.code === 'resource_not_found') return { reason: error.code };
  return null;
}

/**
 * Erases the personal data of a mailing: in the mailing, its files, its events, the responses stored under
 * Idempotency-Keys and the responses of webhook receivers. Ids, amounts and dates stay. The mailing is erased first, so
 * that its data is not copied again; after an interruption, another run does the rest.
 * @throws Problem resource_not_found · MailingNotErasable while the mailing still needs its data
 */
export async function eraseMailing(deps: EraseMailingDeps, accountId: string, mailingId: string): Promise<Resource> {
  const mailing = await eraseRecord(deps, accountId, mailingId);
  for (const bucket of deps.buckets) await bucket.removeAllOf(mailing);
  const resource = await showMailing(deps.links, mailing);
  await eraseTraces(deps, mailing, resource);
  await eraseEvidence(deps.evidence, accountId, mailingId);
  if (mailing.kind === 'letter' && mailing.authenticity_number !== undefined)
    await deps.authenticityNumbers.forgetLookUps(mailing.authenticity_number);
  return resource;
}

async function eraseRecord(deps: EraseMailingDeps, accountId: string, mailingId: string): Promise<Mailing> {
  for (;;) {
    const found = await findMailing(deps, { account_id: accountId, id: mailingId });
    if (!found) throw new Problem('resource_not_found');
    if (!canErase(found.mailing)) throw new MailingNotErasable(found.mailing.status);
    const nothingElse = { events: [], money: [] };
    if (isLetter(found)) {
      const after = erasedLetter(found.mailing, deps.now());
      if (await deps.letters.change({ before: found, after, ...nothingElse })) return after;
    } else {
      const after = erasedVerification(found.mailing, deps.now());
      if (await deps.verifications.change({ before: found, after, ...nothingElse })) return after;
    }
  }
}

async function eraseTraces(deps: EraseMailingDeps, mailing: Mailing, resource: Resource): Promise<void> {
  const { traces, uploadFiles } = deps;
  for (const event of await traces.events(mailing.account_id, mailing.id)) {
    await traces.rewriteEvent(event, erasedJson(event.body, resource));
    await traces.forgetReceiversAnswers(event.id);
  }
  for (const answer of await traces.answers(mailing.account_id, mailing.id))
    await traces.rewriteResponse(answer, erasedJson(answer.body, resource));
  for (const upload of await traces.uploads(mailing.account_id, mailing.id)) {
    await uploadFiles.remove(upload);
    await traces.renameUpload(upload, ERASED);
  }
}

/** Fields of a mailing's JSON that may hold personal data. */
const personalFields = [
  'to',
  'from',
  'document',
  'instructions',
  'return_url',
  'confirmation',
  'tracking_code',
  'preview_url',
  'reference',
  'metadata',
];

/**
 * The JSON text with the personal fields of every snapshot of the mailing erased. Each snapshot keeps its status and
 * dates.
 */
function erasedJson(text: string, resource: Resource): string {
  return JSON.stringify(JSON.parse(text), (_name, value: unknown) => {
    if (!isPicture(value, resource.id)) return value;
    const fields = Object.entries(resource).filter(
      // A field that was still empty in the snapshot, such as a later confirmation, stays empty.
      ([name]) => personalFields.includes(name) && value[name] !== null && value[name] !== undefined,
    );
    return { ...value, ...Object.fromEntries(fields) };
  });
}

function isPicture(value: unknown, id: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && (value as { id?: unknown }).id === id;
}
