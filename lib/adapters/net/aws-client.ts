import { NodeHttpHandler } from '@smithy/node-http-handler';
import { timeLeft } from './time-left.ts';

/** Inside a region a connection takes a few milliseconds. */
const CONNECTION_MS = 1_000;

/**
 * Handles the HTTP requests of an AWS client within the time of the request that they serve. The SDK has no time limit
 * by itself: a hung socket would cost the whole function
 * (https://github.com/aws/aws-sdk-js-v3/blob/main/supplemental-docs/CLIENTS.md#request-handler-requesthandler).
 */
class TimedHttpHandler extends NodeHttpHandler {
  readonly #attemptMs: number;

  constructor(attemptMs: number) {
    // Without `throwOnRequestTimeout` the SDK logs a warning and keeps waiting.
    super({ connectionTimeout: CONNECTION_MS, requestTimeout: attemptMs, throwOnRequestTimeout: true });
    this.#attemptMs = attemptMs;
  }

  override handle(...[request, options = {}]: Parameters<NodeHttpHandler['handle']>) {
    const left = timeLeft();
    // The SDK does not retry errors of this name.
    if (left <= 0)
      return Promise.reject(Object.assign(new Error('no time is left for a call of AWS'), { name: 'AbortError' }));
    return super.handle(request, { ...options, requestTimeout: Math.min(this.#attemptMs, left) });
  }
}

/** Most responses arrive within 100 ms. A hung socket costs this much, and the next attempt uses another socket. */
const ATTEMPT_MS = 1_000;
/** Transferring an object of 10 MB takes longer. */
const OBJECT_ATTEMPT_MS = 5_000;
/** The first attempt and its retries: one second each fits the 3 s that a commit has at least. */
const ATTEMPTS = 3;

/** Settings of every AWS client: three attempts of a second each, and none after the time of the request. */
export function awsClient() {
  return { maxAttempts: ATTEMPTS, requestHandler: new TimedHttpHandler(ATTEMPT_MS) };
}

/** The same for S3, whose calls transfer whole documents, and for commands, which work over the internet. */
export function awsObjectClient() {
  return { maxAttempts: ATTEMPTS, requestHandler: new TimedHttpHandler(OBJECT_ATTEMPT_MS) };
}

/** The longest run of a function, and its response (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html). */
const RUN_MS = 901_000;

/** For a call that waits for a whole run of a function, which must not be started twice. */
export function awsRunClient() {
  return { maxAttempts: 1, requestHandler: new TimedHttpHandler(RUN_MS) };
}
