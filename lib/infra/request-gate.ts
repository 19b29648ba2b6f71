import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { RATE_LIMIT } from '../core/domain/accounts.ts';
import { removalOf } from './removal.ts';
import type { Settings } from './settings-schema.ts';

/**
 * The shortest window
 * (https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based-high-level-settings.html).
 */
const WINDOW_SECONDS = 60;

/**
 * Multiple of the limit: WAF counts with a short delay, and the gate must never block a key that keeps to its limit.
 */
const ABOVE_THE_LIMIT = 2;

/**
 * Blocks a key whose requests far exceed its limit before a function is called, so that it does not use up the
 * gateway's requests, which all customers share (docs/decisions/request-gate.md). Requests without a key are not
 * counted here.
 */
export class RequestGate extends Construct {
  constructor(scope: Construct, id: string, { settings, api }: { settings: Settings; api: RestApi }) {
    super(scope, id);
    const metrics = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      metricName,
      // Samples would contain the headers, and so the keys.
      sampledRequestsEnabled: false,
    });
    const acl = new CfnWebACL(this, 'Acl', {
      description: `Malote ${settings.stage}: keys that go on beyond their limit`,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: metrics('RequestGate'),
      rules: [
        {
          name: 'EachKey',
          priority: 0,
          action: { block: {} },
          visibilityConfig: metrics('RequestGateEachKey'),
          statement: {
            rateBasedStatement: {
              limit: ABOVE_THE_LIMIT * RATE_LIMIT * WINDOW_SECONDS,
              evaluationWindowSec: WINDOW_SECONDS,
              aggregateKeyType: 'CUSTOM_KEYS',
              // Requests without this header are not counted
              // (https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-rate-based-aggregation-options.html).
              customKeys: [{ header: { name: 'authorization', textTransformations: [{ priority: 0, type: 'NONE' }] } }],
            },
          },
        },
      ],
    });
    new CfnWebACLAssociation(this, 'Association', {
      webAclArn: acl.attrArn,
      resourceArn: api.deploymentStage.stageArn,
    });
    // The name begins as WAF demands (https://docs.aws.amazon.com/waf/latest/developerguide/logging-cw-logs.html).
    const blocked = new LogGroup(this, 'Blocked', {
      logGroupName: `aws-waf-logs-malote-${settings.stage}`,
      retention: settings.accessLogRetentionDays,
      removalPolicy: removalOf(settings),
    });
    const log = new CfnLoggingConfiguration(this, 'Log', {
      resourceArn: acl.attrArn,
      logDestinationConfigs: [
        Stack.of(this).formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: blocked.logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      // The key itself, and addresses of people in queries.
      redactedFields: [{ singleHeader: { Name: 'authorization' } }, { queryString: {} }],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          { Behavior: 'KEEP', Requirement: 'MEETS_ANY', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] },
        ],
      },
    });
    log.node.addDependency(blocked);
  }
}
