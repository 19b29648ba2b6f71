import { openedClaims, type SignedClaims, signingInput } from '../../adapters/evidence/jws.ts';
import { createPageToken } from '../../core/domain/hosted-page.ts';
import { createId, type IdKind, idPrefixes, ownParts } from '../../core/domain/ids.ts';
import { DELIVERY_PREFIX, deliveryId, deliveryOfId } from '../../core/domain/webhooks.ts';
import { timestamp } from '../../core/resources/timestamps.ts';
import { sha256, sha256Bytes } from '../../core/sha256.ts';

/** What differs from one recording to the next. */
export interface Circumstances {
  /** Instant of the recording that is shown as `shownAs`; both at a full hour, at the same time of day. Epoch milliseconds. */
  recordedAt: number;
  shownAs: number;
  /** Base of the links to files, and the one that is shown. */
  filesBase: string;
  shownFilesBase: string;
  confirmationPageBase: string;
  shownConfirmationPageBase: string;
  /** Where events were received. */
  receiverUrl: string;
  shownReceiverUrl: string;
}

/** Steps of a recording lie this far apart on its clock; what passes within one does not show. */
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

/** Fields that tell how long calls took, and what is shown in their place where one was made. */
const durations: readonly string[] = ['duration_ms', 'p50_ms', 'p95_ms'];
const SHOWN_DURATION_MS = 84;
/** Size of a print file, which holds its code and instants. */
const SHOWN_BYTES = 18_500;

const SHA256 = /^[0-9a-f]{64}$/;

/**
 * A recording as it would look had it been made at a certain instant: ids, instants, links, tokens and cursors are replaced
 * by ones that depend on nothing but their order; durations by one. Recordings of the same behaviour are equal.
 */
export function normalForm<Recorded>(recording: Recorded, circumstances: Circumstances): Recorded {
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
  /** A print file is named by a part of its hash. */
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
  /** The claims are those shown; what signs them is as long as a signature of ES256, and none. */
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
    if (field === 'reported_posted_at') return timestamp(moved(Date.parse(text)));
    if (field === 'manifest_line') {
      const line = walk(JSON.parse(text), field) as { file: string };
      return JSON.stringify({ ...line, file: hashShown(line.file), bytes: SHOWN_BYTES });
    }
    if (field === 'reported_line') {
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
    if (typeof value === 'number' && durations.includes(field)) return SHOWN_DURATION_MS;
    if (Array.isArray(value)) return value.map((item) => walk(item, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]));
  };
  return walk(recording, '') as Recorded;
}
