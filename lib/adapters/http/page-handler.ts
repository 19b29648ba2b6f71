import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Logger } from '@aws-lambda-powertools/logger';
import type { Call, PendingResponse } from '../../core/domain/calls.ts';
import type { Locale } from '../../core/domain/locale.ts';
import { networkOf } from '../../core/domain/networks.ts';
import { noPage } from '../../core/security-headers.ts';
import { sha256 } from '../../core/sha256.ts';
import { describeFailure } from '../net/failure.ts';
import { clockOfWork, withTimeLeft } from '../net/time-left.ts';
import { confirmedTokenOf } from './confirmed-cookie.ts';
import { type ApiEvent, type ApiResult, requestHeader } from './exchange.ts';
import { endOfWork } from './gateway-time.ts';
import { localeOf } from './locale.ts';
import { isTemporary, type RequestLog } from './request-log.ts';
import { viewerNotes, type Visitor, visitorOf } from './visitor.ts';

/** A request of a person's browser. */
export interface PageRequest {
  /** The instant of the request, epoch milliseconds. */
  now: number;
  locale: Locale;
  /** From the URL, possibly typed by a person; empty if the URL has another form. */
  accountId: string;
  pageToken: string;
  /** The host that the browser requested; null if unknown. */
  host: string | null;
  query: Readonly<Record<string, string | undefined>>;
  /** Fields of the submitted form. */
  form: Readonly<Record<string, string>>;
  visitor: Visitor;
  /** The visitor's network, by which tries are counted. */
  network: string | null;
  /** SHA-256 of the token of a browser that has confirmed the page's verification. */
  browserSha256?: string | undefined;
  /** Joins the transaction of the person's action. The response is a redirect, which is not stored (rule ERR-1). */
  response: PendingResponse;
}

interface ShownPage {
  status: number;
  headers: Record<string, string>;
  html: string;
}

export type PageResponse =
  | (ShownPage & { verificationId?: string })
  /** Redirect after a form, so that reloading the page does not send the form again. */
  | { seeOther: string; verificationId: string; cookie?: string };

export interface PageOptions {
  /** Name of the endpoint in the log: its folder's name. */
  operation: string;
  /** Proves that a request came through the distribution. */
  originSecret: string;
  /** The page after a failure; it needs nothing from the request or the table, so it cannot fail too. */
  apology: (locale: Locale, status: 500 | 503) => ShownPage;
  clock?: () => number;
  log?: RequestLog;
}

/** Larger than any form of the pages. */
const LONGEST_FORM = 4096;

/**
 * One URL of the hosted page. Whatever fails, the person gets a page, and the log says which function failed and where,
 * without any content of the request (rule PRIV-4).
 */
export function pageHandler(
  options: PageOptions,
  perRequest: (request: PageRequest) => Promise<PageResponse>,
): (event: ApiEvent) => Promise<ApiResult> {
  const { operation, clock = () => Date.now(), log = new Logger({ serviceName: 'malote' }) } = options;
  return async (event) => {
    const now = clock();
    const locale = localeOf(requestHeader(event, 'accept-language'));
    // Stops when nobody waits any more, so that no try is counted of which the person does not know the result.
    const end = endOfWork(event, now);
    const requestId = event.requestContext.requestId ?? randomUUID();
    const { answer, objectId, failure } = await withTimeLeft(
      () => end - clock(),
      () => respondTo(event, { ...options, now, locale, requestId, perRequest }),
    );
    const line = {
      operation,
      request_id: requestId,
      object_id: objectId,
      status: answer.statusCode,
      duration_ms: clock() - now,
    };
    if (failure === undefined) log.info('page', line);
    else log.error('page', { ...line, failure: describeFailure(failure) });
    return answer;
  };
}

interface Handled {
  answer: ApiResult;
  objectId?: string | undefined;
  failure?: unknown;
}

async function respondTo(
  event: ApiEvent,
  {
    now,
    locale,
    requestId,
    originSecret,
    apology,
    perRequest,
  }: Pick<PageRequest, 'now' | 'locale'> &
    Pick<PageOptions, 'originSecret' | 'apology'> & {
      requestId: string;
      perRequest: (request: PageRequest) => Promise<PageResponse>;
    },
): Promise<Handled> {
  const { host, takesGzip } = viewerNotes(event, originSecret);
  const sent = (result: ApiResult) => (takesGzip ? compressed(result) : result);
  try {
    const visitor = visitorOf(event, originSecret);
    const token = confirmedTokenOf(event);
    const page = await perRequest({
      now,
      locale,
      accountId: event.pathParameters?.account_id ?? '',
      pageToken: event.pathParameters?.page_token ?? '',
      host,
      query: event.queryStringParameters ?? {},
      form: formOf(event),
      visitor,
      network: networkOf(visitor.ip),
      browserSha256: token && sha256(token),
      response: { call: callOf(requestId, now), status: SEE_OTHER, body: {} },
    });
    return { answer: sent(resultOf(page)), objectId: page.verificationId };
  } catch (failure) {
    return { answer: sent(resultOf(apology(locale, isTemporary(failure) ? 503 : 500))), failure };
  }
}

const SEE_OTHER = 303;

function callOf(id: string, startedAt: number): Call {
  return { id, startedAt, record: undefined, timeLeft: clockOfWork(), outcome: 'nothing' };
}

function resultOf(page: PageResponse): ApiResult {
  if ('seeOther' in page) {
    const headers = { ...noPage, Location: page.seeOther, 'Cache-Control': 'no-store' };
    return {
      statusCode: SEE_OTHER,
      headers: { ...headers, ...(page.cookie && { 'Set-Cookie': page.cookie }) },
      body: '',
    };
  }
  return { statusCode: page.status, headers: page.headers, body: page.html };
}

/**
 * A page as gzip. CloudFront does not compress uncacheable pages: "When you set the TTL values to zero, caching is
 * disabled and CloudFront doesn't compress objects"
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html).
 */
function compressed(result: ApiResult): ApiResult {
  if (result.body === '') return result;
  return {
    ...result,
    headers: { ...result.headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding, Accept-Language' },
    body: gzipSync(result.body).toString('base64'),
    isBase64Encoded: true,
  };
}

function formOf({ body, isBase64Encoded }: ApiEvent): Record<string, string> {
  const text = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString();
  return text.length > LONGEST_FORM ? {} : Object.fromEntries(new URLSearchParams(text));
}
