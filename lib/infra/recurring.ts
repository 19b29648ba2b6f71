import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { deadLetterQueue } from './work-queue.ts';

export interface RecurringProps {
  platform: Platform;
  target: ServiceFunction;
  /** `rate(…)` or `cron(…)` of EventBridge Scheduler, in Brasília time. */
  schedule: string;
  /** The impact of a missed run on customers, and the action to take. */
  impact: string;
  /** Input of the function. Default: none. */
  input?: object;
}

/** Runs a function on a schedule. A run that cannot be started or keeps failing becomes a dead letter. */
export class Recurring extends Construct {
  constructor(scope: Construct, id: string, props: RecurringProps) {
    super(scope, id);
    const { platform, schedule, impact, input = {} } = props;
    const target = props.target.live;
    const deadLetters = deadLetterQueue(this, 'DeadLetters', { platform, impact });
    // Scheduler invokes the function asynchronously, so the invocation and the run can each fail, each with its own dead
    // letters.
    target.configureAsyncInvoke({ retryAttempts: 2, onFailure: new SqsDestination(deadLetters) });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('scheduler.amazonaws.com') });
    role.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [target.functionArn] }));
    role.addToPolicy(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }));
    new CfnSchedule(this, 'Schedule', {
      scheduleExpression: schedule,
      scheduleExpressionTimezone: 'America/Sao_Paulo',
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: target.functionArn,
        roleArn: role.roleArn,
        // An event without records: that is how a function that a stream or queue also calls recognizes a scheduled
        // run.
        input: JSON.stringify(input),
        retryPolicy: { maximumRetryAttempts: 3, maximumEventAgeInSeconds: 3600 },
        deadLetterConfig: { arn: deadLetters.queueArn },
      },
    });
  }
}
