import { ArnFormat, Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnApplication, CfnDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, CfnAlias, CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Settings } from './settings-schema.ts';

/** Failures per minute that roll a version back: one may be a network error, and a canary gets a tenth of the calls. */
const FAILURES = 3;

export interface Rollout {
  /** The function's own construct. */
  scope: Construct;
  alias: Alias;
  /** Failures, as a sum. */
  failures: IMetric;
}

/**
 * How an alias moves to a new version: with CodeDeploy, which gives the new version a part of the calls first and rolls
 * it back when an alarm fires (docs/decisions/rollout.md); without a deployment configuration, all at once by
 * CloudFormation.
 */
export class Rollouts extends Construct {
  readonly #stage: string;
  readonly #configuration: string;
  readonly #skipped: boolean;
  readonly #application: CfnApplication | undefined;
  readonly #role: Role | undefined;
  /** The function of each stack that is deployed last so far. */
  readonly #last = new Map<Stack, CfnFunction>();

  constructor(scope: Construct, id: string, { stage, rollout, skipRollout }: Settings) {
    super(scope, id);
    this.#stage = stage;
    this.#configuration = rollout;
    this.#skipped = skipRollout;
    if (!rollout) return;
    this.#application = new CfnApplication(this, 'Application', { computePlatform: 'Lambda' });
    this.#role = this.#createRole();
  }

  /**
   * Deploys the functions of a stack one after another, so that Lambda's control plane, which takes 15 requests a second of an
   * account, refuses neither CloudFormation nor CodeDeploy (test/cloud/infra/control-plane.test.ts). Aliases do not wait for one
   * another: each has its five minutes from the moment when its function is ready.
   */
  inTurn(fn: CfnFunction): void {
    const stack = Stack.of(fn);
    const before = this.#last.get(stack);
    if (before) fn.addResourceDependency(before);
    this.#last.set(stack, fn);
  }

  guard({ scope, alias, failures }: Rollout): void {
    if (!this.#application || !this.#role) return;
    const alarm = new Alarm(scope, 'TakenBack', {
      metric: failures,
      threshold: FAILURES,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `[${this.#stage}] Takes a new version back while it is rolled out; notifies nobody.`,
    });
    const group = new CfnDeploymentGroup(scope, 'Rollout', {
      applicationName: this.#application.ref,
      serviceRoleArn: this.#role.roleArn,
      deploymentConfigName: this.#configuration,
      // The only style for Lambda functions
      // (https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-codedeploy-deploymentgroup-deploymentstyle.html).
      deploymentStyle: { deploymentType: 'BLUE_GREEN', deploymentOption: 'WITH_TRAFFIC_CONTROL' },
      alarmConfiguration: { enabled: true, alarms: [{ name: alarm.alarmName }] },
      autoRollbackConfiguration: {
        enabled: true,
        events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM', 'DEPLOYMENT_STOP_ON_REQUEST'],
      },
    });
    // No property of the alias: without it, nothing but the way to the next version changes.
    if (!this.#skipped)
      (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
        codeDeployLambdaAliasUpdate: { applicationName: this.#application.ref, deploymentGroupName: group.ref },
      };
  }

  /**
   * What CodeDeploy needs to move an alias and to look at alarms: the managed policy for it, without the hooks and the files of
   * deployments that are not ours, and narrowed to the functions of this stack and of those nested in it
   * (https://docs.aws.amazon.com/aws-managed-policy/latest/reference/AWSCodeDeployRoleForLambdaLimited.html).
   */
  #createRole(): Role {
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    const stack = Stack.of(this);
    const functions = stack.formatArn({
      service: 'lambda',
      resource: 'function',
      // CloudFormation prefixes generated names with the stack's name, and a nested stack's name with its parent's.
      resourceName: `${stack.stackName}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const allow = (actions: string[], resource: string) =>
      role.addToPolicy(new PolicyStatement({ actions, resources: [resource] }));
    allow(['lambda:GetAlias', 'lambda:UpdateAlias', 'lambda:GetProvisionedConcurrencyConfig'], functions);
    allow(['cloudwatch:DescribeAlarms'], '*');
    return role;
  }
}

/** How a rollout sums a metric of failures. */
export const eachMinute = { statistic: 'Sum', period: Duration.minutes(1) };
