import { createHmac, timingSafeEqual } from 'node:crypto';
import { escapeUri } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { getCanonicalHeaders, getSigningKey, SignatureV4Base } from '@smithy/signature-v4';
import type { HashConstructor } from '@smithy/types';
import { AwsError } from './aws-error.ts';
import type { AwsRequest } from './service.ts';

/** The secret of every access key. It protects nothing, but a wrong signature must be rejected. */
export const LOCAL_SECRET_ACCESS_KEY = 'local-secret-access-key';

const CREDENTIALS = { accessKeyId: 'any', secretAccessKey: LOCAL_SECRET_ACCESS_KEY };

export const UNSIGNED_PAYLOAD = 'UNSIGNED-PAYLOAD';

const ALGORITHM = 'AWS4-HMAC-SHA256';
const Sha256 = Hash.bind(null, 'sha256') as unknown as HashConstructor;
const LONGEST_EXPIRY_SECONDS = 7 * 24 * 3600;
const ALLOWED_SKEW_MS = 15 * 60_000;

/** The parts of a request that the signature covers. */
export type SignedRequest = Pick<AwsRequest, 'method' | 'url' | 'headers'>;

export interface SigningScope {
  region: string;
  service: string;
}

export interface VerifiedSignature {
  accessKeyId: string;
  presigned: boolean;
  /** Hexadecimal SHA-256 the body must have, or one of the words that exempt it (`UNSIGNED-PAYLOAD`, `STREAMING-…`). */
  payloadHash: string;
}

interface Claim {
  accessKeyId: string;
  /** `<yyyymmdd>/<region>/<service>/aws4_request` */
  scope: string;
  timestamp: string;
  signedHeaders: string[];
  signature: string;
  payloadHash: string;
  presigned: boolean;
}

/**
 * Verifies Signature Version 4, in the Authorization header or in the query of a presigned URL, with the errors of S3.
 * `now` is the virtual clock in epoch milliseconds: it decides expiry and skew. A client that signs a header with a key
 * that belongs to no role is outside the cloud, so it may use the machine's time.
 * @throws AwsError AccessDenied (unsigned, expired, unsigned `x-amz-` header), SignatureDoesNotMatch, RequestTimeTooSkewed,
 * AuthorizationHeaderMalformed, AuthorizationQueryParametersError, InvalidRequest, InvalidURI.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export async function verifySignature(
  request: SignedRequest,
  scope: SigningScope,
  now: number,
): Promise<VerifiedSignature> {
  const query = queryParameters(request.url);
  const claim = readClaim(request.headers, query);
  checkScope(claim, scope);
  if (claim.presigned) checkExpiry(claim, query, now);
  else checkSkew(claim, request.headers['x-amz-security-token'] === undefined ? [now, Date.now()] : [now]);
  checkSignedHeaders(claim, request.headers);

  const { canonicalRequest, stringToSign, signature } = await new Verifier(scope).expected(request, query, claim);
  if (!equal(signature, claim.signature)) {
    throw new AwsError(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
      403,
      {
        AWSAccessKeyId: claim.accessKeyId,
        StringToSign: stringToSign,
        SignatureProvided: claim.signature,
        CanonicalRequest: canonicalRequest,
      },
    );
  }
  return { accessKeyId: claim.accessKeyId, presigned: claim.presigned, payloadHash: claim.payloadHash };
}

/** The decoded query in the order it was sent. A plus is a blank, as S3 reads it. */
export function queryParameters(url: URL): Map<string, string> {
  const pairs = url.search.slice(1).split('&').filter(Boolean);
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decode(name.replaceAll('+', ' ')), decode(value.join('=').replaceAll('+', ' '))];
    }),
  );
}

/** @throws AwsError InvalidURI when the text is not percent-encoded UTF-8. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new AwsError('InvalidURI', "Couldn't parse the specified URI.");
  }
}

function readClaim(headers: Record<string, string>, query: Map<string, string>): Claim {
  const authorization = headers.authorization;
  const presigned = query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature');
  if (presigned && authorization !== undefined) {
    throw new AwsError(
      'InvalidArgument',
      'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, ' +
        'Signature query string parameter or the Authorization header should be specified',
    );
  }
  if (presigned) return readPresignedClaim(headers, query);
  if (authorization !== undefined) return readHeaderClaim(authorization, headers);
  throw new AwsError('AccessDenied', 'Access Denied', 403);
}

function readPresignedClaim(headers: Record<string, string>, query: Map<string, string>): Claim {
  const names = ['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature'];
  const [algorithm, credential, timestamp, , signedHeaders, signature] = names.map((name) =>
    query.get(`X-Amz-${name}`),
  );
  const missing = names.some((name) => !query.get(`X-Amz-${name}`));
  if (missing) {
    throw malformedQuery(
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, ' +
        'X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    );
  }
  if (algorithm !== ALGORITHM) throw malformedQuery(`X-Amz-Algorithm only supports "${ALGORITHM}"`);
  return {
    ...splitCredential(credential!, malformedQuery),
    timestamp: timestamp!,
    signedHeaders: signedHeaders!.split(';'),
    signature: signature!,
    payloadHash: query.get('X-Amz-Content-Sha256') ?? headers['x-amz-content-sha256'] ?? UNSIGNED_PAYLOAD,
    presigned: true,
  };
}

function readHeaderClaim(authorization: string, headers: Record<string, string>): Claim {
  const parts = /^AWS4-HMAC-SHA256 +Credential=([^,\s]+), *SignedHeaders=([^,\s]+), *Signature=([0-9a-f]+)$/.exec(
    authorization,
  );
  if (!parts) throw malformedHeader('The authorization header that you provided is not valid.');
  const timestamp = headers['x-amz-date'];
  if (!timestamp)
    throw new AwsError('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header', 403);
  const payloadHash = headers['x-amz-content-sha256'];
  if (!payloadHash)
    throw new AwsError('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  return {
    ...splitCredential(parts[1]!, malformedHeader),
    timestamp,
    signedHeaders: parts[2]!.split(';'),
    signature: parts[3]!,
    payloadHash,
    presigned: false,
  };
}

function splitCredential(credential: string, malformed: (message: string) => AwsError) {
  const [accessKeyId, ...scope] = credential.split('/');
  if (!accessKeyId || scope.length !== 4) {
    throw malformed('the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".');
  }
  return { accessKeyId, scope: scope.join('/') };
}

function checkScope(claim: Claim, { region, service }: SigningScope): void {
  const malformed = claim.presigned ? malformedQuery : malformedHeader;
  const [day, claimedRegion, claimedService, end] = claim.scope.split('/');
  if (claimedRegion !== region) throw malformed(`the region '${claimedRegion}' is wrong; expecting '${region}'`);
  if (claimedService !== service)
    throw malformed(`incorrect service "${claimedService}". This endpoint belongs to "${service}".`);
  if (end !== 'aws4_request') throw malformed(`incorrect terminal "${end}". This endpoint uses "aws4_request".`);
  if (day !== claim.timestamp.slice(0, 8))
    throw malformed(`Invalid credential date "${day}". This date is not the same as X-Amz-Date.`);
}

function checkExpiry(claim: Claim, query: Map<string, string>, now: number): void {
  const expires = query.get('X-Amz-Expires')!;
  const seconds = Number(expires);
  if (!/^\d+$/.test(expires)) throw malformedQuery('X-Amz-Expires should be a number');
  if (seconds > LONGEST_EXPIRY_SECONDS) {
    throw malformedQuery(
      'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
    );
  }
  const signedAt = instantOf(claim.timestamp, malformedQuery);
  if (signedAt > now + ALLOWED_SKEW_MS) throw new AwsError('AccessDenied', 'Request is not yet valid', 403);
  const expiresAt = signedAt + seconds * 1000;
  if (now > expiresAt) {
    throw new AwsError('AccessDenied', 'Request has expired', 403, {
      'X-Amz-Expires': expires,
      Expires: new Date(expiresAt).toISOString(),
      ServerTime: new Date(now).toISOString(),
    });
  }
}

function checkSkew(claim: Claim, clocks: readonly number[]): void {
  const signedAt = instantOf(claim.timestamp, malformedHeader);
  if (clocks.some((now) => Math.abs(now - signedAt) <= ALLOWED_SKEW_MS)) return;
  throw new AwsError(
    'RequestTimeTooSkewed',
    'The difference between the request time and the current time is too large.',
    403,
    {
      RequestTime: claim.timestamp,
      ServerTime: new Date(clocks[0]!).toISOString(),
      MaxAllowedSkewMilliseconds: ALLOWED_SKEW_MS,
    },
  );
}

/** Every `x-amz-` header changes what the request does, so none may be added to a signed request. */
function checkSignedHeaders(claim: Claim, headers: Record<string, string>): void {
  const changesMeaning = (name: string) => name === 'host' || name.startsWith('x-amz-');
  // The payload hash is signed, whether or not its header is.
  const isExempt = (name: string) => name === 'x-amz-content-sha256' || claim.signedHeaders.includes(name);
  const unsigned = Object.keys(headers).filter((name) => changesMeaning(name) && !isExempt(name));
  if (unsigned.length === 0) return;
  throw new AwsError('AccessDenied', 'There were headers present in the request which were not signed', 403, {
    HeadersNotSigned: unsigned.join(', '),
  });
}

interface ExpectedSignature {
  canonicalRequest: string;
  stringToSign: string;
  signature: string;
}

/** Signs the request again with the SDK's own signer, to compare the signatures. */
class Verifier extends SignatureV4Base {
  readonly #scope: SigningScope;

  constructor(scope: SigningScope) {
    // S3 signs the path as it was sent; for every other service it is escaped once more.
    super({ ...scope, credentials: CREDENTIALS, sha256: Sha256, uriEscapePath: false });
    this.#scope = scope;
  }

  async expected(request: SignedRequest, query: Map<string, string>, claim: Claim): Promise<ExpectedSignature> {
    const { method, url } = request;
    const path = url.pathname.split('/').map((segment) => escapeUri(decode(segment)));
    const headers = claim.signedHeaders.map((name) => [name, request.headers[name] ?? ''] as const);
    const signed = {
      method,
      path: path.join('/'),
      query: Object.fromEntries(query),
      headers: Object.fromEntries(headers),
      protocol: url.protocol,
      hostname: url.hostname,
    };
    const canonicalHeaders = getCanonicalHeaders(signed, undefined, new Set(claim.signedHeaders));
    const canonicalRequest = this.createCanonicalRequest(signed, canonicalHeaders, claim.payloadHash);
    const { timestamp, scope } = claim;
    const stringToSign = await this.createStringToSign(timestamp, scope, canonicalRequest, ALGORITHM);
    const { region, service } = this.#scope;
    const key = await getSigningKey(Sha256, CREDENTIALS, timestamp.slice(0, 8), region, service);
    return { canonicalRequest, stringToSign, signature: createHmac('sha256', key).update(stringToSign).digest('hex') };
  }
}

function instantOf(timestamp: string, malformed: (message: string) => AwsError): number {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(timestamp);
  const instant = parts ? Date.parse(timestamp.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')) : NaN;
  if (Number.isNaN(instant)) throw malformed("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  return instant;
}

function equal(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function malformedQuery(message: string): AwsError {
  return new AwsError('AuthorizationQueryParametersError', message);
}

function malformedHeader(message: string): AwsError {
  return new AwsError('AuthorizationHeaderMalformed', `The authorization header is malformed; ${message}`);
}
