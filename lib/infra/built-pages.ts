import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  type BehaviorOptions,
  CfnOriginAccessControl,
  Distribution,
  type ErrorResponse,
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

/** The bucket of pages that the repository builds. @param prefix of the ids of its constructs */
export function createPagesBucket(scope: Construct, prefix: string): Bucket {
  return new Bucket(scope, `${prefix}Pages`, {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    // The repository can rebuild these files; whoever publishes them empties the bucket first.
    removalPolicy: RemovalPolicy.DESTROY,
  });
}

interface PagesDistributionProps {
  pages: Bucket;
  /** What names at CloudFront say of the pages. */
  names: string;
  /** Suffixes of the resources' comments. */
  comments: { distribution: string; headers: string };
  /** Content security policy of every response. */
  policy: string;
  /** Where people find the pages; the distribution's own address without a certificate. */
  origin: string;
  certificateArn: string;
  /** Maps a requested path to the path of a file. */
  paths: { id: string; comment: string; code: string };
  additionalBehaviors?: Record<string, BehaviorOptions>;
  errorResponses?: ErrorResponse[];
}

/** CloudFront in front of a bucket of pages, with our standard page headers. @param prefix same as the bucket's */
export function createPagesDistribution(
  scope: Construct,
  prefix: string,
  { pages, names, comments, policy, origin, certificateArn, paths, ...more }: PagesDistributionProps,
): Distribution {
  // Names at CloudFront are of the account: with the region in them, two regions fit one account.
  const name = `malote-${names}-${Aws.REGION}`;
  const headers = new ResponseHeadersPolicy(scope, `${prefix}Headers`, {
    responseHeadersPolicyName: name,
    comment: comments.headers,
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy: policy, override: true },
      contentTypeOptions: { override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, override: true },
      strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
    },
  });
  const distribution = new Distribution(scope, `${prefix}Distribution`, {
    comment: comments.distribution,
    // The cheaper price classes leave South America out.
    priceClass: PriceClass.PRICE_CLASS_ALL,
    ...(certificateArn && {
      certificate: Certificate.fromCertificateArn(scope, `${prefix}Certificate`, certificateArn),
      domainNames: [new URL(origin).host],
    }),
    defaultBehavior: {
      origin: S3BucketOrigin.withOriginAccessControl(pages),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      responseHeadersPolicy: headers,
      compress: true,
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: new EdgeFunction(scope, paths.id, {
            comment: paths.comment,
            runtime: FunctionRuntime.JS_2_0,
            code: FunctionCode.fromInline(paths.code),
          }),
        },
      ],
    },
    ...more,
  });
  for (const construct of distribution.node.findAll())
    if (construct instanceof CfnOriginAccessControl)
      construct.addPropertyOverride('OriginAccessControlConfig.Name', name);
  return distribution;
}
