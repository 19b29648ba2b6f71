import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { removeAbandonedCharges } from '../../../lib/adapters/data/money/pending-charges.ts';
import { passOnEvents } from '../../../lib/adapters/data/table/event-stream.ts';
import { openEvents } from '../../../lib/adapters/data/table/events.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { openBus } from '../../../lib/adapters/event-bus/bus.ts';
import { describeFailure } from '../../../lib/adapters/net/failure.ts';
import { loggedRun } from '../../../lib/adapters/queues/logged-run.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { type Deps, relayEvents, relayMissed } from '../../../lib/operations/events/relay-events.ts';

const env = readEnvironment('TABLE_NAME', 'EVENT_BUS_NAME');
const now = () => Date.now();
const table = openTable(env.TABLE_NAME);
const logger = new Logger({ serviceName: 'relay-events' });
const deps: Deps = {
  events: openEvents(table, now),
  bus: openBus(env.EVENT_BUS_NAME),
  now,
  report: (error, events) =>
    logger.error('events not relayed', {
      event_ids: events.map(({ event_id }) => event_id),
      failure: describeFailure(error),
    }),
};
const metrics = new Metrics({ namespace: 'Malote', serviceName: 'relay-events' });

/**
 * Called by the table's stream with new events, and each minute by a schedule for those that the stream missed and for
 * the charges of killed calls.
 */
export async function handler(
  event: DynamoDBStreamEvent | Record<string, never>,
): Promise<DynamoDBBatchResponse | undefined> {
  if ('Records' in event) {
    const { Records } = event as DynamoDBStreamEvent;
    return loggedRun(logger, { first_record: Records[0]?.eventID ?? '' }, () =>
      passOnEvents(table, Records, (notices) => relayEvents(deps, notices)),
    );
  }
  const { oldestSeconds } = await loggedRun(logger, {}, () => relayMissed(deps));
  metrics.addMetric('OldestUnrelayedEventSeconds', MetricUnit.Seconds, oldestSeconds);
  metrics.publishStoredMetrics();
  await loggedRun(logger, {}, () => removeAbandonedCharges(table, now()));
  return undefined;
}
