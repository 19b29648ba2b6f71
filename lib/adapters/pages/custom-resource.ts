import type { Logger } from '@aws-lambda-powertools/logger';
import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceResponse } from 'aws-lambda';
import { describeFailure } from '../net/failure.ts';

export interface CustomResourceProps {
  logger: Pick<Logger, 'error'>;
  /** The same in every call, or CloudFormation takes the resource for another one. */
  physicalId: string;
  /** Creates the resource, or brings it to what it should be now. */
  provide: () => Promise<void>;
  remove: () => Promise<void>;
}

/**
 * The handler of a custom resource: acts, then tells CloudFormation how that went at the URL of its request
 * (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/crpg-ref-responses.html).
 * @throws Error if CloudFormation does not take the answer; it then waits until the resource's time is up
 */
export function customResource({ logger, physicalId, provide, remove }: CustomResourceProps) {
  return async (event: CloudFormationCustomResourceEvent): Promise<void> => {
    const { StackId, RequestId, LogicalResourceId } = event;
    const failure = await (event.RequestType === 'Delete' ? remove() : provide()).then(
      () => undefined,
      (error: unknown) => describeFailure(error),
    );
    if (failure) logger.error('the resource was not provided', { failure });
    const common = { PhysicalResourceId: physicalId, StackId, RequestId, LogicalResourceId };
    const answer: CloudFormationCustomResourceResponse = failure
      ? {
          ...common,
          Status: 'FAILED',
          Reason: `${JSON.stringify(failure).slice(0, 500)}. The function's log has more.`,
        }
      : { ...common, Status: 'SUCCESS' };
    const { ok, status } = await fetch(event.ResponseURL, { method: 'PUT', body: JSON.stringify(answer) });
    if (!ok) throw new Error(`CloudFormation refused the answer with ${status}`);
  };
}
