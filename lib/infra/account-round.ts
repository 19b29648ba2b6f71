import type { Construct } from 'constructs';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { Recurring } from './recurring.ts';
import { functionSettings } from './settings.ts';
import { WorkQueue } from './work-queue.ts';

export interface AccountRoundProps {
  platform: Platform;
  /** Folder of the worker under `functions/workers`. */
  worker: string;
  /** Names of the queue and of the schedule in the template; their alarms have them too. */
  names: { queue: string; schedule: string };
  /** `rate(…)` or `cron(…)` in Brasília time. */
  schedule: string;
  /** Each visit reads a whole account; only a few run at a time, so that customers' requests are not throttled. */
  accountsAtOnce: number;
  /** The impact of an account that could not be visited, or of a round that did not start, and the action to take. */
  impact: { account: string; round: string };
}

/**
 * A worker that visits all accounts on a schedule: a run puts one message per account into a queue, and the worker takes one
 * message at a time.
 */
export function addAccountRound(scope: Construct, props: AccountRoundProps): ServiceFunction {
  const { platform, worker: name, names, schedule, accountsAtOnce, impact } = props;
  const accounts = new WorkQueue(scope, names.queue, {
    platform,
    consumerTimeout: functionSettings(name, 'worker').timeout,
    impact: impact.account,
  });
  const worker = new ServiceFunction(platform.workers, { name, kind: 'worker', platform })
    .bindTable()
    .bindQueue('ACCOUNTS_QUEUE_URL', accounts.queue);
  accounts.feeds(worker, { maxConcurrency: accountsAtOnce, batchSize: 1 });
  new Recurring(scope, names.schedule, { platform, target: worker, schedule, impact: impact.round });
  return worker;
}
