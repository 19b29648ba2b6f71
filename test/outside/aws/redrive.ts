import { CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { GetQueueAttributesCommand, SetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Template } from './deployment.ts';

interface RedrivePolicy {
  deadLetterTargetArn: { 'Fn::GetAtt': [logicalId: string, attribute: 'Arn'] };
  maxReceiveCount: number;
}

/**
 * Sets the dead-letter queues that the template names, on a target whose CloudFormation ignores them. Without them a
 * failing message would be redelivered forever, and nothing would show it.
 * @returns how many queues it changed
 */
export async function setDeadLetters(stackName: string, { Resources }: Template): Promise<number> {
  const urls = await physicalIds(stackName);
  const sqs = new SQSClient({});
  const arnOf = async (logicalId: string) => {
    const QueueUrl = urls.get(logicalId);
    const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
    return Attributes!.QueueArn;
  };
  const queues = Object.entries(Resources).filter(
    ([, { Type, Properties }]) => Type === 'AWS::SQS::Queue' && Properties?.RedrivePolicy,
  );
  for (const [logicalId, { Properties }] of queues) {
    const { deadLetterTargetArn, maxReceiveCount } = Properties!.RedrivePolicy as RedrivePolicy;
    const policy = { deadLetterTargetArn: await arnOf(deadLetterTargetArn['Fn::GetAtt'][0]), maxReceiveCount };
    await sqs.send(
      new SetQueueAttributesCommand({
        QueueUrl: urls.get(logicalId),
        Attributes: { RedrivePolicy: JSON.stringify(policy) },
      }),
    );
  }
  sqs.destroy();
  return queues.length;
}

async function physicalIds(StackName: string): Promise<Map<string, string>> {
  const client = new CloudFormationClient({});
  const ids = new Map<string, string>();
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    for (const { LogicalResourceId, PhysicalResourceId } of StackResourceSummaries)
      if (LogicalResourceId && PhysicalResourceId) ids.set(LogicalResourceId, PhysicalResourceId);
  client.destroy();
  return ids;
}
