import { Aws, Duration, NestedStack, Stack } from 'aws-cdk-lib';
import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  PriceClass,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct, type IDependable } from 'constructs';
import { confirmedCookieNames } from '../adapters/http/confirmed-cookie.ts';
import { ORIGIN_SECRET_HEADER, VIEWER_HEADER } from '../adapters/http/visitor.ts';
import { OPT_OUT_PATH } from '../core/domain/mail-limits.ts';
import { type PlainPage, plainPage, plainPageHeaders } from '../texts/confirmation-page/plain-page.ts';
import { ServiceFunction } from './function.ts';
import { calls, createGateway } from './gateway.ts';
import type { Platform } from './platform.ts';
import { eachMinute } from './rollout.ts';
import { answersSecurityTxt } from './security-txt.ts';
import type { Settings } from './settings-schema.ts';

/** Stage of the pages' gateway, and so the first part of their path where no distribution stands in front. */
const STAGE = 'confirm';

/**
 * The entry point of the confirmation pages: a separate gateway behind CloudFront, which knows the location of a
 * person. Its requests carry a secret, so nobody can forge a location.
 */
export class PageFront extends Construct {
  readonly api: RestApi;
  /** Base of the links printed on letters, without a trailing slash. */
  readonly base: string;
  readonly originSecret: string;
  readonly distribution: Distribution | undefined;
  /** Hosts of customers at which the distribution serves the pages as well. */
  readonly customerHosts: readonly string[];

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.api = this.#createGateway(settings);
    this.customerHosts = settings.confirmationPageHosts.split(',').filter(Boolean);
    const secret = new Secret(this, 'OriginSecret', {
      description: `Malote ${settings.stage}: shows the confirmation page that a request came through its distribution`,
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
    });
    // Resolved when CloudFormation deploys, so it is in no template.
    this.originSecret = secret.secretValue.unsafeUnwrap();
    if (settings.confirmationPageDistribution) this.distribution = this.#createDistribution(settings);
    this.base = settings.confirmationPageBase || this.#ownAddress();
  }

  /** The host that serves the pages, and the target of a custom domain's DNS. */
  get host(): string {
    return this.distribution?.distributionDomainName ?? this.#gatewayHost;
  }

  /** A gateway that does not set the account's log role does not wait for that role by itself (aws/aws-cdk#10722). */
  stageWaitsFor(dependency: IDependable): void {
    this.api.deploymentStage.node.addDependency(dependency);
  }

  #ownAddress(): string {
    return `https://${this.host}${this.distribution ? '' : `/${STAGE}`}`;
  }

  get #gatewayHost(): string {
    const { region, urlSuffix } = Stack.of(this);
    return `${this.api.restApiId}.execute-api.${region}.${urlSuffix}`;
  }

  #createGateway(settings: Settings): RestApi {
    const api = createGateway(this, settings, {
      suffix: '-confirmation-page',
      stageName: STAGE,
      // For logos; forms arrive as base64 too.
      binaryMediaTypes: ['*/*'],
      rate: settings.pagesPerSecond,
      burst: 2 * settings.pagesPerSecond,
      // A trace would hold the URL, and with it the page's token. The access log has only the path's template.
      traced: false,
    });
    for (const [type, { status, retryAfter, ...words }] of Object.entries(gatewayPages)) {
      const page = plainPage({ ...words, locale: 'pt-BR' });
      api.addGatewayResponse(`Response${type}`, {
        type: ResponseType.of(type),
        statusCode: status,
        responseHeaders: {
          ...responseHeaders,
          ...(retryAfter && { 'Retry-After': `'${retryAfter}'` }),
        },
        // The gateway picks a template by `Accept`, but sends the content type above.
        templates: { 'text/html': page, 'application/json': page },
      });
    }
    return api;
  }

  #createDistribution(settings: Settings): Distribution {
    const { confirmationPageBase: base, confirmationPageCertificateArn: certificateArn } = settings;
    return new Distribution(this, 'Distribution', {
      comment: `Malote ${settings.stage}: confirmation pages`,
      // The cheaper price classes leave South America out.
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...(certificateArn && {
        certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
        domainNames: [new URL(base).host, ...this.customerHosts],
      }),
      defaultBehavior: {
        origin: new HttpOrigin(this.#gatewayHost, {
          originPath: `/${STAGE}`,
          protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
          readTimeout: Duration.seconds(30),
          customHeaders: { [ORIGIN_SECRET_HEADER]: this.originSecret },
        }),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: new EdgeFunction(this, 'ViewerNotes', {
              comment: 'Notes the host that was asked for, and whether the browser takes gzip',
              runtime: FunctionRuntime.JS_2_0,
              code: FunctionCode.fromInline(viewerNotes(answersSecurityTxt(settings.securityContact))),
            }),
          },
        ],
        originRequestPolicy: new OriginRequestPolicy(this, 'Viewer', {
          originRequestPolicyName: `malote-pages-${Aws.REGION}`,
          comment: 'Who opens a page and from where; the host would be refused by the gateway',
          // Others are removed (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Cookies.html).
          cookieBehavior: OriginRequestCookieBehavior.allowList(...confirmedCookieNames),
          headerBehavior: OriginRequestHeaderBehavior.allowList(...viewerHeaders),
          queryStringBehavior: OriginRequestQueryStringBehavior.all(),
        }),
      },
    });
  }
}

/**
 * The visitor's location and device (lib/adapters/http/visitor.ts), and the language. CloudFront allows ten headers.
 */
const viewerHeaders = [
  'CloudFront-Viewer-Address',
  'CloudFront-Viewer-Country',
  'CloudFront-Viewer-Country-Region',
  'CloudFront-Viewer-City',
  'CloudFront-Viewer-Postal-Code',
  'CloudFront-Viewer-Latitude',
  'CloudFront-Viewer-Longitude',
  'User-Agent',
  'Accept-Language',
  VIEWER_HEADER,
];

/**
 * CloudFront cannot forward two headers: the gateway would reject the requested host, and `Accept-Encoding` is reserved
 * for compression by CloudFront, which needs caching (lib/adapters/http/page-handler.ts). One header carries both
 * values, because only ten are allowed
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html).
 */
const viewerNotes = (first: string) => `function handler(event) {
  ${first}
  var headers = event.request.headers;
  var encodings = headers['accept-encoding'] ? headers['accept-encoding'].value : '';
  headers['${VIEWER_HEADER}'] = { value: headers.host.value + (/\\bgzip\\b/.test(encodings) ? ' gzip' : '') };
  return event.request;
}`;

/**
 * Headers of these responses. The gateway puts texts in single quotes, so they cannot contain a policy, whose sources
 * have single quotes too. The policy is in the page itself, and X-Frame-Options covers what a policy in a page cannot.
 */
const responseHeaders = Object.fromEntries(
  Object.entries(plainPageHeaders('pt-BR'))
    .filter(([, value]) => !value.includes("'"))
    .map(([name, value]) => [name, `'${value}'`]),
);

type GatewayPage = Omit<PlainPage, 'locale'> & { status: string; retryAfter?: number };

/**
 * Responses of the gateway itself, without a function: the status of DEFAULT_4XX or DEFAULT_5XX applies to all
 * others of its kind
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html).
 */
const gatewayPages: Record<string, GatewayPage> = {
  DEFAULT_4XX: {
    status: '404',
    heading: 'Este endereço não existe',
    text: 'Confira o endereço impresso na carta e abra a página de novo.',
    english: 'There is no such page. Please check the address on your letter.',
    stampOf: 'unknown_link',
  },
  THROTTLED: {
    status: '429',
    retryAfter: 60,
    heading: 'Muitas pessoas ao mesmo tempo',
    text: 'Tente de novo em um minuto.',
    english: 'Too many people at once. Please try again in a minute.',
    stampOf: 'throttled',
  },
  DEFAULT_5XX: {
    status: '503',
    retryAfter: 120,
    heading: 'Esta página não pôde ser aberta',
    text: 'A falha é nossa e nada se perdeu. Tente de novo em alguns minutos.',
    english: 'The fault is ours and nothing is lost. Please try again in a few minutes.',
    stampOf: 'throttled',
  },
};

interface PageFunctionsProps {
  platform: Platform;
  front: PageFront;
}

/** The functions of the pages, in a stack of their own like those of the API (`api-functions.ts`). */
class PageFunctions extends NestedStack {
  readonly #props: PageFunctionsProps;

  constructor(scope: Construct, id: string, props: PageFunctionsProps) {
    super(scope, id, {
      description: `Malote ${props.platform.settings.stage}: the functions of the confirmation page`,
    });
    this.#props = props;
  }

  create(name: string): ServiceFunction {
    const { platform, front } = this.#props;
    const failures = front.api.metricServerError(eachMinute);
    const fn = new ServiceFunction(this, { name, kind: 'page', platform, failures });
    fn.live.addPermission('Gateway', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      // One permission for all paths, as this gateway serves nothing else. By the stage's name: the stage waits for
      // this stack.
      sourceArn: front.api.arnForExecuteApi('*', '/*', STAGE),
    });
    return fn;
  }
}

interface ConfirmationPageProps {
  platform: Platform;
  front: PageFront;
  /** Published with the pages, because they are the service's public host. */
  webhookAddresses: readonly string[];
}

/** The hosted confirmation page: find, show, confirm, share location, logo. */
export class ConfirmationPage extends Construct {
  /** The stack of its functions. */
  readonly functions: NestedStack;

  constructor(scope: Construct, id: string, { platform, front, webhookAddresses }: ConfirmationPageProps) {
    super(scope, id);
    const { root } = front.api;
    const functions = new PageFunctions(this, 'Functions', { platform, front });
    this.functions = functions;
    const page = (name: string) => functions.create(`confirmation-page-${name}`);
    const pageInOurName = (name: string) =>
      page(name).bindConfirmationPageBase().bindValue('ORIGIN_SECRET', front.originSecret);
    const serve = (method: string, path: string, fn: ServiceFunction) =>
      root.resourceForPath(path).addMethod(method, calls(fn));

    const show = pageInOurName('show').bindTable('pageTries');
    const find = pageInOurName('find').bindTable('pageTries', 'lookUps');
    const confirm = pageInOurName('confirm')
      .bindTable('outcomes', 'verificationChanges', 'pageTries')
      .bindVerificationCodes();
    const share = pageInOurName('share-location').bindTable('outcomes', 'verificationChanges', 'pageTries');
    serve('GET', PAGE, show);
    // Scanners and messengers check a link before they open it.
    serve('HEAD', PAGE, show);
    serve('POST', PAGE, confirm);
    serve('POST', `${PAGE}/location`, share);
    // Shown to a person who reloads the page after sharing.
    serve('GET', `${PAGE}/location`, show);
    serve('GET', '/{account_id}/logo', page('logo').bindTable());
    // The bare host, as people type it; the page then asks for the letter's number.
    for (const path of ['/', '/{account_id}']) for (const method of ['GET', 'POST']) serve(method, path, find);
    serve('GET', '/{proxy+}', show);
    const optOut = page('opt-out').bindTable('mailOptOuts').bindValue('ORIGIN_SECRET', front.originSecret);
    for (const method of ['GET', 'POST']) serve(method, OPT_OUT_PATH, optOut);
    const evidence = page('evidence').bindEvidenceKeys();
    for (const method of ['GET', 'POST']) serve(method, '/evidence', evidence);
    serve('GET', '/evidence/keys', evidence);
    const addresses = functions.create('webhook-addresses');
    if (webhookAddresses.length > 0) addresses.bindValue('WEBHOOK_ADDRESSES', webhookAddresses.join(','));
    serve('GET', '/webhook-addresses', addresses);
    this.#addAlarm(platform, front.api);
  }

  #addAlarm({ alarms }: Platform, api: RestApi): void {
    const fiveMinutes = { period: Duration.minutes(5), statistic: 'Sum' };
    alarms.raise('PageErrors', {
      urgency: 'page',
      metric: new MathExpression({
        label: 'Pages answered with 5xx, percent',
        // A few failures in a quiet hour must not raise the alarm.
        expression: 'IF(errors >= 3, 100 * errors / requests, 0)',
        usingMetrics: { errors: api.metricServerError(fiveMinutes), requests: api.metricCount(fiveMinutes) },
        period: Duration.minutes(5),
      }),
      threshold: 1,
      impact:
        'More than 1 % of the confirmation pages fail: people who hold a letter cannot confirm their address now, but lose no try. Look at the logs of the confirmation-page functions.',
    });
  }
}

const PAGE = '/{account_id}/{page_token}';
