import { type Blobs, type DurableMap, durableMap, type Journal } from '../journal.ts';
import type { Content, Contents } from './contents.ts';
import type { Checksum } from './s3-payload.ts';

const DAY_MS = 24 * 3600 * 1000;

export interface StoredObject {
  key: string;
  content: Content;
  /** Quoted MD5, as the ETag header carries it. */
  etag: string;
  /** Epoch milliseconds. */
  lastModified: number;
  /** Content headers and `x-amz-meta-` headers, returned as they were sent. */
  headers: Record<string, string>;
  checksum: Checksum | undefined;
  versionId?: string;
}

export interface CorsRule {
  allowedOrigins: string[];
  allowedMethods: string[];
  allowedHeaders: string[];
  exposedHeaders: string[];
  maxAgeSeconds: number | undefined;
}

/** A version of an object: the current one, or one that was overwritten, deleted or expired. */
export interface Version extends StoredObject {
  versionId: string;
  isLatest: boolean;
}

interface OlderVersion extends StoredObject {
  versionId: string;
  /** Epoch milliseconds. */
  noncurrentSince: number;
}

interface Expiration {
  prefix: string;
  /** Days until the object is deleted, or becomes an older version in a bucket with versions. */
  days: number | undefined;
  /** Days until an older version is deleted. */
  noncurrentDays: number | undefined;
}

/** The version id of objects in buckets without versions. */
export const NULL_VERSION = 'null';

export interface ListRequest {
  prefix: string;
  delimiter: string;
  /** Skips keys up to and including this one. */
  after: string;
  /** Skips every key with this prefix: the common prefix that ended the previous page. */
  skipPrefix: string | undefined;
  maxKeys: number;
}

export interface ListPage {
  objects: StoredObject[];
  commonPrefixes: string[];
  /** The last entry of the page, if there are more. */
  last: { name: string; isPrefix: boolean } | undefined;
}

/** Properties of `AWS::S3::Bucket` that make a difference here, intrinsics resolved. */
export interface BucketProperties {
  BucketName?: string;
  CorsConfiguration?: { CorsRules: CorsRuleProperties[] };
  LifecycleConfiguration?: { Rules: LifecycleRuleProperties[] };
  NotificationConfiguration?: NotificationProperties;
  VersioningConfiguration?: { Status: string };
}

interface CorsRuleProperties {
  AllowedOrigins: string[];
  AllowedMethods: string[];
  AllowedHeaders?: string[];
  ExposedHeaders?: string[];
  MaxAge?: number | string;
}

interface LifecycleRuleProperties {
  Status: string;
  Prefix?: string;
  ExpirationInDays?: number | string;
  NoncurrentVersionExpiration?: { NoncurrentDays: number | string };
}

interface NotificationProperties {
  EventBridgeConfiguration?: { EventBridgeEnabled?: boolean | string };
}

/** The stored description of an object; its content is a blob. */
interface StoredVersion extends Omit<StoredObject, 'key' | 'content'> {
  blob: string;
  noncurrentSince?: number;
}

/** The versions of a key, oldest first, and whether the last one is the current object. */
interface StoredVersions {
  versions: StoredVersion[];
  isPresent: boolean;
}

/** The objects of one bucket. Lifecycle rules are applied when an object is accessed. */
export class Bucket {
  readonly name: string;
  readonly corsRules: readonly CorsRule[];
  readonly notifiesEventBridge: boolean;
  readonly #expirations: readonly Expiration[];
  readonly #objects = new Map<string, StoredObject>();
  readonly #isVersioned: boolean;
  /** By key, oldest first. Delete markers are not kept: they have no content. */
  readonly #older = new Map<string, OlderVersion[]>();
  #versions = 0;
  #sortedKeys: string[] | undefined;
  readonly #contents: Contents;
  readonly #blobs: Blobs | undefined;
  /** By key. */
  readonly #kept: DurableMap<StoredVersions>;
  /** Key → content of each of its versions → its blob. */
  readonly #blobsByKey = new Map<string, ReadonlyMap<Content, string>>();

  /**
   * Starts with the objects of an earlier process.
   * @throws Error for an unsupported rule or setting in the properties
   */
  constructor(name: string, properties: BucketProperties, contents: Contents, journal?: Journal) {
    this.name = name;
    this.#contents = contents;
    this.#blobs = journal?.blobs;
    this.#kept = durableMap(journal, `s3:${name}`);
    this.corsRules = corsRulesOf(properties.CorsConfiguration);
    this.#expirations = expirationsOf(properties.LifecycleConfiguration);
    this.#isVersioned = properties.VersioningConfiguration?.Status === 'Enabled';
    this.notifiesEventBridge = notifiesEventBridge(properties.NotificationConfiguration);
    for (const [key, kept] of this.#kept.restore()) this.#takeBack(key, kept);
  }

  /** The blobs that hold its objects. */
  get blobs(): string[] {
    return [...this.#blobsByKey.values()].flatMap((blobs) => [...blobs.values()]);
  }

  get(key: string, now: number): StoredObject | undefined {
    const object = this.#objects.get(key);
    const expiry = object && this.#expiryOf(object);
    if (expiry === undefined || now < expiry) return object;
    this.delete(key, expiry);
    return undefined;
  }

  /** @returns the version id, in a bucket with versions */
  put(object: StoredObject): string | undefined {
    this.#retire(object.key, object.lastModified);
    if (!this.#objects.has(object.key)) this.#sortedKeys = undefined;
    this.#objects.set(object.key, object);
    const versionId = this.#isVersioned ? this.#idOf(object) : undefined;
    this.#keep(object.key);
    return versionId;
  }

  /** In a bucket with versions, a deleted object becomes an older version. */
  delete(key: string, now: number): boolean {
    this.#retire(key, now);
    const existed = this.#objects.delete(key);
    if (existed) this.#sortedKeys = undefined;
    if (existed) this.#keep(key);
    return existed;
  }

  /** Every version whose key has the prefix; for each key, newest first. */
  versions(prefix: string, now: number): Version[] {
    const keys = [...new Set([...this.#objects.keys(), ...this.#older.keys()])].sort();
    return keys.filter((key) => key.startsWith(prefix)).flatMap((key) => this.#versionsOf(key, now));
  }

  version(key: string, versionId: string, now: number): Version | undefined {
    return this.#versionsOf(key, now).find((version) => version.versionId === versionId);
  }

  /** Deletes one version permanently; true if it was the current one. */
  deleteVersion(key: string, versionId: string, now: number): boolean {
    const isLatest = this.version(key, versionId, now)?.isLatest === true;
    if (isLatest) this.delete(key, now);
    this.#older.set(
      key,
      (this.#older.get(key) ?? []).filter((version) => version.versionId !== versionId),
    );
    this.#keep(key);
    return isLatest;
  }

  #versionsOf(key: string, now: number): Version[] {
    const present = this.get(key, now);
    const older = this.#older.get(key) ?? [];
    const kept = older.filter((version) => !this.#isForgotten(version, now));
    if (kept.length > 0) this.#older.set(key, kept);
    else this.#older.delete(key);
    if (kept.length < older.length) this.#keep(key);
    const latest = present ? [{ ...present, versionId: this.#idOf(present), isLatest: true }] : [];
    return [...latest, ...kept.toReversed().map((version) => ({ ...version, isLatest: false }))];
  }

  /** Stores the current versions of a key. */
  #keep(key: string): void {
    const store = this.#blobs;
    if (!store) return;
    const present = this.#objects.get(key);
    const all = [...(this.#older.get(key) ?? []), ...(present ? [present] : [])];
    const before = this.#blobsByKey.get(key) ?? new Map<Content, string>();
    const after = new Map(all.map(({ content }) => [content, before.get(content) ?? store.write(content.read())]));
    this.#setBlobs(key, after);
    const versions = all.map(({ key: _, content, ...known }) => ({ ...known, blob: after.get(content)! }));
    if (all.length > 0) this.#kept.put(key, { versions, isPresent: present !== undefined });
    else this.#kept.delete(key);
    for (const [content, blob] of before) if (!after.has(content)) store.remove(blob);
  }

  #setBlobs(key: string, blobs: ReadonlyMap<Content, string>): void {
    if (blobs.size > 0) this.#blobsByKey.set(key, blobs);
    else this.#blobsByKey.delete(key);
  }

  #takeBack(key: string, { versions, isPresent }: StoredVersions): void {
    const older: OlderVersion[] = [];
    const blobs = new Map<Content, string>();
    for (const [index, { blob, ...known }] of versions.entries()) {
      const content = this.#contents.write(this.#blobs!.read(blob));
      blobs.set(content, blob);
      this.#versions = Math.max(this.#versions, Number(known.versionId?.slice(1) ?? 0));
      if (isPresent && index === versions.length - 1) this.#objects.set(key, { ...known, key, content });
      else older.push({ ...known, key, content } as OlderVersion);
    }
    if (older.length > 0) this.#older.set(key, older);
    this.#setBlobs(key, blobs);
  }

  #retire(key: string, noncurrentSince: number): void {
    const object = this.#objects.get(key);
    if (!object || !this.#isVersioned) return;
    const older = this.#older.get(key) ?? [];
    this.#older.set(key, [...older, { ...object, versionId: this.#idOf(object), noncurrentSince }]);
  }

  /** The version id, assigned on first use. */
  #idOf(object: StoredObject): string {
    if (!this.#isVersioned) return NULL_VERSION;
    return (object.versionId ??= `v${++this.#versions}`);
  }

  list({ prefix, delimiter, after, skipPrefix, maxKeys }: ListRequest, now: number): ListPage {
    const page: ListPage = { objects: [], commonPrefixes: [], last: undefined };
    let latestPrefix = skipPrefix;
    let last: ListPage['last'];
    const keys = this.#keys();
    for (let index = firstAfter(keys, after, prefix); index < keys.length; index++) {
      const key = keys[index]!;
      if (!key.startsWith(prefix)) break;
      if (latestPrefix !== undefined && key.startsWith(latestPrefix)) continue;
      const object = this.get(key, now);
      if (!object) continue;
      if (page.objects.length + page.commonPrefixes.length === maxKeys) return { ...page, last };
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
      if (end < 0) {
        page.objects.push(object);
        last = { name: key, isPrefix: false };
      } else {
        latestPrefix = key.slice(0, end + delimiter.length);
        page.commonPrefixes.push(latestPrefix);
        last = { name: latestPrefix, isPrefix: true };
      }
    }
    return page;
  }

  /** S3 orders by UTF-8 bytes; this order differs only for characters beyond the basic plane. */
  #keys(): string[] {
    return (this.#sortedKeys ??= [...this.#objects.keys()].sort());
  }

  /** When lifecycle rules expire an object. */
  #expiryOf({ key, lastModified }: StoredObject): number | undefined {
    const days = this.#daysFor(key, 'days');
    return days === undefined ? undefined : midnightAfter(lastModified, days);
  }

  #isForgotten({ key, noncurrentSince }: OlderVersion, now: number): boolean {
    const days = this.#daysFor(key, 'noncurrentDays');
    return days !== undefined && now >= midnightAfter(noncurrentSince, days);
  }

  /** The shortest of the rules for a key. */
  #daysFor(key: string, count: 'days' | 'noncurrentDays'): number | undefined {
    const counts = this.#expirations
      .filter(({ prefix }) => key.startsWith(prefix))
      .flatMap((rule) => rule[count] ?? []);
    return counts.length > 0 ? Math.min(...counts) : undefined;
  }
}

/** S3 counts days from an instant and rounds up to the next midnight UTC. */
function midnightAfter(instant: number, days: number): number {
  return Math.ceil((instant + days * DAY_MS) / DAY_MS) * DAY_MS;
}

/** The rule that allows `method` from `origin`, or undefined. One `*` in an allowed origin matches any text. */
export function corsRuleFor(
  rules: readonly CorsRule[],
  origin: string,
  method: string,
  headers: string[],
): CorsRule | undefined {
  return rules.find(
    (rule) =>
      rule.allowedMethods.includes(method) &&
      rule.allowedOrigins.some((pattern) => matchesPattern(pattern, origin)) &&
      headers.every((header) => rule.allowedHeaders.some((pattern) => matchesPattern(pattern.toLowerCase(), header))),
  );
}

/**
 * Whether the bucket's events go to the default bus.
 * @throws Error for other targets of notifications, which are not supported
 */
function notifiesEventBridge(configuration: NotificationProperties | undefined): boolean {
  if (!configuration) return false;
  refuseUnknown(configuration, ['EventBridgeConfiguration'], 'NotificationConfiguration');
  const eventBridge = configuration.EventBridgeConfiguration;
  return eventBridge !== undefined && String(eventBridge.EventBridgeEnabled ?? true) === 'true';
}

function corsRulesOf(configuration: BucketProperties['CorsConfiguration']): CorsRule[] {
  return (configuration?.CorsRules ?? []).map((rule) => {
    refuseUnknown(
      rule,
      ['Id', 'AllowedOrigins', 'AllowedMethods', 'AllowedHeaders', 'ExposedHeaders', 'MaxAge'],
      'CorsRules',
    );
    return {
      allowedOrigins: rule.AllowedOrigins,
      allowedMethods: rule.AllowedMethods,
      allowedHeaders: rule.AllowedHeaders ?? [],
      exposedHeaders: rule.ExposedHeaders ?? [],
      maxAgeSeconds: rule.MaxAge === undefined ? undefined : Number(rule.MaxAge),
    };
  });
}

/** Multipart uploads and delete markers do not exist locally, so rules about only those are ignored. */
function expirationsOf(configuration: BucketProperties['LifecycleConfiguration']): Expiration[] {
  const rules = configuration?.Rules ?? [];
  const known = ['Id', 'Status', 'Prefix', 'ExpirationInDays', 'NoncurrentVersionExpiration'];
  const withoutEffect = ['AbortIncompleteMultipartUpload', 'ExpiredObjectDeleteMarker'];
  for (const rule of rules) {
    refuseUnknown(rule, [...known, ...withoutEffect], 'LifecycleConfiguration');
    refuseUnknown(rule.NoncurrentVersionExpiration ?? {}, ['NoncurrentDays'], 'NoncurrentVersionExpiration');
  }
  return rules
    .filter(({ Status }) => Status === 'Enabled')
    .map(({ Prefix = '', ExpirationInDays, NoncurrentVersionExpiration }) => ({
      prefix: Prefix,
      days: ExpirationInDays === undefined ? undefined : Number(ExpirationInDays),
      noncurrentDays: NoncurrentVersionExpiration && Number(NoncurrentVersionExpiration.NoncurrentDays),
    }));
}

function refuseUnknown(value: object, known: string[], where: string): void {
  const unknown = Object.keys(value).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`${where}: the local cloud does not know ${unknown.join(', ')}`);
}

function matchesPattern(pattern: string, text: string): boolean {
  const [start = '', end] = pattern.split('*');
  if (end === undefined) return pattern === text;
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}

/** Index of the first key that follows `after` and does not precede `prefix`. */
function firstAfter(sortedKeys: string[], after: string, prefix: string): number {
  let low = 0;
  let high = sortedKeys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const key = sortedKeys[middle]!;
    if (key <= after || key < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}
