import type { X509Certificate } from 'node:crypto';
import { canonicalJson } from '../canonical-json.ts';
import type { PersonalPart } from '../domain/evidence.ts';
import { evidenceKinds } from '../domain/evidence-kinds.ts';
import type { LetterPart } from '../domain/letter-evidence.ts';
import type { MailingKind } from '../domain/mailing-fields.ts';
import type { AnyEvidence } from '../schemas/letter-evidence.ts';
import { sha256 } from '../sha256.ts';
import { parseStrictJson } from '../strict-json.ts';
import { type KeySet, openJws } from './jws.ts';
import { checkTimestamp, type TimestampVerdict } from './timestamp-token.ts';

/** Why a file is not genuine evidence of the service. */
export type EvidenceFault =
  /** Not JSON, or not of this form. */
  | 'not_evidence'
  /** Signed with a key that is not published. */
  | 'key_unknown'
  /** The signature does not match the statement. */
  | 'signature_invalid'
  /** The statement is not the one that was signed. */
  | 'statement_changed'
  /** A personal part is not the one that was signed. */
  | 'disclosure_changed'
  /** The chain of hashes in the history is broken. */
  | 'history_broken'
  /** The time stamp is for another signature, is damaged, or has an unsupported form. */
  | 'timestamp_invalid'
  /** The time stamp is not from an authority that the caller trusts. */
  | 'timestamp_untrusted';

/** The result of a check. */
export type EvidenceVerdict =
  | {
      ok: true;
      statement: AnyEvidence['statement'];
      kid: string;
      shown: (PersonalPart | LetterPart)[];
      erased: (PersonalPart | LetterPart)[];
      timestamp: TimestampVerdict | null;
    }
  | { ok: false; fault: EvidenceFault };

/**
 * Checks whether a file is unchanged evidence of the service. Works offline, with the file and the published keys.
 * @param text the file
 * @param authorities certificates of trusted time stamping authorities, if any: then a time stamp must chain to one
 */
export function checkEvidence(
  text: string,
  keys: KeySet,
  authorities: readonly X509Certificate[] = [],
): EvidenceVerdict {
  const read = parsed(text);
  if (!read) return { ok: false, fault: 'not_evidence' };
  const { kind, evidence } = read;
  const { statement, signature } = evidence;
  const [disclosures, hashes] = [evidence.disclosures, statement.personal] as Record<string, unknown>[];
  const { id, parts } = evidenceKinds[kind];
  const opened = openJws(signature, keys);
  if (!opened.ok) return { ok: false, fault: opened.reason };
  const { statement_sha256, edition } = opened.claims;
  const isSigned =
    hashOf(statement) === statement_sha256 &&
    [statement, evidence].every((one) => (one as Record<string, unknown>)[id] === opened.claims[id]) &&
    statement.edition === edition;
  if (!isSigned) return { ok: false, fault: 'statement_changed' };
  const shown = parts.filter((part) => disclosures![part] !== null);
  if (shown.some((part) => hashOf(disclosures![part]) !== hashes![part]))
    return { ok: false, fault: 'disclosure_changed' };
  if (!isConsistent(statement)) return { ok: false, fault: 'history_broken' };
  const timestamp = timestampOf(evidence, authorities);
  if (timestamp === undefined) return { ok: false, fault: 'timestamp_invalid' };
  if (timestamp?.trusted === false && authorities.length > 0) return { ok: false, fault: 'timestamp_untrusted' };
  const erased = parts.filter((part) => disclosures![part] === null && hashes![part] !== null);
  return { ok: true, statement, kid: opened.kid, shown, erased, timestamp };
}

/** Null if absent, as in files of earlier releases; undefined if it does not belong to the signature. */
function timestampOf(
  { timestamp, signature }: Pick<AnyEvidence, 'signature'> & { timestamp?: unknown },
  authorities: readonly X509Certificate[],
): TimestampVerdict | null | undefined {
  if (timestamp === undefined || timestamp === null) return null;
  if (typeof timestamp !== 'string') return undefined;
  const token = Buffer.from(timestamp, 'base64');
  return token.toString('base64') === timestamp ? checkTimestamp(token, signature, authorities) : undefined;
}

/** Undefined for a value that canonical JSON cannot express, such as half of a surrogate pair in a forged text. */
function hashOf(value: unknown): string | undefined {
  try {
    return sha256(canonicalJson(value));
  } catch {
    return undefined;
  }
}

function isConsistent({ history }: AnyEvidence['statement']): boolean {
  return history.every(({ hash, ...entry }, index) => {
    const before = index === 0 ? null : history[index - 1]!.hash;
    return entry.number === index + 1 && entry.previous === before && hash === hashOf(entry);
  });
}

/**
 * Checks only the form that the verification relies on: once the signature is verified, the rest has the service's
 * form.
 */
function parsed(text: string): { kind: MailingKind; evidence: AnyEvidence } | undefined {
  if (text.length > LONGEST_FILE) return undefined;
  let value: unknown;
  try {
    // Not evidence if parsers differ about it, such as for a repeated name, or fail, such as for a thousand brackets.
    value = parseStrictJson(text);
  } catch {
    return undefined;
  }
  const isObject = (one: unknown): one is Record<string, unknown> => typeof one === 'object' && one !== null;
  if (!isObject(value) || typeof value.signature !== 'string') return undefined;
  const { object } = value;
  const kind = kinds.find((one) => evidenceKinds[one].object === object);
  if (!kind) return undefined;
  const { id, format, parts } = evidenceKinds[kind];
  const { statement, disclosures, ...rest } = value;
  const names: readonly string[] = ['object', id, 'signature', 'timestamp'];
  if (Object.keys(rest).some((name) => !names.includes(name))) return undefined;
  if (!isObject(statement) || statement.format !== format || !isObject(disclosures)) return undefined;
  if (!isObject(statement.personal) || !Array.isArray(statement.history) || !statement.history.every(isObject))
    return undefined;
  const isKnown = Object.keys(disclosures).length === parts.length && parts.every((part) => part in disclosures);
  return isKnown ? { kind, evidence: value as unknown as AnyEvidence } : undefined;
}

const kinds = Object.keys(evidenceKinds) as MailingKind[];

/** Characters: far more than evidence needs. */
const LONGEST_FILE = 500_000;
