import { ArnFormat, Duration, NestedStack, Stack } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { CfnSubscriptionFilter, FilterPattern } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { deadLetterQueue } from './work-queue.ts';

/** The log line of each API request with an existing key (`lib/adapters/http/api-handler.ts`). */
const completedRequests = FilterPattern.all(
  FilterPattern.stringValue('$.message', '=', 'request'),
  FilterPattern.stringValue('$.api_key_id', '=', 'key_*'),
);

/**
 * Stores the request log lines of the API functions for the dashboard; no call waits for it
 * (docs/decisions/api-requests.md). A nested stack, because the logs are in several.
 */
export class RequestNotes extends NestedStack {
  constructor(
    scope: Construct,
    id: string,
    { platform, functions }: { platform: Platform; functions: Iterable<ServiceFunction> },
  ) {
    super(scope, id, { description: `Malote ${platform.settings.stage}: the list of requests` });
    const worker = new ServiceFunction(this, { name: 'note-requests', kind: 'worker', platform }).bindTable(
      'apiRequests',
    );
    const deadLetters = deadLetterQueue(this, 'UnnotedRequests', {
      platform,
      impact:
        'Requests of customers are missing in the list of the dashboard; nothing else is amiss. Find the cause in the log of note-requests.',
    });
    worker.live.configureAsyncInvoke({
      maxEventAge: Duration.hours(6),
      retryAttempts: 2,
      onFailure: new SqsDestination(deadLetters),
    });
    worker.live.addPermission('Logs', {
      principal: new ServicePrincipal('logs.amazonaws.com'),
      sourceAccount: Stack.of(this).account,
      sourceArn: Stack.of(this).formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: '*',
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    });
    for (const fn of functions) {
      const filter = new CfnSubscriptionFilter(this, fn.node.id, {
        logGroupName: fn.logGroup.logGroupName,
        filterPattern: completedRequests.logPatternString,
        destinationArn: worker.live.functionArn,
      });
      // On creation, CloudWatch Logs checks that it may invoke the function.
      filter.node.addDependency(worker.live);
    }
  }
}
