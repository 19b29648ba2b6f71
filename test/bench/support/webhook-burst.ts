import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LOCAL_SECRET_ACCESS_KEY } from '@malote/local-cloud/aws-signature.ts';
import { eventWrites } from '../../../lib/adapters/data/events.ts';
import { openTable } from '../../../lib/adapters/data/table.ts';
import { transact } from '../../../lib/adapters/data/transactions.ts';
import { createId } from '../../../lib/core/domain/ids.ts';
import { eventOf } from '../../../lib/core/resources/event.ts';
import { letterBody } from '../../support/letters.ts';
import { withSubscribedAccount } from './subscribed-account.ts';

export interface Burst {
  events: number;
  /** Milliseconds until the receiver answers. */
  answersAfter: number;
  /** Milliseconds after which the bench gives up. */
  patience: number;
}

export interface BurstResult {
  /** Milliseconds until the last event was committed. */
  committed: number;
  /** Events that arrived, and how many posts that took. */
  delivered: number;
  posts: number;
  /** Milliseconds from the first commit to the last event's arrival, or to the end of the patience. */
  last: number;
  /** Calls at the receiver at once, at the most. */
  atOnce: number;
}

const COMMITS_AT_ONCE = 20;
/** Two kilobytes are a letter's event without metadata. */
const BODY_LENGTH = 2_000;

/** Events of one account that are committed at once, through the whole local cloud to one receiver. */
export function deliverBurst({ events, answersAfter, patience }: Burst): Promise<BurstResult> {
  return withSubscribedAccount({ event: 'letter.posted', answersAfter }, async ({ service, receiver, id, api }) => {
    // Events of a letter that is there, since its lifecycle follows them too.
    const letter = { id: (await api.post('/letters', letterBody())).body.id as string, text: 'x'.repeat(BODY_LENGTH) };
    const table = openTable(
      service.cloud.outputs.TableName!,
      new DynamoDBClient({
        endpoint: service.cloud.endpoint,
        region: service.cloud.region,
        credentials: { accessKeyId: 'bench', secretAccessKey: LOCAL_SECRET_ACCESS_KEY },
      }),
    );
    const commit = async () => {
      const createdAt = Date.now();
      const envelope = { id: createId('event', createdAt, randomBytes), account_id: id, created_at: createdAt };
      const event = eventOf({ ...envelope, type: 'letter.posted' }, letter);
      await transact(table, eventWrites(table, event));
    };
    // The first one starts the functions.
    await commit();
    const arrivedBefore = Date.now() + 10_000;
    while ((await receiver.arrivals()).length === 0 && Date.now() < arrivedBefore) await sleep(100);

    const started = performance.timeOrigin + performance.now();
    const elapsed = () => performance.timeOrigin + performance.now() - started;
    let left = events;
    const committer = async () => {
      while (left-- > 0) await commit();
    };
    await Promise.all(Array.from({ length: COMMITS_AT_ONCE }, committer));
    const committed = elapsed();

    const firstArrivals = new Map<string, number>();
    const all: number[] = [];
    while (firstArrivals.size < events && elapsed() < patience) {
      await sleep(250);
      for (const [eventId, at] of await receiver.arrivals()) {
        all.push(at);
        if (!firstArrivals.has(eventId)) firstArrivals.set(eventId, at - started);
      }
    }
    const last = firstArrivals.size < events ? elapsed() : Math.max(...firstArrivals.values());
    const atOnce = mostAtOnce(all, answersAfter);
    return { committed, delivered: firstArrivals.size, posts: all.length, last, atOnce };
  });
}

/** Calls that are pending together at the most, each for as long as the receiver takes to answer. */
function mostAtOnce(arrivals: readonly number[], answersAfter: number): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [index, at] of sorted.entries()) {
    while (sorted[first]! + answersAfter <= at) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
