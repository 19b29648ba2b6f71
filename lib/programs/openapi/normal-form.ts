import { createPageToken } from '../../core/domain/hosted-page.ts';
import { createId, type IdKind, idPrefixes, ownParts } from '../../core/domain/ids.ts';
import { DELIVERY_PREFIX, deliveryId, deliveryOfId } from '../../core/domain/webhooks.ts';
import { openedClaims, type SignedClaims, signingInput } from '../../core/evidence/jws.ts';
import { timestamp } from '../../core/resources/timestamps.ts';
import { sha256, sha256Bytes } from '../../core/sha256.ts';

/** Values that differ between recordings. */
export interface RecordingValues {
  /** Instant of the recording, shown as `shownAs`; both on the hour, at the same time of day. Epoch milliseconds. */
  recordedAt: number;
  shownAs: number;
  /** Base of the links to files, and the base shown instead. */
  filesBase: string;
  shownFilesBase: string;
  confirmationPageBase: string;
  shownConfirmationPageBase: string;
  /** URL that received the events, and the URL shown instead. */
  receiverUrl: string;
  shownReceiverUrl: string;
}

/** Interval between steps of a recording on its clock; time within a step is not shown. */
export const STEP_MS = 600_000;

const kinds = Object.keys(idPrefixes) as IdKind[];
const kindOf = new Map(kinds.map((kind) => [idPrefixes[kind], kind] as const));
const ID = new RegExp(
  `\\b(?:${kinds.map((kind) => `${idPrefixes[kind]}_(?:${ownParts(kind).join('|')})`).join('|')})\\b`,
  'g',
);
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

const DELIVERY = new RegExp(`\\b${DELIVERY_PREFIX}${ownParts('event')[0]}${ownParts('webhook_endpoint')[0]}\\b`, 'g');
/** The text of a delivery. */
const EVENT_TEXT = /^\{"id":"evt_/;
const WEBHOOK_SECRET = /^whsec_/;

/** Fields with durations of calls, and the duration shown instead. */
const durations: readonly string[] = ['duration_ms', 'p50_ms', 'p95_ms'];
const SHOWN_DURATION_MS = 84;
/** Shown size of a print file; the real size varies with its code and instants. */
const SHOWN_BYTES = 18_500;

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * A recording as if made at a fixed instant: ids, instants, links, tokens and cursors are replaced by values that
 * depend only on their order, durations by a constant. Recordings of the same behavior are equal.
 */
export function normalForm<Recorded>(recording: Recorded, circumstances: RecordingValues): Recorded {
  const { recordedAt, shownAs } = circumstances;
  const counts = new Map<string, number>();
  const replacements = new Map<string, string>();
  const replaced = (kind: string, found: string, make: (seed: Buffer, count: number) => string): string => {
    const known = replacements.get(found);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const made = make(sha256Bytes(`${kind} ${count}`), count);
    replacements.set(found, made);
    return made;
  };

  const ownIds = (text: string) =>
    text.replace(ID, (id) => {
      const kind = kindOf.get(id.slice(0, id.indexOf('_')) as (typeof idPrefixes)[IdKind])!;
      return replaced(kind, id, (seed, count) => createId(kind, shownAs + count, (size) => seed.subarray(0, size)));
    });
  const ids = (text: string) =>
    ownIds(text).replace(DELIVERY, (id) => {
      const { event_id, endpoint_id } = deliveryOfId(id)!;
      return deliveryId({ event_id: ownIds(event_id), endpoint_id: ownIds(endpoint_id) });
    });
  const moved = (instant: number) => shownAs + Math.floor((instant - recordedAt) / STEP_MS) * STEP_MS;
  /** The name of a print file contains part of its hash. */
  const hashShown = (key: string) =>
    key.replace(/(?<=-)[0-9a-f]{16}(?=\.pdf$)/, (hash) =>
      replaced('file', hash, (seed) => seed.toString('hex').slice(0, 16)),
    );
  const fileLink = (text: string) => {
    const { pathname } = new URL(text);
    const path = hashShown(ids(pathname.split('/').slice(2).join('/')));
    return `${circumstances.shownFilesBase}/${path}?X-Amz-Signature=${sha256(path)}`;
  };
  const pageLink = (text: string) => {
    const [account = '', token = ''] = text.slice(circumstances.confirmationPageBase.length + 1).split('/');
    const shownToken = replaced('page', token, (seed) => createPageToken((size) => seed.subarray(0, size)));
    return `${circumstances.shownConfirmationPageBase}/${ids(account)}/${shownToken}`;
  };
  /** Has the shown claims, and a fake signature as long as one of ES256. */
  const signatureShown = (jws: string) => {
    const { kid, claims } = openedClaims(jws);
    const shownKey = replaced('key', kid, (seed) => seed.toString('base64url'));
    return replaced('signature', jws, (seed) => {
      const signature = Buffer.concat([seed, seed]).toString('base64url');
      return `${signingInput(shownKey, walk(claims, '') as SignedClaims)}.${signature}`;
    });
  };
  const shown = (text: string, field: string): string => {
    if (INSTANT.test(text)) return timestamp(moved(Date.parse(text)));
    if (DATE.test(text)) return timestamp(Date.parse(text) + shownAs - recordedAt).slice(0, 10);
    if (text.startsWith(`${circumstances.confirmationPageBase}/`)) return pageLink(text);
    if (text.startsWith(`${circumstances.filesBase}/`)) return fileLink(text);
    if (field === 'reported_posted_at' || field === 'at') return timestamp(moved(Date.parse(text)));
    if (field === 'manifest_line') {
      const line = walk(JSON.parse(text), field) as { file: string };
      return JSON.stringify({ ...line, file: hashShown(line.file), bytes: SHOWN_BYTES });
    }
    if (field === 'reported_line' || field === 'line') {
      const line = JSON.parse(text) as { at: string };
      return JSON.stringify({ ...(walk(line, field) as object), at: timestamp(moved(Date.parse(line.at))) });
    }
    if (text === circumstances.receiverUrl) return circumstances.shownReceiverUrl;
    if (EVENT_TEXT.test(text)) return JSON.stringify(walk(JSON.parse(text), field));
    if (WEBHOOK_SECRET.test(text))
      return replaced('webhook secret', text, (seed) => `whsec_${seed.toString('base64')}`);
    if (SHA256.test(text)) return replaced('hash', text, (seed) => seed.toString('hex'));
    if (field === 'salt') return replaced('salt', text, (seed) => seed.subarray(0, 16).toString('base64'));
    if (field === 'signature') return signatureShown(text);
    if (field === 'next_cursor') return replaced('cursor', text, (seed) => seed.toString('base64url'));
    return ids(text);
  };
  const walk = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') return shown(value, field);
    if (typeof value === 'number' && field === 'printed_bytes') return SHOWN_BYTES;
    if (typeof value === 'number' && durations.includes(field)) return SHOWN_DURATION_MS;
    if (Array.isArray(value)) return value.map((item) => walk(item, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]));
  };
  return walk(recording, '') as Recorded;
}
