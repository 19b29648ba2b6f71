import {
  Annotations,
  CfnOutput,
  CfnParameter,
  Duration,
  type NestedStack,
  Stack,
  type StackProps,
  Tags,
} from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { MailingKind } from '../core/domain/mailing-fields.ts';
import { watchAccountLimits, watchReputation } from './account-limits.ts';
import { Alarms } from './alarms.ts';
import { Api } from './api.ts';
import { Backups } from './backups.ts';
import type { FunctionBundle } from './bundle.ts';
import { ConfirmationPage, PageFront } from './confirmation-page.ts';
import { CustomerDashboard } from './customer-dashboard.ts';
import { Overview } from './dashboard.ts';
import { Documentation } from './documentation.ts';
import { Events } from './events.ts';
import { LedgerAudit } from './ledger-audit.ts';
import { Lifecycle } from './lifecycle.ts';
import { LinkSigner } from './link-signer.ts';
import { createLogGroup } from './log-group.ts';
import { MailMerges } from './mail-merges.ts';
import { Objectives } from './objectives.ts';
import type { Platform } from './platform.ts';
import { Probes } from './probes.ts';
import { Production } from './production.ts';
import type { Publishers } from './published-pages.ts';
import { RequestGate } from './request-gate.ts';
import { Rollouts } from './rollout.ts';
import { Safeguards } from './safeguards.ts';
import { Sandbox } from './sandbox.ts';
import { isPlaceholder } from './settings.ts';
import type { Settings } from './settings-schema.ts';
import { Storage } from './storage.ts';
import { StrayFiles } from './stray-files.ts';
import { Webhooks } from './webhooks.ts';
import { Workers } from './workers.ts';

/**
 * Deploys nested stacks in waves. Each deploys its functions one after another (`Rollouts.inTurn`); more such stacks at a time
 * would ask more of Lambda's control plane than it takes (test/cloud/infra/control-plane.test.ts).
 */
function inWaves(...waves: (readonly (NestedStack | undefined)[])[]): void {
  const present = waves.map((wave) => wave.filter((stack) => stack !== undefined)).filter(({ length }) => length > 0);
  for (const [at, wave] of present.slice(1).entries())
    for (const stack of wave) for (const before of present[at]!) stack.addStackDependency(before);
}

export interface MaloteStackProps extends StackProps {
  settings: Settings;
  bundles: ReadonlyMap<string, FunctionBundle>;
  publishers: Publishers;
  /** Paths of the state machines. */
  definitions: Record<MailingKind, string>;
}

/** The whole service in one account and region. */
export class MaloteStack extends Stack {
  readonly storage: Storage;

  constructor(scope: Construct, id: string, props: MaloteStackProps) {
    const { settings, bundles, publishers, definitions, ...more } = props;
    super(scope, id, { ...more, terminationProtection: settings.dataProtected });
    this.#warnOfPlaceholders(settings);
    const stage = this.#recorded('RecordedStage', settings.stage, 'Give the stage that the stack holds (-c stage=…).');
    const dataTable = this.#recorded(
      'RecordedTable',
      settings.restoredTable || 'own',
      "The stack's data is in another table. Give restoredTable and restoredTableStreamArn in the stage's file, or confirm that the data moves with --parameters RecordedTable=<the new value>.",
    );
    const alarms = new Alarms(this, 'Alarms', settings);
    alarms.raise('RecursiveInvocations', {
      urgency: 'page',
      metric: new Metric({
        // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
        namespace: 'AWS/Lambda',
        metricName: 'RecursiveInvocationsDropped',
        period: Duration.minutes(5),
        statistic: 'Sum',
      }),
      threshold: 1,
      impact:
        'Lambda stopped a function that called itself 16 times in one chain of requests, and its work waits in a dead-letter queue. Look for its name in the AWS Health dashboard and find why it calls itself; then redrive.',
    });
    watchAccountLimits(alarms);
    if (settings.dashboard) watchReputation(alarms);
    const storage = new Storage(this, 'Storage', settings, alarms);
    this.storage = storage;
    if (settings.dataProtected) new Backups(this, 'Backups', { settings, storage, alarms });
    const front = new PageFront(this, 'PageFront', settings);
    const { key: linkKey } = new LinkSigner(this, 'LinkSigner', settings, storage);
    const rollouts = new Rollouts(this, 'Rollouts', settings);
    const platform: Platform = {
      settings,
      bundles,
      storage,
      alarms,
      rollouts,
      workers: new Workers(this, 'Workers', settings),
      linkKey,
      confirmationPageBase: front.base,
    };

    const events = new Events(this, 'Events', platform);
    const webhooks = new Webhooks(this, 'Webhooks', { platform, events });
    const operatorActs = createLogGroup(this, 'OperatorActs', settings, settings.logRetentionDays);
    const api = new Api(this, 'Api', { platform, webhooks });
    if (settings.requestGate) new RequestGate(this, 'RequestGate', { settings, api: api.gateway });
    front.stageWaitsFor(api.accountLogRole);
    const lifecycle = new Lifecycle(this, 'Lifecycle', { platform, events, definitions });
    const production = new Production(this, 'Production', platform);
    const sandbox = new Sandbox(this, 'Sandbox', platform);
    const page = new ConfirmationPage(this, 'ConfirmationPage', {
      platform,
      front,
      webhookAddresses: webhooks.addresses,
    });
    new LedgerAudit(this, 'LedgerAudit', platform);
    const { all: objectives } = new Objectives(this, 'Objectives', { alarms, api: api.gateway, relay: events.relay });
    new Overview(this, 'Overview', { platform, api: api.gateway, lifecycle, objectives });
    new StrayFiles(this, 'StrayFiles', platform);
    const dashboard = settings.dashboard
      ? new CustomerDashboard(this, 'Dashboard', { platform, webhooks, events, api, publishers })
      : undefined;
    const mailMerges = new MailMerges(this, 'MailMerges', { platform, events });
    const safeguards = new Safeguards(this, 'Safeguards', {
      platform,
      keys: {
        verification_codes: storage.verificationCodes,
        evidence: storage.evidenceKey,
        webhook_secrets: webhooks.secrets,
      },
    });
    inWaves(
      api.stacks,
      [dashboard],
      [platform.workers, page.functions, sandbox, mailMerges, safeguards, api.requestNotes],
    );
    // Its gateway also writes logs with the account's role.
    dashboard?.node.addDependency(api.accountLogRole);
    const documentation = settings.docs ? new Documentation(this, 'Documentation', settings, publishers) : undefined;
    new Probes(this, 'Probes', {
      platform,
      hosts: {
        api: api.url,
        confirmation_page: front.base,
        ...(dashboard && { dashboard: dashboard.origin }),
        ...(documentation && { documentation: documentation.origin }),
      },
    });

    Tags.of(this).add('service', 'malote');
    Tags.of(this).add('stage', settings.stage);
    const outputs = {
      BaseUrl: api.url,
      ...(api.domainTarget && { ApiDomainTarget: api.domainTarget }),
      ConfirmationPageBase: front.base,
      ConfirmationPageHost: front.host,
      ...(front.customerHosts.length > 0 && { ConfirmationPageHosts: front.customerHosts.join(',') }),
      ...(dashboard && {
        DashboardOrigin: dashboard.origin,
        DashboardHost: dashboard.distribution.distributionDomainName,
        DashboardBucket: dashboard.pages.bucketName,
      }),
      ...(documentation && {
        DocsOrigin: documentation.origin,
        DocsHost: documentation.distribution.distributionDomainName,
        DocsBucket: documentation.pages.bucketName,
      }),
      Stage: stage.valueAsString,
      DataTable: dataTable.valueAsString,
      OperatorLogGroup: operatorActs.logGroupName,
      TableName: storage.table.tableName,
      UploadsBucket: storage.uploads.bucketName,
      DocumentsBucket: storage.documents.bucketName,
      VerificationFilesBucket: storage.verificationFiles.bucketName,
      ProductionBucket: storage.production.bucketName,
      PostalFilesBucket: storage.postalFiles.bucketName,
      EventBusName: events.bus.eventBusName,
      FormPrintBatchFunctionArn: production.formBatches.live.functionArn,
      LetterStateMachineArn: lifecycle.letters.stateMachineArn,
      VerificationStateMachineArn: lifecycle.verifications.stateMachineArn,
      VerificationCodesKeyId: storage.verificationCodes.keyId,
      WebhookSecretsKeyId: webhooks.secrets.keyId,
      PageTopicArn: alarms.topics.page.topicArn,
      TicketTopicArn: alarms.topics.ticket.topicArn,
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }

  #warnOfPlaceholders(settings: Settings): void {
    const warn = (sentence: string) => Annotations.of(this).addWarningV2('malote:hosts', sentence);
    for (const name of ['docsUrl', 'mailSender', 'securityContact'] as const)
      if (isPlaceholder(settings[name])) warn(`Give ${name} of this deployment`);
    if (isPlaceholder(settings.mailSender) && settings.dashboard && !settings.openIdIssuer)
      warn(
        'Without mailSender, Cognito sends codes to at most 50 people a day and then drops them, in part in silence',
      );
  }

  /**
   * A parameter that accepts this value alone. Deployments of the CDK keep the values of a stack's parameters
   * (https://docs.aws.amazon.com/cdk/v2/guide/parameters.html), so CloudFormation refuses a template made for another value,
   * before it changes anything.
   */
  #recorded(id: string, value: string, constraintDescription: string): CfnParameter {
    return new CfnParameter(this, id, { default: value, allowedValues: [value], constraintDescription });
  }
}
