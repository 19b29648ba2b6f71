import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { Platform } from './platform.ts';
import { deadLetterQueue } from './work-queue.ts';

export interface RecurringProps {
  platform: Platform;
  target: Function;
  /** `rate(…)` or `cron(…)` of EventBridge Scheduler, in Brasília time. */
  schedule: string;
  /** What it means for a customer when a run does not happen, and what to do. */
  impact: string;
  /** What the function is called with; nothing unless given. */
  input?: object;
}

/** Runs a function on a schedule. A run that cannot be started or keeps failing ends among the dead letters. */
export class Recurring extends Construct {
  constructor(scope: Construct, id: string, props: RecurringProps) {
    super(scope, id);
    const { platform, target, schedule, impact, input = {} } = props;
    const deadLetters = deadLetterQueue(this, 'DeadLetters', { platform, impact });
    // Scheduler hands the event over asynchronously, so a hand-over and a run can fail, each in its own place.
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
        // An event without records: how a function that is also called by a stream or a queue tells them apart.
        input: JSON.stringify(input),
        retryPolicy: { maximumRetryAttempts: 3, maximumEventAgeInSeconds: 3600 },
        deadLetterConfig: { arn: deadLetters.queueArn },
      },
    });
  }
}
