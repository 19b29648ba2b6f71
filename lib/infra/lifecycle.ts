import { readFileSync } from 'node:fs';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import type { LetterStatus } from '../domain/letters.ts';
import { METRICS_NAMESPACE, serviceMetric } from './alarms.ts';
import type { Events } from './events.ts';
import { ServiceFunction } from './function.ts';
import type { Platform } from './platform.ts';
import { functionSettings } from './settings.ts';
import { WorkQueue } from './work-queue.ts';

export interface LifecycleProps {
  platform: Platform;
  events: Events;
  /** Amazon States Language, JSONata; its placeholders are filled here. */
  letterDefinition: string;
}

/** One execution per letter, the events that keep it in step, and the charges of scheduled letters. */
export class Lifecycle extends Construct {
  readonly letters: StateMachine;

  constructor(scope: Construct, id: string, { platform, events, letterDefinition }: LifecycleProps) {
    super(scope, id);
    const charges = new WorkQueue(this, 'ScheduledCharges', {
      platform,
      consumerTimeout: functionSettings('charge-scheduled-letters', 'worker').timeout,
      fifo: true,
      impact:
        'Scheduled letters whose day has come are not charged, so they are not printed, and letters of the same account behind them wait too. Find the cause in the log of charge-scheduled-letters, then redrive.',
    });
    this.letters = this.#createStateMachine(platform, charges, letterDefinition);
    this.#addAlarms(platform);

    const charger = new ServiceFunction(this, { name: 'charge-scheduled-letters', kind: 'worker', platform })
      .bindTable('write')
      .bindDocuments('read')
      .bindLetterStateMachine(this.letters, 'signal');
    charges.feeds(charger, { maxConcurrency: platform.settings.chargeConcurrency });

    const follower = new ServiceFunction(this, { name: 'follow-lifecycle', kind: 'worker', platform })
      .bindTable('write')
      .bindLetterStateMachine(this.letters, 'start', 'signal');
    const changes = new WorkQueue(this, 'StatusChanges', {
      platform,
      consumerTimeout: functionSettings('follow-lifecycle', 'worker').timeout,
      impact:
        'Executions were not started or not told of a change. A scheduled letter among them would not be charged on its day. Find the cause in the log of follow-lifecycle, then redrive.',
    }).feeds(follower);
    events.route('LetterChanges', changes, 'letter');
  }

  #createStateMachine(platform: Platform, charges: WorkQueue, definition: string): StateMachine {
    const { table } = platform.storage;
    const machine = new StateMachine(this, 'Letters', {
      // As a string, without its line breaks: an asset of its own would be one more file to publish.
      definitionBody: DefinitionBody.fromString(JSON.stringify(JSON.parse(readFileSync(definition, 'utf8')))),
      definitionSubstitutions: {
        TABLE_NAME: table.tableName,
        CHARGE_QUEUE_URL: charges.queue.queueUrl,
        PRODUCTION_DEADLINE_SECONDS: String(platform.settings.productionDeadlineHours * 3600),
      },
      tracingEnabled: true,
      // Execution data holds task tokens; ids are in the name of the execution.
      logs: {
        level: LogLevel.ERROR,
        includeExecutionData: false,
        destination: new LogGroup(this, 'LettersLogs', {
          retention: platform.settings.logRetentionDays,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
      },
    });
    const allow = (actions: string[], resources: string[], conditions?: Record<string, unknown>) =>
      machine.addToRolePolicy(new PolicyStatement({ actions, resources, conditions }));
    // It stores task tokens on letters, and touches nothing else of an account.
    allow(['dynamodb:GetItem', 'dynamodb:UpdateItem'], [table.tableArn], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ACCOUNT#*#LETTERS'] },
    });
    allow(['sqs:SendMessage'], [charges.queue.queueArn]);
    // Metrics know no resources, only namespaces.
    allow(['cloudwatch:PutMetricData'], ['*'], { StringEquals: { 'cloudwatch:namespace': METRICS_NAMESPACE } });
    return machine;
  }

  #addAlarms({ alarms }: Platform): void {
    const endings = { Failed: this.letters.metricFailed(), TimedOut: this.letters.metricTimedOut() };
    for (const [ending, metric] of Object.entries(endings)) {
      alarms.raise(`LetterExecutions${ending}`, {
        metric: metric.with({ statistic: 'Sum' }),
        threshold: 1,
        impact:
          'The execution of a letter ended before the letter did. A scheduled letter would not be charged on its day. Find the letter by the name of the execution and redrive it.',
      });
    }
    const late = (status: LetterStatus) =>
      serviceMetric('LateInProduction', { Status: status }, { statistic: 'Sum', period: Duration.hours(1) });
    alarms.raise('LettersLateInProduction', {
      metric: new MathExpression({
        label: 'Letters that stand still',
        expression: 'SUM(METRICS())',
        usingMetrics: { received: late('received'), in_production: late('in_production'), printed: late('printed') },
        period: Duration.hours(1),
      }),
      threshold: 1,
      impact:
        'Letters have not moved for longer than agreed with the print house, so they will be posted late. Ask it for their batches; received ones wait for form-print-batch.',
    });
  }
}
