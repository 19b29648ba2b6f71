import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { SQSClient } from '@aws-sdk/client-sqs';
import { awsClient } from '../../../lib/adapters/net/aws-client.ts';
import { openInbox } from '../../../lib/adapters/production/inbox.ts';
import { openReportQueue } from '../../../lib/adapters/production/report-queue.ts';
import { loggedRun } from '../../../lib/adapters/queues/logged-run.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { reconcileReports, type ReconcileReportsDeps } from '../../../lib/operations/production/reconcile-reports.ts';

// Cold start.
const env = readEnvironment('PRODUCTION_BUCKET', 'PRINT_REPORTS_QUEUE_URL');
const serviceName = 'reconcile-reports';
const logger = new Logger({ serviceName });
const metrics = new Metrics({ namespace: 'Malote', serviceName });
const deps: ReconcileReportsDeps = {
  now: () => Date.now(),
  inbox: openInbox(env.PRODUCTION_BUCKET),
  reports: openReportQueue(new SQSClient(awsClient()), env.PRINT_REPORTS_QUEUE_URL),
};

/** Called by a schedule. */
export async function handler(): Promise<void> {
  const found = await loggedRun(logger, {}, () => reconcileReports(deps));
  metrics.addMetric('ReportsFound', MetricUnit.Count, found.length);
  for (const key of found) logger.error('a report was not applied', { key });
  metrics.publishStoredMetrics();
}
