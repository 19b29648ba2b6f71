import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import { decode, queryParameters, verifySignature } from '../aws-signature.ts';
import { type JsonOperations, respondInJson } from '../json-protocol.ts';
import type { AwsRequest, AwsResponse, AwsService, Cloud, Need, Principal, ResourceType } from '../service.ts';
import { type Content, Contents } from './contents.ts';
import type { BucketProperties, StoredObject } from './s3-bucket.ts';
import { Bucket, corsRuleFor } from './s3-bucket.ts';
import { readPayload } from './s3-payload.ts';
import type { XmlContent } from './s3-xml.ts';
import { decodeXmlText, xmlDocument, xmlElements } from './s3-xml.ts';

const LONGEST_KEY_BYTES = 1024;
const LARGEST_METADATA_BYTES = 2048;
const LONGEST_PAGE = 1000;

/** Content headers that are stored with an object. A GET may override each with its `response-…` parameter. */
const contentHeaders = [
  'content-type',
  'content-language',
  'content-encoding',
  'content-disposition',
  'cache-control',
  'expires',
];

/** Parameters that do not name a subresource, in addition to `X-Amz-…` and `response-…`. */
const plainParameters = new Set([
  'x-id',
  'list-type',
  'prefix',
  'delimiter',
  'max-keys',
  'continuation-token',
  'start-after',
  'encoding-type',
  'fetch-owner',
]);

/** Supported `x-amz-` headers. Others are rejected, so that none is silently ignored. */
const understoodHeaders = new RegExp(
  `^x-amz-(${[
    'content-sha256|date|security-token|user-agent|decoded-content-length|trailer|expected-bucket-owner',
    'meta-.+|metadata-directive|copy-source(-if-.+)?|checksum-.+|sdk-checksum-algorithm',
    'server-side-encryption(-aws-kms-key-id|-bucket-key-enabled)?|optional-object-attributes|request-payer',
  ].join('|')})$`,
);

interface Call {
  /** As sent, plus the headers in the query of a presigned URL. */
  headers: Record<string, string>;
  query: Map<string, string>;
  bucket: Bucket;
  key: string;
  payloadHash: string;
  body: Buffer;
  principal: Principal | undefined;
}

type Operation = (call: Call) => AwsResponse;

/** Both ends included. */
interface ByteRange {
  first: number;
  last: number;
}

/** S3, path style, with signatures, expiry, preconditions and checksums enforced as AWS does. */
export class S3Service implements AwsService {
  readonly name = 's3';
  readonly resourceTypes: Readonly<Record<string, ResourceType>>;
  readonly #cloud: Cloud;
  readonly #contents = new Contents();
  readonly #buckets = new Map<string, Bucket>();
  readonly #operations: Readonly<Record<string, Operation>>;
  /** Operations that other services call by name. */
  readonly #internalOperations: JsonOperations = {
    DeleteObject: ({ Bucket: bucket, Key: key }: { Bucket: string; Key: string }) =>
      this.#delete(this.#bucket(bucket), key, 'DeleteObject'),
  };
  /** Starts with the time, so that it exceeds that of an earlier process, which used less than one per millisecond. */
  #sequence: number;

  constructor(cloud: Cloud) {
    this.#cloud = cloud;
    this.#sequence = cloud.clock.now();
    this.#operations = {
      'HEAD bucket': () => ({ status: 200 }),
      'GET bucket': (call) => this.#listObjects(call),
      'GET bucket?versions': (call) => this.#listVersions(call),
      'POST bucket?delete': (call) => this.#deleteObjects(call),
      'PUT object': (call) => (call.headers['x-amz-copy-source'] ? this.#copyObject(call) : this.#putObject(call)),
      'GET object': (call) => this.#getObject(call),
      'HEAD object': (call) => this.#describeObject(call).head,
      'GET object?versionId': (call) => this.#getObject(call),
      'DELETE object': (call) => this.#deleteObject(call),
      'DELETE object?versionId': (call) => this.#deleteVersion(call),
    };
    this.resourceTypes = {
      'AWS::S3::Bucket': {
        honors: [
          'BucketName',
          'CorsConfiguration',
          'LifecycleConfiguration',
          'NotificationConfiguration',
          'VersioningConfiguration',
        ],
        ignores: {
          BucketEncryption: 'encryption at rest is invisible to clients',
          LoggingConfiguration: 'access logs are for auditors, nothing reads them',
          OwnershipControls: 'there is one owner',
          PublicAccessBlockConfiguration: 'unsigned requests are always refused',
          Tags: 'billing and search only',
        },
        create: (properties, { logicalId }) => this.#createBucket(properties, logicalId),
      },
    };
  }

  /** Removes blobs that a killed process left without an object. */
  start(): void {
    this.#cloud.journal?.blobs.keepOnly(new Set([...this.#buckets.values()].flatMap(({ blobs }) => blobs)));
  }

  stop(): void {
    this.#contents.close();
  }

  bucketExists(name: string): boolean {
    return this.#buckets.has(name);
  }

  /** Whether the first segment of an undecoded path is a bucket. Such requests belong to S3 even when unsigned. */
  ownsPath(path: string): boolean {
    return this.bucketExists(bucketNameOf(path));
  }

  async handle(request: AwsRequest): Promise<AwsResponse> {
    if (request.isInternal) {
      const needs = (operation: string, { Bucket, Key }: { Bucket: string; Key: string }) => [
        { action: `s3:${operation}`, resource: arnOf(Bucket, Key) },
      ];
      return respondInJson(request, { version: '1.0', operations: this.#internalOperations, needs });
    }
    const response = await this.#answer(request);
    const headers = {
      ...response.headers,
      ...this.#corsHeaders(request),
      'x-amz-request-id': randomBytes(8).toString('hex').toUpperCase(),
    };
    return request.method === 'HEAD' ? { status: response.status, headers } : { ...response, headers };
  }

  async #answer(request: AwsRequest): Promise<AwsResponse> {
    try {
      return request.method === 'OPTIONS' ? this.#preflight(request) : await this.#serve(request);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      return this.refuse(error, request);
    }
  }

  refuse({ status, code, message, fields }: AwsError, { url }: AwsRequest): AwsResponse {
    if (status === 304) return { status: 304, headers: fields as Record<string, string> };
    const content = { Code: code, Message: message, ...(fields as Record<string, XmlContent>), Resource: url.pathname };
    return xmlResponse(status, 'Error', content);
  }

  async #serve(request: AwsRequest): Promise<AwsResponse> {
    const { clock, region } = this.#cloud;
    const { payloadHash } = await verifySignature(request, { region, service: 's3' }, clock.now());
    const query = queryParameters(request.url);
    const headers = { ...hoistedHeaders(query), ...request.headers };
    const key = keyOf(request.url.pathname);
    const route = routeOf(request.method, key, query);
    const operation = this.#operations[route];
    if (!operation) throw notImplemented(`${route} is not served`);
    const unknown = Object.keys(headers).find((name) => name.startsWith('x-amz-') && !understoodHeaders.test(name));
    if (unknown) throw notImplemented(`The header ${unknown} is not understood`);
    const call = {
      headers,
      query,
      bucket: this.#bucket(bucketNameOf(request.url.pathname)),
      key,
      payloadHash,
      body: request.body,
      principal: request.principal,
    };
    request.principal?.require(needsOf(route, call));
    return operation(call);
  }

  #putObject({ bucket, key, headers, body: raw, payloadHash }: Call): AwsResponse {
    if (headers['transfer-encoding'] && !headers['x-amz-decoded-content-length']) {
      throw notImplemented('A body of undeclared length (Transfer-Encoding)');
    }
    checkWritePreconditions(headers, this.#find(bucket, key));
    const { body, checksum } = readPayload(headers, raw, payloadHash);
    const object = this.#store(bucket, { key, body, checksum, headers: keptHeaders(headers) }, 'PutObject');
    return { status: 200, headers: { etag: object.etag, ...checksumHeaders(object) } };
  }

  #copyObject({ bucket, key, headers, principal }: Call): AwsResponse {
    const source = this.#copySource(headers, principal);
    checkWritePreconditions(headers, this.#find(bucket, key));
    const replaces = headers['x-amz-metadata-directive'] === 'REPLACE';
    if (!replaces && source.bucket === bucket && source.object.key === key) {
      throw new AwsError(
        'InvalidRequest',
        "This copy request is illegal because it is trying to copy an object to itself without changing the object's " +
          'metadata, storage class, website redirect location or encryption attributes.',
      );
    }
    const { content, checksum, headers: sourceHeaders } = source.object;
    const object = this.#store(
      bucket,
      { key, body: content.read(), checksum, headers: replaces ? keptHeaders(headers) : sourceHeaders },
      'CopyObject',
    );
    return xmlResponse(200, 'CopyObjectResult', {
      LastModified: isoInstant(object.lastModified),
      ETag: object.etag,
      ...(checksum && { [checksumElement(checksum.header)]: checksum.value }),
    });
  }

  #copySource(
    headers: Record<string, string>,
    principal: Principal | undefined,
  ): { bucket: Bucket; object: StoredObject } {
    const [bucketName = '', ...key] = decode(headers['x-amz-copy-source']!).replace(/^\//, '').split('/');
    const bucket = this.#bucket(bucketName);
    principal?.require([{ action: 's3:GetObject', resource: arnOf(bucketName, key.join('/')) }]);
    const object = this.#require(bucket, key.join('/'), principal);
    const { 'x-amz-copy-source-if-match': ifMatch, 'x-amz-copy-source-if-none-match': ifNoneMatch } = headers;
    if (ifMatch && !matchesEtag(ifMatch, object)) throw preconditionFailed('x-amz-copy-source-If-Match');
    if (ifNoneMatch && matchesEtag(ifNoneMatch, object)) throw preconditionFailed('x-amz-copy-source-If-None-Match');
    return { bucket, object };
  }

  #getObject(call: Call): AwsResponse {
    const { head, content, range } = this.#describeObject(call);
    return { ...head, body: content.read(range?.first, range?.last) };
  }

  /** The description of an object, and the requested range. */
  #describeObject({ bucket, key, headers, query, principal }: Call): {
    head: AwsResponse;
    content: Content;
    range: ByteRange | undefined;
  } {
    const versionId = query.get('versionId');
    const object =
      versionId === undefined ? this.#require(bucket, key, principal) : this.#requireVersion(bucket, key, versionId);
    checkReadPreconditions(headers, object);
    const { content } = object;
    const range = byteRange(headers.range, content.size);
    const length = range ? range.last - range.first + 1 : content.size;
    const head = {
      status: range ? 206 : 200,
      headers: {
        'accept-ranges': 'bytes',
        ...object.headers,
        ...responseOverrides(query),
        etag: object.etag,
        'last-modified': new Date(object.lastModified).toUTCString(),
        'content-length': String(length),
        ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${content.size}` }),
        // The checksum covers the whole object, so a client would reject a range with it.
        ...(!range && headers['x-amz-checksum-mode']?.toUpperCase() === 'ENABLED' && checksumHeaders(object)),
      },
    };
    return { head, content, range };
  }

  #deleteObject({ bucket, key, headers }: Call): AwsResponse {
    const ifMatch = headers['if-match'];
    const object = this.#find(bucket, key);
    if (ifMatch && object && !matchesEtag(ifMatch, object)) throw preconditionFailed('If-Match');
    this.#delete(bucket, key, 'DeleteObject');
    return { status: 204 };
  }

  #deleteVersion({ bucket, key, query }: Call): AwsResponse {
    const versionId = query.get('versionId')!;
    bucket.deleteVersion(key, versionId, this.#cloud.clock.now());
    return { status: 204, headers: { 'x-amz-version-id': versionId } };
  }

  #deleteObjects({ bucket, headers, body: raw, payloadHash, principal }: Call): AwsResponse {
    const xml = readPayload(headers, raw, payloadHash).body.toString();
    const keys = xmlElements(xml, 'Object').flatMap((object) => xmlElements(object, 'Key').map(decodeXmlText));
    if (keys.length === 0 || keys.length > LONGEST_PAGE) {
      throw new AwsError(
        'MalformedXML',
        'The XML you provided was not well-formed or did not validate against our published schema',
      );
    }
    principal?.require(keys.map((key) => ({ action: 's3:DeleteObject', resource: arnOf(bucket.name, key) })));
    for (const key of keys) this.#delete(bucket, key, 'DeleteObject');
    const isQuiet = xmlElements(xml, 'Quiet')[0] === 'true';
    return xmlResponse(200, 'DeleteResult', { Deleted: isQuiet ? [] : keys.map((Key) => ({ Key })) });
  }

  #listObjects({ bucket, query }: Call): AwsResponse {
    if (query.get('list-type') !== '2') throw notImplemented('Only version 2 of ListObjects');
    const [prefix, delimiter, startAfter] = ['prefix', 'delimiter', 'start-after'].map((name) => query.get(name) ?? '');
    const token = query.get('continuation-token');
    const position = token === undefined ? undefined : readToken(token);
    const maxKeys = Math.min(pageSize(query.get('max-keys')), LONGEST_PAGE);
    const page = bucket.list(
      {
        prefix: prefix!,
        delimiter: delimiter!,
        after: position?.name ?? startAfter!,
        skipPrefix: position?.isPrefix ? position.name : undefined,
        maxKeys,
      },
      this.#cloud.clock.now(),
    );
    const written = query.get('encoding-type') === 'url' ? encodeURIComponent : String;
    return xmlResponse(200, 'ListBucketResult', {
      Name: bucket.name,
      Prefix: written(prefix!),
      Delimiter: delimiter ? written(delimiter) : undefined,
      StartAfter: startAfter ? written(startAfter) : undefined,
      EncodingType: query.get('encoding-type'),
      MaxKeys: maxKeys,
      KeyCount: page.objects.length + page.commonPrefixes.length,
      IsTruncated: page.last !== undefined,
      ContinuationToken: token,
      NextContinuationToken: page.last && writeToken(page.last),
      Contents: page.objects.map(({ key, lastModified, etag, content, checksum }) => ({
        Key: written(key),
        LastModified: isoInstant(lastModified),
        ETag: etag,
        ChecksumAlgorithm: checksum && checksumElement(checksum.header).slice('Checksum'.length),
        Size: content.size,
        StorageClass: 'STANDARD',
      })),
      CommonPrefixes: page.commonPrefixes.map((Prefix) => ({ Prefix: written(Prefix) })),
    });
  }

  /** One page, because callers list the versions of few keys. */
  #listVersions({ bucket, query }: Call): AwsResponse {
    const prefix = query.get('prefix') ?? '';
    const versions = bucket.versions(prefix, this.#cloud.clock.now());
    if (versions.length > LONGEST_PAGE) throw notImplemented(`More than ${LONGEST_PAGE} versions in a list`);
    const written = query.get('encoding-type') === 'url' ? encodeURIComponent : String;
    return xmlResponse(200, 'ListVersionsResult', {
      Name: bucket.name,
      Prefix: written(prefix),
      EncodingType: query.get('encoding-type'),
      MaxKeys: LONGEST_PAGE,
      IsTruncated: false,
      Version: versions.map(({ key, versionId, isLatest, lastModified, etag, content }) => ({
        Key: written(key),
        VersionId: versionId,
        IsLatest: isLatest,
        LastModified: isoInstant(lastModified),
        ETag: etag,
        Size: content.size,
        StorageClass: 'STANDARD',
      })),
    });
  }

  #preflight(request: AwsRequest): AwsResponse {
    const bucket = this.#bucket(bucketNameOf(request.url.pathname));
    const {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': names,
    } = request.headers;
    if (!origin || !method) {
      throw new AwsError('BadRequest', 'Insufficient information. Origin request header needed.', 400);
    }
    const headers = (names ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);
    const rule = corsRuleFor(bucket.corsRules, origin, method, headers);
    if (!rule) {
      const reason =
        bucket.corsRules.length > 0 ? 'This CORS request is not allowed' : 'CORS is not enabled for this bucket';
      throw new AwsError('AccessForbidden', `CORSResponse: ${reason}.`, 403, {
        Method: method,
        ResourceType: 'OBJECT',
      });
    }
    return {
      status: 200,
      headers: {
        ...(headers.length > 0 && { 'access-control-allow-headers': headers.join(', ') }),
        ...(rule.maxAgeSeconds !== undefined && { 'access-control-max-age': String(rule.maxAgeSeconds) }),
      },
    };
  }

  #corsHeaders({ method, url, headers }: AwsRequest): Record<string, string> {
    const bucket = this.#buckets.get(bucketNameOf(url.pathname));
    const origin = headers.origin;
    if (!bucket || origin === undefined) return {};
    const rule = corsRuleFor(bucket.corsRules, origin, headers['access-control-request-method'] ?? method, []);
    if (!rule) return {};
    const allowsAnyone = rule.allowedOrigins.includes('*');
    return {
      'access-control-allow-origin': allowsAnyone ? '*' : origin,
      'access-control-allow-methods': rule.allowedMethods.join(', '),
      ...(rule.exposedHeaders.length > 0 && { 'access-control-expose-headers': rule.exposedHeaders.join(', ') }),
      ...(!allowsAnyone && { 'access-control-allow-credentials': 'true' }),
      vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    };
  }

  #createBucket(properties: BucketProperties, logicalId: string) {
    const name = properties.BucketName ?? logicalId.toLowerCase().slice(0, 63);
    this.#buckets.set(name, new Bucket(name, properties, this.#contents, this.#cloud.journal));
    return {
      ref: name,
      attributes: {
        Arn: `arn:aws:s3:::${name}`,
        DomainName: `${name}.s3.amazonaws.com`,
        RegionalDomainName: `${name}.s3.${this.#cloud.region}.amazonaws.com`,
      },
    };
  }

  #bucket(name: string): Bucket {
    const bucket = this.#buckets.get(name);
    if (!bucket) throw new AwsError('NoSuchBucket', 'The specified bucket does not exist', 404, { BucketName: name });
    return bucket;
  }

  #find(bucket: Bucket, key: string): StoredObject | undefined {
    return bucket.get(key, this.#cloud.clock.now());
  }

  /**
   * "If you have the s3:ListBucket permission on the bucket, Amazon S3 returns an HTTP status code 404 (Not Found) error",
   * otherwise 403 (https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html).
   */
  #require(bucket: Bucket, key: string, principal?: Principal): StoredObject {
    const object = this.#find(bucket, key);
    if (object) return object;
    principal?.require([{ action: 's3:ListBucket', resource: arnOf(bucket.name) }]);
    throw noSuchKey(key);
  }

  #requireVersion(bucket: Bucket, key: string, versionId: string): StoredObject {
    const version = bucket.version(key, versionId, this.#cloud.clock.now());
    if (!version) throw new AwsError('NoSuchVersion', 'The specified version does not exist.', 404, { Key: key });
    return version;
  }

  #store(
    bucket: Bucket,
    { body, ...known }: Omit<StoredObject, 'content' | 'etag' | 'lastModified'> & { body: Buffer },
    reason: string,
  ): StoredObject {
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    // Whole seconds, like the Last-Modified header and its preconditions.
    const lastModified = Math.floor(this.#cloud.clock.now() / 1000) * 1000;
    const object = { ...known, content: this.#contents.write(body), etag, lastModified };
    const versionId = bucket.put(object);
    this.#announce(bucket, 'Object Created', reason, {
      key: object.key,
      size: body.length,
      etag: etag.slice(1, -1),
      ...(versionId !== undefined && { 'version-id': versionId }),
    });
    return object;
  }

  #delete(bucket: Bucket, key: string, reason: string): void {
    if (bucket.delete(key, this.#cloud.clock.now()))
      this.#announce(bucket, 'Object Deleted', reason, { key }, { 'deletion-type': 'Permanently Deleted' });
  }

  /** @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html */
  #announce(bucket: Bucket, detailType: string, reason: string, object: Record<string, unknown>, more = {}): void {
    if (!bucket.notifiesEventBridge) return;
    const { clock, region, accountId } = this.#cloud;
    const event = {
      version: '0',
      id: randomUUID(),
      'detail-type': detailType,
      source: 'aws.s3',
      account: accountId,
      time: new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
      region,
      resources: [`arn:aws:s3:::${bucket.name}`],
      detail: {
        version: '0',
        bucket: { name: bucket.name },
        object: { ...object, sequencer: (++this.#sequence).toString(16).toUpperCase().padStart(18, '0') },
        'request-id': randomBytes(8).toString('hex').toUpperCase(),
        requester: accountId,
        'source-ip-address': '127.0.0.1',
        reason,
        ...more,
      },
    };
    this.#cloud.deliver(`arn:aws:events:${region}:${accountId}:event-bus/default`, event).catch((error: unknown) => {
      this.#cloud.log(`S3: an "${detailType}" event of ${bucket.name} was not delivered: ${String(error)}`);
    });
  }
}

/** Bucket names have no characters that need encoding. */
function bucketNameOf(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

/** @throws AwsError KeyTooLongError, InvalidURI */
function keyOf(path: string): string {
  const key = decode(path.split('/').slice(2).join('/'));
  if (Buffer.byteLength(key) > LONGEST_KEY_BYTES) throw new AwsError('KeyTooLongError', 'Your key is too long');
  return key;
}

/**
 * The action of each route, on the bucket or the object. Routes with other objects in a header or body check those
 * themselves. https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html
 */
const actions: Readonly<Record<string, string>> = {
  'HEAD bucket': 's3:ListBucket',
  'GET bucket': 's3:ListBucket',
  'GET bucket?versions': 's3:ListBucketVersions',
  'PUT object': 's3:PutObject',
  'GET object': 's3:GetObject',
  'HEAD object': 's3:GetObject',
  'GET object?versionId': 's3:GetObjectVersion',
  'DELETE object': 's3:DeleteObject',
  'DELETE object?versionId': 's3:DeleteObjectVersion',
};

function needsOf(route: string, { bucket, key, query, headers }: Call): Need[] {
  const action = actions[route];
  const values: Readonly<Record<string, string | null | undefined>> = {
    's3:prefix': query.get('prefix'),
    's3:if-none-match': headers['if-none-match'],
  };
  const context: Need['context'] = (name) => {
    const value = values[name];
    return value === undefined || value === null ? undefined : [value];
  };
  return action === undefined ? [] : [{ action, resource: arnOf(bucket.name, key), context }];
}

function arnOf(bucket: string, key = ''): string {
  return `arn:aws:s3:::${bucket}${key === '' ? '' : `/${key}`}`;
}

/** `GET object`, `POST bucket?delete`: the method, bucket or object, and the subresource, if any. */
function routeOf(method: string, key: string, query: Map<string, string>): string {
  const subresource = [...query.keys()].find((name) => !plainParameters.has(name) && !/^(x-amz|response)-/i.test(name));
  return `${method} ${key === '' ? 'bucket' : 'object'}${subresource === undefined ? '' : `?${subresource}`}`;
}

/**
 * Headers in the query of a presigned URL. S3 signs a checksum there and then ignores it: the signer does not know the body
 * yet, and SDKs insert the checksum of an empty one (ministackorg/ministack#1705, aws/aws-sdk-go-v2#2610).
 */
function hoistedHeaders(query: Map<string, string>): Record<string, string> {
  const signing = /^x-amz-(algorithm|credential|date|expires|signedheaders|signature|security-token|content-sha256)$/;
  const checksum = /^x-amz-checksum-(?!mode$)/;
  const lowerCased = [...query].map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(
    lowerCased.filter(([name]) => name.startsWith('x-amz-') && !signing.test(name) && !checksum.test(name)),
  );
}

function keptHeaders(headers: Record<string, string>): Record<string, string> {
  const metadata = Object.entries(headers).filter(([name]) => name.startsWith('x-amz-meta-'));
  const metadataBytes = metadata.reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name + value) - 'x-amz-meta-'.length,
    0,
  );
  if (metadataBytes > LARGEST_METADATA_BYTES) {
    throw new AwsError('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size');
  }
  // `aws-chunked` describes the transfer, not the object.
  const encoding = headers['content-encoding']
    ?.split(',')
    .filter((name) => name.trim() !== 'aws-chunked')
    .join(',');
  const content = { 'content-type': 'binary/octet-stream', ...headers, 'content-encoding': encoding };
  const sent = contentHeaders.flatMap((name) => {
    const value = (content as Record<string, string | undefined>)[name];
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries([...sent, ...metadata]);
}

function responseOverrides(query: Map<string, string>): Record<string, string> {
  return Object.fromEntries(
    contentHeaders.flatMap((name) => {
      const value = query.get(`response-${name}`);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html */
function checkWritePreconditions(headers: Record<string, string>, existing: StoredObject | undefined): void {
  const { 'if-none-match': ifNoneMatch, 'if-match': ifMatch } = headers;
  if (ifNoneMatch !== undefined && ifNoneMatch !== '*') {
    throw notImplemented(
      'A header you provided implies functionality that is not implemented: If-None-Match other than *',
    );
  }
  if (ifNoneMatch === '*' && existing) throw preconditionFailed('If-None-Match');
  if (ifMatch === undefined) return;
  if (!existing) throw new AwsError('NoSuchKey', 'The specified key does not exist.', 404);
  if (!matchesEtag(ifMatch, existing)) throw preconditionFailed('If-Match');
}

/** RFC 9110, section 13.2.2: an entity tag outranks a date. */
function checkReadPreconditions(headers: Record<string, string>, object: StoredObject): void {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  const unmodifiedSince = Date.parse(headers['if-unmodified-since'] ?? '');
  const modifiedSince = Date.parse(headers['if-modified-since'] ?? '');
  if (ifMatch !== undefined) {
    if (!matchesEtag(ifMatch, object)) throw preconditionFailed('If-Match');
  } else if (object.lastModified > unmodifiedSince) throw preconditionFailed('If-Unmodified-Since');
  const isUnchanged =
    ifNoneMatch !== undefined ? matchesEtag(ifNoneMatch, object) : object.lastModified <= modifiedSince;
  if (isUnchanged) throw new AwsError('NotModified', 'Not Modified', 304, { etag: object.etag });
}

function matchesEtag(condition: string, object: StoredObject): boolean {
  const unquoted = (etag: string) => etag.trim().replace(/^"|"$/g, '');
  return condition.split(',').some((etag) => etag.trim() === '*' || unquoted(etag) === unquoted(object.etag));
}

/**
 * The requested range, bounds included; undefined for the whole object, also when the header cannot be parsed.
 * @throws AwsError InvalidRange (416) when it begins beyond the end.
 */
function byteRange(header: string | undefined, size: number): ByteRange | undefined {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!parts || (parts[1] === '' && parts[2] === '')) return undefined;
  const isSuffix = parts[1] === '';
  const first = isSuffix ? Math.max(size - Number(parts[2]), 0) : Number(parts[1]);
  const last = isSuffix || parts[2] === '' ? size - 1 : Math.min(Number(parts[2]), size - 1);
  if (first >= size) {
    throw new AwsError('InvalidRange', 'The requested range is not satisfiable', 416, {
      RangeRequested: header,
      ActualObjectSize: size,
    });
  }
  return first <= last ? { first, last } : undefined;
}

function checksumHeaders({ checksum }: StoredObject): Record<string, string> {
  return checksum ? { [checksum.header]: checksum.value, 'x-amz-checksum-type': 'FULL_OBJECT' } : {};
}

/** `x-amz-checksum-sha256` → `ChecksumSHA256` */
function checksumElement(header: string): string {
  return `Checksum${header.slice('x-amz-checksum-'.length).toUpperCase()}`;
}

function pageSize(text: string | undefined): number {
  if (text === undefined) return LONGEST_PAGE;
  if (!/^\d+$/.test(text))
    throw new AwsError('InvalidArgument', 'Provided max-keys not an integer or within integer range');
  return Number(text);
}

function writeToken(position: { name: string; isPrefix: boolean }): string {
  return Buffer.from(JSON.stringify([position.name, position.isPrefix])).toString('base64');
}

function readToken(token: string): { name: string; isPrefix: boolean } {
  const match = /^\[("(?:.*)"),(true|false)\]$/s.exec(Buffer.from(token, 'base64').toString());
  if (!match) throw new AwsError('InvalidArgument', 'The continuation token provided is incorrect');
  return { name: JSON.parse(match[1]!) as string, isPrefix: match[2] === 'true' };
}

function xmlResponse(status: number, root: string, content: XmlContent): AwsResponse {
  return { status, headers: { 'content-type': 'application/xml' }, body: xmlDocument(root, content) };
}

function isoInstant(instant: number): string {
  return new Date(instant).toISOString();
}

function noSuchKey(key: string): AwsError {
  return new AwsError('NoSuchKey', 'The specified key does not exist.', 404, { Key: key });
}

function preconditionFailed(condition: string): AwsError {
  const message = 'At least one of the pre-conditions you specified did not hold';
  return new AwsError('PreconditionFailed', message, 412, { Condition: condition });
}

function notImplemented(what: string): AwsError {
  return new AwsError('NotImplemented', `${what}: not implemented by the local cloud`, 501);
}
