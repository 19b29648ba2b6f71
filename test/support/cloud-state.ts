import type { RunningCloud } from '@malote/local-cloud';

/** State that an operator sees in the AWS consoles, but journeys cannot see. */

type Callable = Pick<RunningCloud, 'call'>;

export interface SeenExecution {
  name: string;
  status: string;
  /** Seconds since the epoch. */
  startDate: number;
}

/** All executions of a state machine. */
export async function executionsOf(cloud: Callable, stateMachineArn: string): Promise<SeenExecution[]> {
  const found: SeenExecution[] = [];
  let nextToken: string | undefined;
  do {
    const page = (await cloud.call('states', 'ListExecutions', { stateMachineArn, maxResults: 1000, nextToken })) as {
      executions: SeenExecution[];
      nextToken?: string;
    };
    found.push(...page.executions);
    ({ nextToken } = page);
  } while (nextToken !== undefined);
  return found;
}

/** The dead-letter queues that are not empty, with their number of messages. */
export async function deadLetters(cloud: Callable): Promise<{ queue: string; messages: number }[]> {
  const { QueueUrls } = (await cloud.call('sqs', 'ListQueues', {})) as { QueueUrls: string[] };
  const counted = QueueUrls.filter((url) => /DeadLetters|UnrelayedRecords/.test(url)).map(async (QueueUrl) => {
    const AttributeNames = ['ApproximateNumberOfMessages'];
    const { Attributes } = (await cloud.call('sqs', 'GetQueueAttributes', { QueueUrl, AttributeNames })) as {
      Attributes: Record<string, string>;
    };
    return { queue: QueueUrl.split('/').pop()!, messages: Number(Attributes.ApproximateNumberOfMessages) };
  });
  return (await Promise.all(counted)).filter(({ messages }) => messages > 0);
}
