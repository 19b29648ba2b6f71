import { Duration, NestedStack, Stack } from 'aws-cdk-lib';
import { LambdaIntegration, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  AllowedMethods,
  CachePolicy,
  type Distribution,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { contentSecurityPolicy } from '../adapters/http/dashboard-pages.ts';
import { siteVariables } from '../adapters/http/dashboard-site.ts';
import type { Api } from './api.ts';
import { createPagesBucket, createPagesDistribution } from './built-pages.ts';
import { type DashboardBindings, dashboardEndpoints } from './dashboard-endpoints.ts';
import { createDashboardFunctions } from './dashboard-functions.ts';
import type { Bindings } from './endpoints.ts';
import { Erasures } from './erasures.ts';
import type { Events } from './events.ts';
import { calls, createGateway } from './gateway.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { Mail } from './mail.ts';
import type { Platform } from './platform.ts';
import { PublishedPages, type Publishers } from './published-pages.ts';
import { answersSecurityTxt } from './security-txt.ts';
import { SessionEnds } from './session-ends.ts';
import type { Settings } from './settings-schema.ts';
import { SignIn } from './sign-in.ts';

/** Stage of the dashboard's gateway, and so the first part of its paths, with and without a distribution. */
const STAGE = 'api';

export interface CustomerDashboardProps extends Bindings {
  api: Api;
  events: Events;
  publishers: Publishers;
}

/**
 * The customer's dashboard: its page, its API and its sign-in. A nested stack, because a stack holds 500 resources;
 * nothing outside refers to it. The API's functions learn about it from the variables of its gateway stage
 * (docs/decisions/dashboard-sessions.md).
 */
export class CustomerDashboard extends NestedStack {
  /** Scheme and host, without a trailing slash. */
  readonly origin: string;
  readonly pages: Bucket;
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, { api, events, publishers, ...bindings }: CustomerDashboardProps) {
    const { platform } = bindings;
    super(scope, id, { description: `Malote ${platform.settings.stage}: the customers' dashboard` });
    const { settings } = platform;
    this.pages = createPagesBucket(this, '');
    const publisher = publishers.get('dashboard');
    if (publisher) new PublishedPages(this, 'PublishedDashboard', { settings, bucket: this.pages, publisher });
    const gateway = this.#createGateway(settings);
    this.distribution = this.#createDistribution(platform, gateway);
    this.origin = settings.dashboardOrigin || `https://${this.distribution.distributionDomainName}`;
    const signIn = new SignIn(this, 'SignIn', { settings, origin: this.origin });
    new SessionEnds(this, 'SessionEnds', { platform, signIn, origin: this.origin });
    const mail = new Mail(this, 'Mail', { platform, events, origin: this.origin });
    new Erasures(this, 'Erasures', { platform, events });
    this.#addStageVariables(gateway, settings);
    this.#addEndpoints(gateway, { ...bindings, mail, api, signIn });
    this.#addAlarm(platform, gateway);
  }

  #createGateway(settings: Settings): RestApi {
    const gateway = createGateway(this, settings, {
      suffix: '-dashboard',
      stageName: STAGE,
      // Same as on the API's gateway, because the same functions read the bodies and render the evidence.
      binaryMediaTypes: ['application/json', 'multipart/form-data', 'application/pdf'],
      rate: settings.pagesPerSecond,
      burst: 2 * settings.pagesPerSecond,
      traced: true,
    });
    // Also for unknown paths: the dashboard does not read rate-limit headers of errors.
    addGatewayResponses(gateway, settings);
    return gateway;
  }

  #addStageVariables(gateway: RestApi, { sessionIdleMinutes, sessionLongestHours }: Settings): void {
    const stage = gateway.deploymentStage.node.defaultChild as { variables?: Record<string, string> };
    stage.variables = {
      [siteVariables.origin]: this.origin,
      [siteVariables.idleMinutes]: String(sessionIdleMinutes),
      [siteVariables.longestHours]: String(sessionLongestHours),
    };
  }

  #addEndpoints(gateway: RestApi, { api, ...props }: DashboardBindings & { api: Api; signIn: SignIn }): void {
    const own = createDashboardFunctions(this, { ...props, gateway, stageName: STAGE });
    for (const { function: name, path, method } of dashboardEndpoints) {
      const fn = own.get(name);
      const shared = api.functions.get(name);
      if (!fn && !shared) throw new Error(`The API has no function ${name}`);
      gateway.root
        .resourceForPath(path)
        .addMethod(method, fn ? calls(fn) : new LambdaIntegration(shared!.live, { allowTestInvoke: false }));
    }
    // One after another, like the functions themselves (`Rollouts.inTurn`).
    const permissions = gateway.node.findAll().filter((construct) => construct instanceof CfnPermission);
    for (const [at, permission] of permissions.slice(1).entries()) permission.addResourceDependency(permissions[at]!);
  }

  #createDistribution({ settings, storage }: Platform, gateway: RestApi): Distribution {
    const { region, urlSuffix } = Stack.of(this);
    const files = [storage.uploads, storage.documents].map(({ bucketRegionalDomainName: host }) => `https://${host}`);
    return createPagesDistribution(this, '', {
      pages: this.pages,
      names: 'dashboard',
      comments: {
        distribution: `Malote ${settings.stage}: dashboard`,
        headers: `Malote ${settings.stage}: headers of the dashboard's page`,
      },
      policy: contentSecurityPolicy(files),
      origin: settings.dashboardOrigin,
      certificateArn: settings.dashboardCertificateArn,
      paths: {
        id: 'Screens',
        comment: 'Every screen of the dashboard is one page',
        code: screens(answersSecurityTxt(settings.securityContact)),
      },
      additionalBehaviors: {
        [`/${STAGE}/*`]: {
          origin: new HttpOrigin(`${gateway.restApiId}.execute-api.${region}.${urlSuffix}`, {
            protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
            readTimeout: Duration.seconds(30),
          }),
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          // The gateway rejects requests for any host but its own.
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
        },
      },
    });
  }

  #addAlarm({ alarms }: Platform, gateway: RestApi): void {
    const fiveMinutes = { period: Duration.minutes(5), statistic: 'Sum' };
    alarms.raise('DashboardErrors', {
      urgency: 'page',
      metric: new MathExpression({
        label: 'Requests of the dashboard answered with 5xx, percent',
        // A few failures in a quiet hour must not raise the alarm.
        expression: 'IF(errors >= 3, 100 * errors / requests, 0)',
        usingMetrics: { errors: gateway.metricServerError(fiveMinutes), requests: gateway.metricCount(fiveMinutes) },
        period: Duration.minutes(5),
      }),
      threshold: 1,
      impact:
        'More than 1 % of what people do in the dashboard fails. The API may be well all the same: look at the logs of the functions with errors.',
    });
  }
}

/** A path without a file extension is a screen of the single-page application. */
const screens = (first: string) => `function handler(event) {
  ${first}
  var request = event.request;
  if (!/\\.[a-z0-9]+$/i.test(request.uri)) request.uri = '/index.html';
  return request;
}`;
