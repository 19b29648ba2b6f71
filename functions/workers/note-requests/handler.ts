import { Logger } from '@aws-lambda-powertools/logger';
import type { CloudWatchLogsEvent } from 'aws-lambda';
import { openApiKeys } from '../../../lib/adapters/data/accounts/api-keys.ts';
import { openApiRequests } from '../../../lib/adapters/data/accounts/api-requests.ts';
import { openTable } from '../../../lib/adapters/data/table/table.ts';
import { requestsIn } from '../../../lib/adapters/http/log-lines.ts';
import { loggedRun } from '../../../lib/adapters/queues/logged-run.ts';
import { readEnvironment } from '../../../lib/core/environment.ts';
import { noteRequests } from '../../../lib/operations/requests/note-requests.ts';

// Cold start.
const env = readEnvironment('TABLE_NAME');
const table = openTable(env.TABLE_NAME);
const logger = new Logger({ serviceName: 'note-requests' });
const deps = { apiKeys: openApiKeys(table), requests: openApiRequests(table), lastNoted: new Map<string, number>() };

/** Receives log lines of the API's functions; duplicates occur. */
export async function handler({ awslogs }: CloudWatchLogsEvent): Promise<void> {
  await loggedRun(logger, {}, () => noteRequests(deps, requestsIn(awslogs.data)));
}
