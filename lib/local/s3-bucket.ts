import type { Checksum } from './s3-payload.ts';

const DAY_MS = 24 * 3600 * 1000;

export interface StoredObject {
  key: string;
  body: Buffer;
  /** Quoted MD5, as the ETag header carries it. */
  etag: string;
  /** Epoch milliseconds. */
  lastModified: number;
  /** Content headers and `x-amz-meta-` headers, given back as they were sent. */
  headers: Record<string, string>;
  checksum: Checksum | undefined;
}

export interface CorsRule {
  allowedOrigins: string[];
  allowedMethods: string[];
  allowedHeaders: string[];
  exposedHeaders: string[];
  maxAgeSeconds: number | undefined;
}

interface Expiration {
  prefix: string;
  days: number;
}

export interface ListRequest {
  prefix: string;
  delimiter: string;
  /** Keys up to this one are left out. */
  after: string;
  /** Leaves out every key that begins so: a common prefix the previous page ended with. */
  skipPrefix: string | undefined;
  maxKeys: number;
}

export interface ListPage {
  objects: StoredObject[];
  commonPrefixes: string[];
  /** What the page ended with, when there is more. */
  last: { name: string; isPrefix: boolean } | undefined;
}

/** Properties of `AWS::S3::Bucket` that make a difference here, intrinsics resolved. */
export interface BucketProperties {
  BucketName?: string;
  CorsConfiguration?: { CorsRules: CorsRuleProperties[] };
  LifecycleConfiguration?: { Rules: LifecycleRuleProperties[] };
  NotificationConfiguration?: NotificationProperties;
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
}

interface NotificationProperties {
  EventBridgeConfiguration?: { EventBridgeEnabled?: boolean | string };
}

/** The objects of one bucket, in memory. Lifecycle rules are applied when an object is looked at. */
export class Bucket {
  readonly name: string;
  readonly corsRules: readonly CorsRule[];
  readonly notifiesEventBridge: boolean;
  readonly #expirations: readonly Expiration[];
  readonly #objects = new Map<string, StoredObject>();
  #sortedKeys: string[] | undefined;

  /** @throws Error on a rule or setting inside the properties that the local cloud does not know */
  constructor(name: string, properties: BucketProperties) {
    this.name = name;
    this.corsRules = corsRulesOf(properties.CorsConfiguration);
    this.#expirations = expirationsOf(properties.LifecycleConfiguration);
    this.notifiesEventBridge = notifiesEventBridge(properties.NotificationConfiguration);
  }

  get(key: string, now: number): StoredObject | undefined {
    const object = this.#objects.get(key);
    if (!object || !this.#isExpired(object, now)) return object;
    this.delete(key);
    return undefined;
  }

  put(object: StoredObject): void {
    if (!this.#objects.has(object.key)) this.#sortedKeys = undefined;
    this.#objects.set(object.key, object);
  }

  delete(key: string): boolean {
    const existed = this.#objects.delete(key);
    if (existed) this.#sortedKeys = undefined;
    return existed;
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

  /** S3 counts days from the creation and rounds up to the next midnight UTC. */
  #isExpired({ key, lastModified }: StoredObject, now: number): boolean {
    return this.#expirations.some(
      ({ prefix, days }) =>
        key.startsWith(prefix) && now >= Math.ceil((lastModified + days * DAY_MS) / DAY_MS) * DAY_MS,
    );
  }
}

/** The rule that allows `method` from `origin`, or undefined. One `*` in an allowed origin stands for any text. */
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
 * Whether the bucket's events go to the default bus. The other targets of a notification are unknown here.
 * @throws Error when there are others
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

/** Multipart uploads and older versions do not exist locally, so rules about them alone have nothing to do. */
function expirationsOf(configuration: BucketProperties['LifecycleConfiguration']): Expiration[] {
  const rules = configuration?.Rules ?? [];
  const known = ['Id', 'Status', 'Prefix', 'ExpirationInDays'];
  const withoutEffect = ['AbortIncompleteMultipartUpload', 'NoncurrentVersionExpiration', 'ExpiredObjectDeleteMarker'];
  for (const rule of rules) refuseUnknown(rule, [...known, ...withoutEffect], 'LifecycleConfiguration');
  return rules
    .filter((rule) => rule.Status === 'Enabled' && rule.ExpirationInDays !== undefined)
    .map((rule) => ({ prefix: rule.Prefix ?? '', days: Number(rule.ExpirationInDays) }));
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
