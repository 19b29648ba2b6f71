import { Duration, NestedStack, RemovalPolicy } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { documentationPolicy } from './documentation-policy.ts';
import type { Settings } from './settings.ts';

/**
 * The documentation for customers: a bucket for the files that `npm run site` builds, and CloudFront in front of it. A nested
 * stack, because a stack holds 500 resources; nothing outside refers to it.
 */
export class Documentation extends NestedStack {
  /** Scheme and host, without a trailing slash. */
  readonly origin: string;
  readonly pages: Bucket;
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, { description: `Malote ${settings.stage}: the documentation for customers` });
    this.pages = new Bucket(this, 'DocsPages', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      // Built files, which the repository gives again.
      removalPolicy: settings.dataProtected ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.distribution = this.#createDistribution(settings);
    this.origin = settings.docsOrigin || `https://${this.distribution.distributionDomainName}`;
  }

  #createDistribution({ stage, docsOrigin, docsCertificateArn }: Settings): Distribution {
    const headers = new ResponseHeadersPolicy(this, 'DocsHeaders', {
      comment: `Malote ${stage}: headers of the documentation`,
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: documentationPolicy, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
      },
    });
    return new Distribution(this, 'DocsDistribution', {
      comment: `Malote ${stage}: documentation`,
      // The cheaper price classes leave South America out.
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...(docsCertificateArn && {
        certificate: Certificate.fromCertificateArn(this, 'DocsCertificate', docsCertificateArn),
        domainNames: [new URL(docsOrigin).host],
      }),
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(this.pages),
        viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        responseHeadersPolicy: headers,
        compress: true,
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: new EdgeFunction(this, 'DocsPaths', {
              comment: 'A path without an extension is the page in the folder of that name',
              runtime: FunctionRuntime.JS_2_0,
              code: FunctionCode.fromInline(PAGE_PATHS),
            }),
          },
        ],
      },
      // A reader who may not list a bucket gets 403 for what is not there:
      // https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html
      errorResponses: [{ httpStatus: 403, responseHttpStatus: 404, responsePagePath: '/404.html' }],
    });
  }
}

/** A default root object stands for the root alone, not for folders (`erros/api_key_missing`). */
const PAGE_PATHS = `function handler(event) {
  var request = event.request;
  if (!/\\.[a-z0-9]+$/i.test(request.uri)) request.uri = request.uri.replace(/\\/?$/, '/index.html');
  return request;
}`;
