import { Duration, type NestedStack } from 'aws-cdk-lib';
import {
  DomainName,
  EndpointType,
  type IResource,
  LambdaIntegration,
  type RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct, type IDependable } from 'constructs';
import { SECURITY_TXT_PATH } from '../core/domain/security-txt.ts';
import { createApiFunctions } from './api-functions.ts';
import { type Bindings, endpoints } from './endpoints.ts';
import type { ServiceFunction } from './function.ts';
import { calls, createGateway } from './gateway.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import type { Platform } from './platform.ts';
import { RequestNotes } from './request-notes.ts';
import type { Settings } from './settings-schema.ts';

/** The version of the API: its stage, and so the last part of its base URL, whatever the host. */
const STAGE = 'v1';

/**
 * The REST API: one route per row of the endpoint table, each to a function of its own, and one function for everything else.
 */
export class Api extends Construct {
  readonly gateway: RestApi;
  /** By the name of their folder: the dashboard calls them too. */
  readonly functions: ReadonlyMap<string, ServiceFunction>;
  /** The stacks of these functions. */
  readonly stacks: readonly NestedStack[];
  readonly requestNotes: RequestNotes | undefined;
  /** Base URL: on the custom domain if there is one. */
  readonly url: string;
  /** Target of the custom domain's DNS record; undefined without a custom domain. */
  readonly domainTarget: string | undefined;
  /**
   * The account's role for the logs of its gateways: without it, API Gateway rejects a stage that has an access log.
   */
  readonly accountLogRole: IDependable;

  constructor(scope: Construct, id: string, bindings: Bindings) {
    super(scope, id);
    const { platform } = bindings;
    const api = this.#createGateway(platform.settings);
    this.gateway = api;
    addGatewayResponses(api, platform.settings);

    const functions = createApiFunctions(this, { ...bindings, gateway: api, stageName: STAGE });
    this.functions = functions.all;
    this.stacks = functions.stacks;
    if (platform.settings.dashboard)
      this.requestNotes = new RequestNotes(this, 'RequestNotes', { platform, functions: functions.all.values() });
    for (const { method, path, function: name } of endpoints)
      api.root.resourceForPath(path).addMethod(method, calls(functions.all.get(name)!));
    const fallback = calls(functions.fallback);
    api.root.addResource('{proxy+}');
    for (const resource of resourcesUnder(api.root)) resource.addMethod('ANY', fallback);

    this.#addAlarms(platform, api);
    this.accountLogRole = api.node.findChild('Account');
    const domain = this.#createDomain(platform.settings, api, functions.fallback);
    this.domainTarget = domain?.domainNameAliasDomainName;
    this.url = domain ? `https://${domain.domainName}/${STAGE}` : api.urlForPath('/').replace(/\/$/, '');
  }

  #createGateway(settings: Settings): RestApi {
    return createGateway(this, settings, {
      stageName: STAGE,
      // Passes bodies as raw bytes. As text, invalid UTF-8 would look the same as a U+FFFD from the client, which is
      // valid JSON. The largest body, 4,500,000 bytes, is 6,000,000 in base64: within Lambda's 6 MiB request limit. The
      // third type is for evidence as a PDF
      // (https://docs.aws.amazon.com/apigateway/latest/developerguide/lambda-proxy-binary-media.html).
      binaryMediaTypes: ['application/json', 'multipart/form-data', 'application/pdf'],
      rate: settings.requestsPerSecond,
      burst: settings.requestBurst,
      traced: true,
      onlyByDomain: settings.apiDomain !== '',
      ownsLogRole: true,
    });
  }

  #createDomain(settings: Settings, api: RestApi, fallback: ServiceFunction): DomainName | undefined {
    const { apiDomain, apiCertificateArn } = settings;
    if (!apiDomain) return undefined;
    const domain = new DomainName(this, 'Domain', {
      domainName: apiDomain,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', apiCertificateArn),
      endpointType: EndpointType.REGIONAL,
      securityPolicy: SecurityPolicy.TLS_1_2,
    });
    domain.addBasePathMapping(api, { basePath: STAGE });
    domain.addBasePathMapping(this.#createRoot(settings, fallback));
    return domain;
  }

  /** What the host serves above the base URL: `security.txt` alone. */
  #createRoot(settings: Settings, fallback: ServiceFunction): RestApi {
    const root = createGateway(new Construct(this, 'Root'), settings, {
      suffix: '-root',
      stageName: 'root',
      binaryMediaTypes: [],
      rate: settings.pagesPerSecond,
      burst: 2 * settings.pagesPerSecond,
      traced: true,
      onlyByDomain: true,
    });
    const integration = new LambdaIntegration(fallback.live, { allowTestInvoke: false });
    root.root.resourceForPath(SECURITY_TXT_PATH).addMethod('GET', integration);
    return root;
  }

  #addAlarms({ alarms }: Platform, api: RestApi): void {
    const fiveMinutes = { period: Duration.minutes(5), statistic: 'Sum' };
    alarms.raise('ServerErrors', {
      urgency: 'page',
      metric: new MathExpression({
        label: 'Requests answered with 5xx, percent',
        // A few failures in a quiet hour must not raise the alarm.
        expression: 'IF(errors >= 3, 100 * errors / requests, 0)',
        usingMetrics: { errors: api.metricServerError(fiveMinutes), requests: api.metricCount(fiveMinutes) },
        period: Duration.minutes(5),
      }),
      threshold: 1,
      impact:
        'More than 1 % of the requests fail with 5xx. Customers retry with the same Idempotency-Key, so nothing is made or charged twice. Look at the log of the function with the most errors.',
    });
    alarms.raise('FunctionsThrottled', {
      urgency: 'page',
      metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', ...fiveMinutes }),
      threshold: 1,
      periods: 2,
      impact:
        "The account's pool of Lambda concurrency is used up: requests get 503 and queues are worked off late. Ask for a higher quota, or lower the concurrency settings of the workers.",
    });
  }
}

function resourcesUnder(root: IResource): IResource[] {
  return root.node.findAll().filter((construct): construct is IResource & Construct => 'resourceForPath' in construct);
}
