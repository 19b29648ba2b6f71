import { readFileSync } from 'node:fs';
import { Duration } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { DefinitionBody, LogLevel, StateMachine, StateTransitionMetric } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { LetterStatus } from '../core/domain/letter-statuses.ts';
import type { MailingKind } from '../core/domain/mailing-fields.ts';
import { EXPIRY_NOTICE_DAYS } from '../core/domain/verifications.ts';
import { addAccountRound } from './account-round.ts';
import { METRICS_NAMESPACE, serviceMetric } from './alarms.ts';
import type { Events } from './events.ts';
import { ServiceFunction } from './function.ts';
import { createLogGroup } from './log-group.ts';
import type { Platform } from './platform.ts';
import { functionSettings } from './settings.ts';
import { WorkQueue } from './work-queue.ts';

/**
 * Step Functions accepts 800 starts at once and then 150 a second in sa-east-1
 * (https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html). Rejected starts wait here: a message is
 * hidden for 180 s after each receive, so 500 receives span 25 hours, far below the 14 days for which SQS keeps it.
 * Five invocations with ten messages each make about 500 calls a second, more than Step Functions accepts, and leave at
 * most 500 × 180 = 90,000 messages in flight, of which SQS allows 120,000
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html).
 */
const SIGNAL_RECEIVES = 500;

export interface LifecycleProps {
  platform: Platform;
  events: Events;
  /** Amazon States Language, JSONata; their placeholders are filled here. */
  definitions: Record<MailingKind, string>;
}

/** One execution per mailing, the events that keep it in step, the charges of scheduled letters and the expiry of codes. */
export class Lifecycle extends Construct {
  readonly letters: StateMachine;
  readonly verifications: StateMachine;
  /** Dead letters of charges, expiries and changes, which executions wait for. */
  readonly queues: readonly Queue[];

  constructor(scope: Construct, id: string, { platform, events, definitions }: LifecycleProps) {
    super(scope, id);
    const charges = new WorkQueue(this, 'ScheduledCharges', {
      platform,
      consumerTimeout: functionSettings('charge-scheduled-letters', 'worker').timeout,
      fifo: true,
      urgency: 'page',
      impact:
        'Scheduled letters whose day has come are not charged, so they are not printed, and letters of the same account behind them wait too. Find the cause in the log of charge-scheduled-letters, then redrive.',
    });
    const expiries = new WorkQueue(this, 'CodeExpiries', {
      platform,
      consumerTimeout: functionSettings('expire-verifications', 'worker').timeout,
      impact:
        'Verifications whose 60 days are over still show as awaiting their code, and no event tells their end; no code verifies any more. Find the cause in the log of expire-verifications, then redrive.',
    });
    this.letters = this.#createStateMachine(platform, {
      id: 'Letters',
      definition: definitions.letter,
      substitutions: { CHARGE_QUEUE_URL: charges.queue.queueUrl },
      partitions: 'ACCOUNT#*#LETTERS',
    });
    const allow = (machine: StateMachine, action: string, resource: string) =>
      machine.addToRolePolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
    allow(this.letters, 'sqs:SendMessage', charges.queue.queueArn);
    const { verificationFiles } = platform.storage;
    this.verifications = this.#createStateMachine(platform, {
      id: 'Verifications',
      definition: definitions.verification,
      substitutions: {
        EXPIRY_QUEUE_URL: expiries.queue.queueUrl,
        EXPIRY_NOTICE_DAYS: String(EXPIRY_NOTICE_DAYS),
        VERIFICATION_FILES_BUCKET: verificationFiles.bucketName,
      },
      partitions: 'ACCOUNT#*#VERIFICATIONS',
    });
    allow(this.verifications, 'sqs:SendMessage', expiries.queue.queueArn);
    allow(this.verifications, 's3:DeleteObject', verificationFiles.arnForObjects('*'));
    this.#addAlarms(platform);

    const charger = new ServiceFunction(platform.workers, {
      name: 'charge-scheduled-letters',
      kind: 'worker',
      platform,
    })
      .bindTable('letterChanges', 'money')
      .bindPreviewLinks()
      .bindStateMachine('letter', this.letters, 'signal');
    platform.alarms.raise('ChargesDelayed', {
      urgency: 'page',
      metric: charges.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1), statistic: 'Maximum' }),
      threshold: 900,
      impact:
        'Scheduled letters are charged more than 15 minutes late, so they may miss their print batch. Look at the log of charge-scheduled-letters and at its throttling; more invocations side by side are the setting chargeConcurrency.',
    });
    charges.feeds(charger, { maxConcurrency: platform.settings.chargeConcurrency });

    const expirer = new ServiceFunction(platform.workers, { name: 'expire-verifications', kind: 'worker', platform })
      .bindTable('verificationChanges')
      .bindStateMachine('verification', this.verifications, 'signal');
    expiries.feeds(expirer, { maxConcurrency: platform.settings.expiryConcurrency });

    const follower = new ServiceFunction(platform.workers, { name: 'follow-lifecycle', kind: 'worker', platform })
      .bindTable('evidence')
      .bindEvidence()
      .bindProduction('outbox', 'read')
      .bindStateMachine('letter', this.letters, 'start', 'signal')
      .bindStateMachine('verification', this.verifications, 'start', 'signal');
    const changes = new WorkQueue(this, 'StatusChanges', {
      platform,
      maxReceives: SIGNAL_RECEIVES,
      consumerTimeout: functionSettings('follow-lifecycle', 'worker').timeout,
      impact:
        'Executions were not started or not told of a change. A scheduled letter among them would not be charged on its day, a verification would not expire on its own. Find the cause in the log of follow-lifecycle, then redrive.',
    }).feeds(follower, { maxConcurrency: platform.settings.lifecycleConcurrency });
    platform.alarms.raise('LifecycleSignalsDelayed', {
      urgency: 'ticket',
      metric: follower.metricFromLog('LifecycleSignalDelayMilliseconds', 'waiting_ms'),
      threshold: 900_000,
      impact:
        'Executions are started or told of a change more than 15 minutes late: Step Functions refuses, or a message keeps failing. Nothing is lost for a day. Look at the throttling of Step Functions and at the log of follow-lifecycle.',
    });
    this.queues = [charges, expiries, changes].map(({ queue }) => queue);
    this.#reconcile(platform);
    events.route('MailingChanges', changes, ['letter', 'verification']);
  }

  /** Starts a new execution for every mailing that has lost its own, for whatever reason. */
  #reconcile(platform: Platform): void {
    addAccountRound(this, {
      platform,
      worker: 'reconcile-lifecycles',
      names: { queue: 'ReconciledAccounts', schedule: 'Reconciliation' },
      // Before the charges at 06:00, to find lost starts, and after them, to find letters that were not charged.
      schedule: 'cron(10 5-7 * * ? *)',
      accountsAtOnce: 2,
      impact: {
        account:
          'Nobody knows whether every mailing of an account has its execution; one that has none is not charged and does not expire. Find the cause in the log of reconcile-lifecycles, then redrive.',
        round:
          'The search for mailings without an execution did not begin. Letters whose execution was lost are not charged on their day. Look at the errors of reconcile-lifecycles.',
      },
    })
      .bindStateMachine('letter', this.letters, 'start', 'signal', 'describe')
      .bindStateMachine('verification', this.verifications, 'start', 'signal', 'describe');
    platform.alarms.raise('ExecutionsRestored', {
      urgency: 'ticket',
      metric: serviceMetric(
        'ExecutionsRestored',
        { service: 'reconcile-lifecycles' },
        { statistic: 'Sum', period: Duration.hours(1) },
      ),
      threshold: 1,
      impact:
        'Mailings had no execution and were given one: a letter among them may be charged late, a verification may have expired late. The log of reconcile-lifecycles names them. Find what took the first one: refused starts, a machine that failed, or somebody who stopped it.',
    });
  }

  #createStateMachine(platform: Platform, props: MachineProps): StateMachine {
    const { table } = platform.storage;
    const { id, definition, substitutions, partitions } = props;
    const machine = new StateMachine(this, id, {
      // Inline and without line breaks: an asset would be one more file to publish.
      definitionBody: DefinitionBody.fromString(JSON.stringify(JSON.parse(readFileSync(definition, 'utf8')))),
      definitionSubstitutions: {
        TABLE_NAME: table.tableName,
        ...substitutions,
        PRODUCTION_DEADLINE_SECONDS: String(platform.settings.productionDeadlineHours * 3600),
      },
      tracingEnabled: true,
      // Logs without execution data, which holds task tokens; the mailing's id is in the name of the execution.
      logs: {
        level: LogLevel.ERROR,
        includeExecutionData: false,
        destination: createLogGroup(this, `${id}Logs`, platform.settings, platform.settings.logRetentionDays),
      },
    });
    const allow = (actions: string[], resources: string[], conditions?: Record<string, unknown>) =>
      machine.addToRolePolicy(new PolicyStatement({ actions, resources, conditions }));
    // It stores task tokens beside mailings and writes nothing else of an account.
    allow(['dynamodb:GetItem', 'dynamodb:UpdateItem'], [table.tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [partitions] },
    });
    // PutMetricData cannot be limited to resources, only to a namespace.
    allow(['cloudwatch:PutMetricData'], ['*'], { StringEquals: { 'cloudwatch:namespace': METRICS_NAMESPACE } });
    return machine;
  }

  #addAlarms({ alarms }: Platform): void {
    const machines: Record<string, { machine: StateMachine; impact: string }> = {
      Letter: {
        machine: this.letters,
        impact:
          'The execution of a letter ended before the letter did. A scheduled letter would not be charged on its day. Find the letter by the name of the execution and redrive it.',
      },
      Verification: {
        machine: this.verifications,
        impact:
          'The execution of a verification ended before the verification did. It would not expire on its own; its code stops working all the same. Find it by the name of the execution and redrive it.',
      },
    };
    for (const [name, { machine, impact }] of Object.entries(machines)) {
      const endings = {
        Failed: machine.metricFailed(),
        TimedOut: machine.metricTimedOut(),
        // Executions stopped by hand.
        Aborted: machine.metricAborted(),
      };
      for (const [ending, metric] of Object.entries(endings)) {
        alarms.raise(`${name}Executions${ending}`, {
          urgency: 'ticket',
          metric: metric.with({ statistic: 'Sum' }),
          threshold: 1,
          impact,
        });
      }
    }
    alarms.raise('StateTransitionsThrottled', {
      urgency: 'ticket',
      metric: StateTransitionMetric.metricThrottledEvents({ statistic: 'Sum', period: Duration.minutes(5) }),
      threshold: 1,
      periods: 3,
      impact:
        'Step Functions refuses transitions of all executions of the account, so charges and expiries come late. Nothing is lost. Ask Service Quotas for more state transitions a second.',
    });
    const late = (status: LetterStatus) =>
      serviceMetric('LateInProduction', { Status: status }, { statistic: 'Sum', period: Duration.hours(1) });
    alarms.raise('LettersLateInProduction', {
      urgency: 'ticket',
      metric: new MathExpression({
        label: 'Mailings that stand still',
        expression: 'SUM(METRICS())',
        usingMetrics: { received: late('received'), in_production: late('in_production'), printed: late('printed') },
        period: Duration.hours(1),
      }),
      threshold: 1,
      impact:
        'Mailings have not moved for longer than agreed with the print house, so they will be posted late. `npm run operator -- production late` lists them. Ask it for their batches; received ones wait for form-print-batch.',
    });
  }
}

interface MachineProps {
  id: string;
  /** Path of the definition. */
  definition: string;
  /** Placeholders of its definition besides the table and the production deadline. */
  substitutions: Record<string, string>;
  /** Pattern of its mailings' partitions. */
  partitions: string;
}
