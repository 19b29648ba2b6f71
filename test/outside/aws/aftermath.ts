import { DescribeExecutionCommand, type ExecutionStatus, ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn';
import { GetQueueAttributesCommand, paginateListQueues, SQSClient } from '@aws-sdk/client-sqs';
import type { Outputs } from './deployment.ts';

/** Final statuses of an execution that its letter does not know about. */
const wrongEndings: ExecutionStatus[] = ['FAILED', 'TIMED_OUT', 'ABORTED'];

/**
 * Looks for what journeys cannot see: dead letters, and executions that ended before their letters. There should be
 * none.
 */
export async function troublesIn(outputs: Outputs, region: string): Promise<string[]> {
  const sqs = new SQSClient({ region });
  const sfn = new SFNClient({ region });
  const machines = Object.keys(outputs).filter((name) => name.endsWith('StateMachineArn'));
  const found = await Promise.all([deadLetters(sqs), ...machines.map((name) => wrongEnds(sfn, outputs[name]!))]);
  sqs.destroy();
  sfn.destroy();
  return found.flat();
}

async function deadLetters(sqs: SQSClient): Promise<string[]> {
  const troubles: string[] = [];
  for await (const { QueueUrls = [] } of paginateListQueues({ client: sqs }, { QueueNamePrefix: 'Malote-' })) {
    for (const QueueUrl of QueueUrls.filter((url) => /DeadLetters|UnrelayedRecords/.test(url))) {
      const { Attributes } = await sqs.send(
        new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
      );
      const count = Number(Attributes!.ApproximateNumberOfMessages);
      if (count > 0) troubles.push(`${count} messages in ${QueueUrl.split('/').pop()}`);
    }
  }
  return troubles;
}

async function wrongEnds(sfn: SFNClient, stateMachineArn: string): Promise<string[]> {
  const lists = wrongEndings.map(async (statusFilter) => {
    const { executions } = await sfn.send(new ListExecutionsCommand({ stateMachineArn, statusFilter }));
    return Promise.all(executions!.map(({ executionArn }) => endOf(sfn, executionArn!)));
  });
  return (await Promise.all(lists)).flat();
}

async function endOf(sfn: SFNClient, executionArn: string): Promise<string> {
  const { name, status, error, cause } = await sfn.send(new DescribeExecutionCommand({ executionArn }));
  return `${status} execution of ${name}: ${error} ${cause}`;
}
