import { beforeAll, expect, test } from '@jest/globals';
import { SYNTHESIS_MS, synthesizeApp } from './synthesized.ts';

/** The template's settings of the queue in front of the state machines. */
interface Queue {
  visibilitySeconds: number;
  receives: number;
  concurrency: number;
}

let queue: Queue;
beforeAll(async () => {
  const template = await synthesizeApp();
  const [mapping] = template
    .all('AWS::Lambda::EventSourceMapping')
    .filter(({ properties }) => JSON.stringify(properties.EventSourceArn).includes('LifecycleStatusChanges'));
  const { properties } = template.at('AWS::SQS::Queue', mapping!.properties.EventSourceArn);
  queue = {
    visibilitySeconds: properties.VisibilityTimeout,
    receives: properties.RedrivePolicy!.maxReceiveCount,
    concurrency: mapping!.properties.ScalingConfig!.MaximumConcurrency,
  };
}, SYNTHESIS_MS);

/** StartExecution in sa-east-1: https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
const BURST = 800;
const STARTS_A_SECOND = 150;
/** An invocation reads ten mailings and starts ten executions concurrently. */
const INVOCATION_SECONDS = 0.1;
const BATCH = 10;

interface Backlog {
  dead: number;
  /** Maximum receives of one message. */
  mostReceives: number;
  /** When the last one was started, in seconds. */
  doneAt: number;
  mostInFlight: number;
}

/**
 * Letters that arrive at an even rate, started by as many concurrent invocations as the mapping allows. Step Functions
 * has a token bucket and an outage. Without the SDK's own retries, so that each rejection costs a receive.
 */
function start(
  { visibilitySeconds, receives, concurrency }: Queue,
  load: { aSecond: number; seconds: number; refusedUntil?: number },
): Backlog {
  const result: Backlog = { dead: 0, mostReceives: 0, doneAt: 0, mostInFlight: 0 };
  /** Receive counts of the visible messages, the oldest first. */
  let visible: number[] = [];
  const hidden: { until: number; received: number[] }[] = [];
  let [tokens, arrived, inFlight, next] = [BURST, 0, 0, 0];
  for (let step = 0; ; step++) {
    const now = step * INVOCATION_SECONDS;
    tokens = Math.min(BURST, tokens + STARTS_A_SECOND * INVOCATION_SECONDS);
    while (now < load.seconds && arrived < now * load.aSecond) {
      visible.push(0);
      arrived++;
    }
    while (hidden.length > 0 && hidden[0]!.until <= now) {
      const { received } = hidden.shift()!;
      inFlight -= received.length;
      for (const times of received) {
        if (times < receives) visible.push(times);
        else result.dead++;
      }
    }
    const taken = visible.slice(next, next + concurrency * BATCH);
    next += taken.length;
    if (next > 100_000) [visible, next] = [visible.slice(next), 0];
    const refused: number[] = [];
    for (const times of taken) {
      result.mostReceives = Math.max(result.mostReceives, times + 1);
      if (now >= (load.refusedUntil ?? 0) && tokens >= 1) {
        tokens--;
        result.doneAt = now;
      } else refused.push(times + 1);
    }
    if (refused.length > 0) hidden.push({ until: now + visibilitySeconds, received: refused });
    inFlight += refused.length;
    result.mostInFlight = Math.max(result.mostInFlight, inFlight);
    if (now >= load.seconds && next === visible.length && hidden.length === 0) return result;
  }
}

test('300 letters a second for a quarter of an hour: none is lost, and the last starts as soon as the quota allows', () => {
  const seconds = 15 * 60;
  const backlog = start(queue, { aSecond: 300, seconds });
  expect(backlog.dead).toBe(0);
  const byQuota = (300 * seconds - BURST) / STARTS_A_SECOND;
  // A rejected message is retried after the visibility timeout.
  expect(backlog.doneAt).toBeLessThan(byQuota + 2 * queue.visibilitySeconds);
  expect(backlog.mostInFlight).toBeLessThan(120_000);
  // With five receives and unlimited concurrency, letters were lost.
  expect(start({ ...queue, receives: 5, concurrency: 100 }, { aSecond: 300, seconds }).dead).toBeGreaterThan(10_000);
});

test('Step Functions rejects every start for two hours: none is lost', () => {
  const backlog = start(queue, { aSecond: 5, seconds: 3 * 3600, refusedUntil: 2 * 3600 });
  expect(backlog.dead).toBe(0);
  expect(backlog.mostInFlight).toBeLessThan(120_000);
});

test('a message waits for more than a day, and ends before SQS drops it', () => {
  const span = queue.visibilitySeconds * queue.receives;
  expect(span).toBeGreaterThan(24 * 3600);
  expect(span).toBeLessThan(7 * 24 * 3600);
  // SQS takes at most 1,000: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html
  expect(queue.receives).toBeLessThanOrEqual(1_000);
});
